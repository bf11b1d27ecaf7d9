"""Calls whose answers were once not TensorFlow's, as expressions over `tf` and `t`.

Their answers stand in cases/recorded_calls.json, written by TensorFlow 2.21.
"""

from __future__ import annotations

from typing import Final

NOT_FINITE: Final = """
    tf.linalg.svd(t([1, np.inf, 2, 3], 'float64', [2, 2]), compute_uv=False)
    tf.linalg.matrix_rank(t([np.nan, 1, 2, 3], 'float32', [2, 2]))
    tf.linalg.pinv(t([np.inf, 1, 2, 3], 'float32', [2, 2]))
"""
TEXTS: Final = """
    tf.strings.lower(t([1, 2], 'int32', [2]))
    tf.strings.length(t([True], 'bool', [1]))
    tf.strings.join([t(['a'], 'string', [1]), t([1], 'int64', [1])])
    tf.strings.substr(t([1], 'int32', [1]), 0, 1)
    tf.strings.substr(t(['abc'], 'string', [1]), 0, t([1], 'float32', []))
    tf.strings.reduce_join(t(['a'], 'string', [1]), axis=t([0], 'float32', []))
    tf.strings.regex_full_match(t([1], 'int32', [1]), 'a')
    tf.strings.regex_replace(t(['a'], 'string', [1]), t([1], 'int32', []), 'b')
    tf.strings.to_number(t([1], 'int32', [1]))
    tf.strings.to_hash_bucket_fast(t([1], 'int32', [1]), 7)
    tf.strings.unicode_script(t([65], 'float32', [1]))
    tf.strings.unicode_encode(t([65], 'uint8', [1]), 'UTF-8')
    tf.strings.unicode_decode(t([65], 'int32', [1]), 'UTF-8')
    tf.io.decode_base64(t([1], 'int32', [1]))
    tf.io.decode_raw(t([1], 'int32', [1]), tf.int8)
    tf.io.parse_tensor(t([1], 'int32', []), tf.int8)
    tf.io.read_file(t([1], 'int32', []))
    tf.io.decode_png(t([1], 'int32', []))
    tf.io.decode_jpeg(t([1], 'int32', []))
    tf.function(lambda x: tf.strings.lower(x))(t([1], 'int32', [1]))
"""
SHAPES: Final = """
    tf.reshape(t([1, 2], 'int32', [2]), t([2], 'float32', [1]))
    tf.reshape(t([1, 2], 'int32', [2]), t([2], 'int32', []))
    tf.function(lambda x: tf.reshape(x, 2))(t([1, 2], 'int32', [2]))
    tf.reshape(t([1, 2], 'int32', [2]), np.array([2, 1], 'uint8'))
    tf.fill(t([2], 'float32', [1]), 1)
    tf.fill(3, 1)
    tf.function(lambda x: tf.fill([-1], x))(t([1], 'int32', []))
    tf.zeros(t([1, 2], 'uint16', [2]))
    tf.ones(t([3], 'int32', []))
    tf.function(lambda x: tf.zeros(3))(0)
    tf.zeros(np.array([1.0, 2.0]))
    tf.zeros([2], t([1], 'int32', []))
    tf.broadcast_to(1, 3)
    tf.broadcast_dynamic_shape(3, 3)
    tf.random.uniform(3)
    tf.random.stateless_normal(t([2], 'float32', [1]), [1, 2])
    tf.function(lambda x: tf.random.normal(3))(0)
    tf.scatter_nd([[0]], [1], t([3], 'float32', [1]))
    tf.scatter_nd(t([0], 'int64', [1, 1]), [1], t([3], 'int32', [1]))
    tf.scatter_nd([[0]], [1], t([3], 'int64', [1]))
    tf.tile(t([1], 'int32', [1]), t([2], 'int32', []))
    tf.expand_dims(t([1], 'int32', [1]), t([0, 1], 'int32', [2]))
    tf.squeeze(t([1], 'int32', [1, 1]), t([0], 'int32', [1]))
    tf.reverse(t([1], 'int32', []), [0])
    tf.repeat(t([1, 2], 'int32', [2]), t([1, 2], 'float32', [2]))
    tf.repeat(t([1, 2], 'int32', [2]), t([1, 2], 'uint8', [2]))
    tf.concat([[1], [2]], t([0], 'float32', []))
    tf.reverse_sequence(t([1, 2], 'int32', [1, 2]), [1])
    tf.function(lambda x, i: tf.gather_nd(x, i, batch_dims=1), [
        tf.TensorSpec([None, None], 'int32'), tf.TensorSpec([None, 1], 'int32')
    ])(t([1, 2, 3, 4], 'int32', [2, 2]), t([1, 0], 'int32', [2, 1]))
"""
NUMBERS: Final = """
    tf.reduce_all(t([1, 0], 'int32', [2]))
    tf.reduce_all(t([1, 0], 'int32', [2]), axis=[0])
    tf.argmax(t([1, 0], 'int32', [2]), t([0], 'float32', []))
    tf.foldl(tf.add, t([], 'float32', [0]))
    tf.scan(tf.add, t([], 'float32', [0]))
    tf.where(t([1, 0], 'int32', [2]), 1, 2)
    tf.linalg.cross(t([1, 0], 'int32', [2]), t([1, 0], 'int32', [2]))
    tf.linalg.tensor_diag(t([1], 'int32', []))
    tf.math.scalar_mul(2, np.array([1, 2]))
    tf.nn.sufficient_statistics(t([1, 2], 'int32', [2]), [0])
    tf.quantization.fake_quant_with_min_max_args(t([1], 'float64', [1]))
    tf.get_static_value([1, 2])
    tf.math.bincount([1.0, 2.0])
    tf.math.bincount(t([1, 2], 'uint8', [2]))
    tf.round(t([True], 'bool', [1]))
    tf.searchsorted([1.0, 2.0], t([1], 'int16', [1]))
    tf.raw_ops.Cast(x=1)
    tf.raw_ops.Conv2D(input=[1.0], filter=[1.0])
    type(tf.TensorShape([1])).__name__
    tf.sequence_mask(t([1.5, 2], 'float32', [2]), 3)
    tf.sequence_mask(t([1, 3], 'uint8', [2]), t(4, 'int64', []))
    tf.function(lambda x: tf.reduce_sum(x), [tf.TensorSpec(None)]
        ).get_concrete_function().output_shapes.rank
    tf.function(lambda x: tf.constant(x, 'int32'))(t([1], 'float32', [1]))
    tf.function(tf.sort)(tf.ragged.constant([[1.0], [2.0]]))
    tf.function(tf.unique)(t([1], 'int32', [1, 1]))
    tf.unique(t([0.0, -0.0, np.nan, np.nan, 1, -0.0], 'float32', [6]))
    tf.unique_with_counts(t([np.nan, np.nan, 1, 1], 'bfloat16', [4]))
    tf.raw_ops.UniqueV2(x=t([0.0, -0.0, -0.0, 0.0], 'float32', [2, 2]), axis=[0])
    tf.function(tf.transpose)(t([1], 'int32', [1]), t([0, 1], 'int32', [2]))
    tf.function(lambda x, y: tf.pad(x, y))(
        t([1], 'int32', [1]), t([0, 1], 'int32', [2]))
    tf.as_dtype(None)
"""
SIGNALS: Final = """
    tf.signal.fft(t([], 'complex64', [2, 0]))
    tf.signal.rfft(t([], 'float32', [2, 0]))
    tf.signal.irfft(t([1], 'int32', [1]))
    tf.signal.dct(t([1, 2], 'int32', [2]))
    tf.signal.idct(t([1, 2], 'int32', [2]))
    tf.function(lambda x: tf.signal.overlap_and_add(x, 1), [
        tf.TensorSpec([None, None], 'float32')
    ])(t([1, 2, 3, 4], 'float32', [2, 2]))
"""
RANDOM: Final = """
    tf.random.stateless_normal([2], t([3, 4], 'uint16', [2]), alg='philox')
    tf.random.stateless_uniform([2], t([-3, 4], 'int64', [2]), alg='philox')
    tf.random.split(t([-3, 4], 'int32', [2]), 2, alg='philox')
"""
RAGGED: Final = """
    tf.function(tf.RaggedTensor.from_row_splits)(
        t([1, 2], 'int32', [2]), t([0, 2, 1], 'int32', [3]))
    tf.function(tf.RaggedTensor.from_row_splits)(
        t([1, 2], 'int32', [2]), t([0, 2, 2], 'int32', [3]))
    tf.function(tf.RaggedTensor.from_row_lengths)(
        t([1, 2], 'int32', [2]), t([1, 2], 'int32', [2]))
    tf.function(tf.RaggedTensor.from_row_starts)(
        t([1, 2], 'int32', [2]), t([1], 'int32', [1]))
    tf.function(tf.RaggedTensor.from_value_rowids)(
        t([1, 2], 'int32', [2]), t([1, 0], 'int32', [2]))
    tf.RaggedTensor.from_row_lengths(t([1, 2], 'int32', [2]), t([2], 'int32', []))
"""

REFUSED: Final = """
    tf.reshape(t([1, 2, 3, 4], 'int32', [4]), (t(2, 'float32', []), 2))
    tf.reshape(t([1, 2, 3, 4], 'int32', [4]), [2, t(2.5, 'float64', [])])
    tf.reshape(t([1, 2, 3, 4], 'int32', [4]), (t(2, 'float32', []), 2.))
    tf.function(lambda a: tf.reshape(t([1, 2, 3, 4], 'int32', [4]), (a, 2)))(
        t(2, 'bfloat16', []))
    tf.raw_ops.Reshape(tensor=t([1, 2], 'int32', [2]), shape=(t(2, 'float32', []), 1))
    tf.zeros((t(2, 'float32', []), 2))
    tf.fill((t(2, 'float32', []), 2), 1)
    tf.broadcast_to(1., (t(2, 'float32', []), 2))
    tf.tile([[1, 2]], (t(2, 'float32', []), 2))
    tf.transpose([[1, 2]], [t(1, 'float32', []), t(0, 'float32', [])])
    tf.reduce_sum([[1, 2]], [t(0, 'float32', [])])
    tf.gather([[1, 2]], [t(0, 'float32', [])])
    tf.expand_dims([1, 2], [t(0, 'float32', [])])
    tf.pad([[1, 2]], [[t(1, 'float32', []), 0], [0, 0]])
    tf.one_hot([t(0, 'float32', []), 1], 2)
    tf.one_hot([], 2)
    tf.reverse([[1, 2]], [t(1, 'float32', [])])
    tf.reverse([[1, 2]], [])
    tf.random.uniform((t(2, 'float32', []), 2)).shape.rank
    tf.transpose(1., [])
    tf.transpose(t(1, 'int32', []), np.array([]))
    tf.transpose([[1, 2]], [])
    tf.pad(t(1, 'float32', []), np.zeros([0, 2], int))
    tf.pad(1., np.zeros([0, 2], int), 'SYMMETRIC')
    tf.searchsorted([1.], [])
    tf.searchsorted([], [1.])
    tf.searchsorted(np.zeros([2, 0]), np.zeros([2, 1]))
    tf.repeat([1, 2, 3], [1, 2])
    tf.repeat([1, 2, 3], [])
    tf.repeat([[1, 2], [3, 4]], [1, 2, 3], axis=0)
    tf.function(lambda c: tf.repeat([1, 2, 3], c), [tf.TensorSpec([None], 'int32')])(
        t([1, 2], 'int32', [2]))
    tf.nn.convolution(np.ones([1, 4, 4, 4, 1]), np.ones([2, 2, 2, 1, 1]), strides=2)
    tf.nn.convolution(np.ones([1, 7, 7, 7, 1]), np.ones([2, 2, 2, 1, 1]), dilations=3)
    tf.nn.convolution(np.ones([2, 2, 5, 5, 5, 1]), np.ones([2, 2, 2, 1, 1]), 2).shape[1]
    tf.nn.convolution(np.ones([1, 7, 7, 1]), np.ones([2, 2, 1, 1]), 2, dilations=2)
    tf.nn.convolution(np.ones([1, 7, 7, 1]), np.ones([2, 2, 1, 1]), dilations=0)
    tf.nn.convolution(
        np.ones([1, 7, 7, 1]), np.ones([2, 2, 1, 1]), [1, 2], dilations=[2, 1])
    tf.nn.pool(np.ones([1, 7, 7, 1]), [2, 2], 'MAX', [2, 2], dilations=[2, 2])
    tf.config.optimizer.get_experimental_options()['disable_model_pruning']
    tf.config.optimizer.get_experimental_options()['disable_meta_optimizer']
"""
ROWS_PICKED: Final = """
    tf.gather([[1, 2, 3], [4, 5, 6]], tf.ragged.constant([[0], [1, 2]]), axis=1)
    tf.gather(tf.reshape(tf.range(24), [2, 3, 4]), tf.ragged.constant(
        [[0], [1, 2]]), axis=1)
    tf.gather(tf.reshape(tf.range(24), [2, 3, 4]), tf.ragged.constant(
        [[0], [1, 2]]), axis=-1)
    tf.gather([[1, 2, 3]], tf.ragged.constant([[[0], [1, 2]], [[]]]), axis=1)
    tf.gather([[1, 2, 3], [4, 5, 6]], tf.RaggedTensor.from_uniform_row_length(
        [0, 1, 1, 2], 2), axis=1)
    tf.gather([[1, 2, 3], [4, 5, 6]], tf.ragged.constant(
        [[[0, 1]], [[1, 2], [0, 0]]], ragged_rank=1), axis=1)
    tf.gather(tf.ragged.constant([[1, 2, 3], [4, 5, 6, 7]]), tf.ragged.constant(
        [[0], [1, 2]]), axis=1)
    tf.gather(tf.ragged.constant([[[1, 2], [4]], [[8, 9]]]), tf.ragged.constant(
        [[0], [0, 0]]), axis=2)
    tf.gather(tf.ragged.constant([[[1, 2], [4]], [[8, 9]]]), tf.ragged.constant(
        [[0], [0]]), axis=1)
    tf.gather(tf.ragged.constant([[1, 2, 3], [4, 5, 6, 7]]), [0, 2], axis=1)
    tf.gather(tf.ragged.constant([[1, 2, 3], [4, 5, 6, 7]]), 2, axis=1)
    tf.gather(tf.ragged.constant([[1, 2, 3], [4, 5, 6, 7]]), [[0, 1]], axis=1)
    tf.gather(tf.reshape(tf.range(24), [2, 3, 4]), tf.ragged.constant(
        [[0], [1, 2]]), axis=2, batch_dims=1)
    tf.gather(tf.ragged.constant([[[1, 2], [4]], [[8, 9]]]), tf.ragged.constant(
        [[0], [0]]), axis=2, batch_dims=1)
    tf.gather([[1, 2, 3]], tf.ragged.constant([[7]]), axis=1)
    tf.gather([[1, 2, 3]], tf.ragged.constant([[0]]), axis=2)
    tf.function(lambda x: tf.gather(x, tf.ragged.constant([[0], [1, 2]]), axis=1), [
        tf.TensorSpec([None, None], 'int32')])(t([1, 2, 3], 'int32', [1, 3]))
    tf.nn.embedding_lookup(tf.Variable([[1., 2], [3, 4]]), tf.ragged.constant(
        [[0], [1, 1]]))
    tf.nn.embedding_lookup(tf.Variable([[1., 2], [3, 4]]), tf.ragged.constant(
        [[0], [1, 1]]), max_norm=1.)
    tf.nn.embedding_lookup([tf.Variable([[1., 2]]), tf.Variable([[3., 4]])],
        tf.ragged.constant([[0], [1, 1]]))
    tf.nn.embedding_lookup(tf.Variable([[1., 2]]), tf.ragged.constant([[1]]))
    tf.gather(tf.Variable([[1., 2], [3, 4]]), tf.ragged.constant([[0], [1, 1]]))
    tf.gather(tf.Variable([[1., 2], [3, 4]]), tf.ragged.constant([[0], [1]]), axis=1)
    tf.map_fn(tf.sparse.reduce_sum, tf.sparse.from_dense([[0., 1], [2, 3]]),
        fn_output_signature='float32')
    tf.map_fn(lambda s: s * tf.constant([2., 3]),
        tf.sparse.from_dense([[0., 1], [2, 3]]))
    tf.map_fn(lambda s: tf.sparse.from_dense(s), tf.constant([[[0, 1]], [[2, 0]]]),
        fn_output_signature=tf.SparseTensorSpec([1, 2], 'int32'))
    tf.map_fn(lambda s: s, tf.SparseTensor([[1]], [2.], [3]))
    tf.map_fn(tf.sparse.to_dense, tf.sparse.from_dense([[0., 1], [2, 3]]))
    tf.map_fn(lambda s: s, tf.sparse.from_dense([[0., 1], [2, 3]]),
        fn_output_signature=tf.SparseTensorSpec([3], 'float32'))
    tf.map_fn(lambda s: s[1], (tf.sparse.from_dense([[0, 1], [2, 3]]), [1, 2]),
        fn_output_signature=tf.int32)
    tf.function(lambda x: tf.map_fn(lambda s: (s, 1.), x, fn_output_signature=(
        tf.SparseTensorSpec([2], 'float32'), 'float32')))(
        tf.sparse.from_dense([[0., 1], [2, 3]]))
    tf.scan(lambda a, s: a + tf.reduce_sum(s), tf.ragged.constant([[1], [2, 3]]), 0)
    tf.foldl(lambda a, s: a, tf.sparse.from_dense([[0., 1], [2, 3]]), 0.)
"""
PROJECTED: Final = """
    tf.raw_ops.ImageProjectiveTransformV3(
        images=t(range(40), 'float32', [2, 5, 4, 1]), output_shape=[6, 7],
        transforms=[[.5, .25, -3., -.5, 1.5, 2., .01, .02]], fill_value=7.,
        interpolation='BILINEAR', fill_mode='REFLECT')
    tf.raw_ops.ImageProjectiveTransformV3(
        images=t(range(40), 'int32', [2, 5, 4, 1]), output_shape=[6, 7],
        transforms=[[.5, .25, -3., -.5, 1.5, 2., .01, .02]] * 2, fill_value=7.,
        interpolation='NEAREST', fill_mode='WRAP')
    tf.raw_ops.ImageProjectiveTransformV3(
        images=t(range(20), 'float64', [1, 5, 4, 1]), output_shape=[6, 7],
        transforms=[[1., .25, -3., -.5, 1.5, 2., .01, .02]], fill_value=7.,
        interpolation='BILINEAR', fill_mode='reflect')
    tf.raw_ops.ImageProjectiveTransformV2(
        images=t(range(20), 'uint8', [1, 5, 4, 1]), output_shape=[6, 7],
        transforms=[[1., .25, -3., -.5, 1.5, 2., .01, .02]],
        interpolation='BILINEAR', fill_mode='NEAREST')
    tf.raw_ops.ImageProjectiveTransformV2(
        images=t(range(20), 'float32', [1, 5, 4, 1]), output_shape=[6],
        transforms=[[1., 0, 0, 0, 1, 0, 0, 0]], interpolation='NEAREST')
    tf.raw_ops.ImageProjectiveTransformV2(
        images=t(range(20), 'float32', [1, 5, 4, 1]), output_shape=[6, 7],
        transforms=[[1., 0, 0, 0, 1, 0, 0]], interpolation='NEAREST')
"""


def calls_of(text: str) -> list[str]:
    """One expression from each line that starts at the margin, with what is deeper."""
    found: list[str] = []
    for line in filter(str.strip, text.splitlines()):
        is_more = line.startswith("     ") or line.strip()[0] in ")]"
        if is_more:
            found[-1] += " " + line.strip()
        else:
            found.append(line.strip())
    return found


SECTIONS: Final = (
    *(NOT_FINITE, TEXTS, SHAPES, NUMBERS, SIGNALS, RANDOM, RAGGED),
    *(REFUSED, ROWS_PICKED, PROJECTED),
)
CALLS: Final = [call for text in SECTIONS for call in calls_of(text)]
