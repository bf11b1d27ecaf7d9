"""Functions with the arguments of version 1: networks, blocks, strings, entries."""

import numpy as np

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
nn = v1.nn


def near(value):
    if isinstance(value, (tuple, list)):
        return [near(each) for each in value if each is not None]
    array = np.asarray(value)
    if array.dtype.kind in "fc":
        array = np.round(array.astype(np.float64), 3) + 0.0
    return array.tolist()


image = np.arange(32, dtype=np.float32).reshape(1, 4, 4, 2) / 10
kernel = np.arange(16, dtype=np.float32).reshape(2, 2, 2, 2) / 10
ONE = [1, 1, 1, 1]
sequence = np.arange(6, dtype=np.float32).reshape(1, 3, 2)

show("conv1d", lambda: near(nn.conv1d(sequence, np.ones([2, 2, 1], np.float32), 1, "VALID")))
show("conv1d nchw", lambda: near(nn.conv1d(sequence, np.ones([2, 2, 1], np.float32), stride=1, padding="SAME", data_format="NHWC")))
show("filter", lambda: near(nn.conv2d_backprop_filter(image, [2, 2, 2, 2], np.ones([1, 3, 3, 2], np.float32), ONE, "VALID")))
show("input", lambda: near(nn.conv2d_backprop_input([1, 4, 4, 2], kernel, np.ones([1, 3, 3, 2], np.float32), ONE, "VALID")))
show("depthwise", lambda: near(nn.depthwise_conv2d(image, kernel, ONE, "VALID")))
show("depthwise rate", lambda: near(nn.depthwise_conv2d(image, kernel, ONE, "VALID", [2, 2])))
show("native", lambda: near(nn.depthwise_conv2d_native(image, kernel, ONE, "VALID")))
show("separable", lambda: near(nn.separable_conv2d(image, kernel, np.ones([1, 1, 4, 1], np.float32), ONE, "VALID")))
show("dilation", lambda: near(nn.dilation2d(image, kernel[..., 0], ONE, ONE, "VALID")))
show("erosion", lambda: near(nn.erosion2d(image, kernel[..., 0], ONE, ONE, "VALID")))
show("avg_pool2d", lambda: near(nn.avg_pool2d(image, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")))
show("argmax", lambda: near(nn.max_pool_with_argmax(image, [1, 2, 2, 1], [1, 2, 2, 1], "VALID")))
show("pool", lambda: near(nn.pool(image, [2, 2], "AVG", "VALID", None, [2, 2])))
show("fractional", lambda: near(nn.fractional_max_pool(image, [1.0, 1.5, 1.5, 1.0], deterministic=True, seed=1, seed2=2)[0]))
show("crelu", lambda: near(nn.crelu([[-1.0, 2.0]], None, 0)))
show("xw", lambda: near(nn.xw_plus_b([[1.0, 2.0]], [[1.0], [2.0]], [0.5])))
show("relu_layer", lambda: near(nn.relu_layer([[1.0, -2.0]], [[1.0], [2.0]], [0.5])))
show("softmax", lambda: near(nn.softmax_cross_entropy_with_logits(labels=[[0.0, 1.0]], logits=[[1.0, 2.0]])))
show("weighted", lambda: near(nn.weighted_cross_entropy_with_logits([1.0, 0.0], [0.5, 1.0], 2.0)))
show("both", lambda: nn.weighted_cross_entropy_with_logits([1.0], [0.5], 2.0, targets=[1.0]) and None)
show("statistics", lambda: near(nn.sufficient_statistics([[1.0, 2.0], [3.0, 4.0]], [0], keep_dims=True)))
show("moments", lambda: near(nn.weighted_moments([1.0, 4.0], [0], [2.0, 1.0], keep_dims=True)))
show("global norm",
    lambda: near(
        nn.batch_norm_with_global_normalization(
            image, *np.array([[1.0, 2.0], [1.0, 4.0], [0.0, 1.0], [1.0, 2.0]], np.float32),
            0.001, True
        )
    ),
)
show("ctc", lambda: near(nn.ctc_loss(labels, np.zeros([4, 1, 3], np.float32), [4])))
show("ctc rows", lambda: near(nn.ctc_loss(labels, np.zeros([1, 4, 3], np.float32), [4], time_major=False)))
parts = [np.array([[0.0], [2.0], [4.0]], np.float32), np.array([[1.0], [3.0]], np.float32)]
show("mod", lambda: near(nn.embedding_lookup(parts, [0, 1, 2, 3, 4])))
show("div", lambda: near(nn.embedding_lookup(parts, [0, 1, 2, 3, 4], "div")))
ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 2, 4], tf.int64), [2, 2])
show("sparse", lambda: near(nn.embedding_lookup_sparse(parts, ids, None, combiner="sum")))
show("safe", lambda: near(nn.safe_embedding_lookup_sparse(parts, ids)))
show("strategy", lambda: nn.embedding_lookup(parts, [0], "other"))

show("space_to_batch", lambda: near(v1.space_to_batch(image, [[0, 0], [0, 0]], 2)))
show("batch_to_space", lambda: near(v1.batch_to_space(np.ones([4, 1, 1, 1]), [[0, 0], [0, 0]], 2)))
show("depth", lambda: near(v1.space_to_depth(image, 2, None, "NHWC")))
show("reverse", lambda: near(v1.reverse_sequence([[1, 2, 3], [4, 5, 6]], [2, 3], seq_dim=1, batch_dim=0)))
show("setdiff", lambda: near(v1.setdiff1d([1, 2, 3, 4], [2, 3])))
show("to dense", lambda: near(v1.sparse_to_dense([[0, 1], [1, 0]], [2, 2], [5, 6], 9)))
show("sparse_add", lambda: near(tf.sparse.to_dense(v1.sparse_add(ids, ids, thresh=tf.constant(3, tf.int64)))))
show("reduce_sum", lambda: near(v1.sparse_reduce_sum(ids, reduction_axes=1, keep_dims=True)))
show("sum sparse", lambda: near(tf.sparse.to_dense(v1.sparse_reduce_sum_sparse(ids, 1))))
show("merge", lambda: near(tf.sparse.to_dense(v1.sparse_merge(ids, tf.SparseTensor(ids.indices, [1.0, 2.0, 3.0], [2, 2]), 5))))
show("split", lambda: [near(tf.sparse.to_dense(each)) for each in v1.sparse_split(sp_input=ids, num_split=2, axis=0)])
show("segments", lambda: near(v1.sparse_segment_sum([[1.0], [2.0], [3.0]], [0, 2], [0, 0])))
show("string_split", lambda: v1.string_split(["a b", "c  d"]).values.numpy().tolist())
show("empty", lambda: v1.string_split(["a b", "c  d"], skip_empty=False).values.numpy().tolist())
show("characters", lambda: v1.string_split(["abc", "d"], "").values.numpy().tolist())
show("ragged", lambda: v1.string_split(["a b", "c"], result_type="RaggedTensor").to_list())
show("strings.split", lambda: v1.strings.split(["a b", "c"]).indices.numpy().tolist())
show("strings.length", lambda: near(v1.strings.length(["a", "bc"], None, "BYTE")))
show("reduce_join", lambda: near(v1.reduce_join([["a", "b"], ["c", "d"]], reduction_indices=1, keep_dims=True)))
show("to_number", lambda: near(v1.string_to_number(["1.5", "2"])))
show("clip", lambda: near(v1.clip_by_average_norm([3.0, 4.0, 0.0], 1.0)))
show("confusion", lambda: near(v1.confusion_matrix([0, 1, 1], [0, 1, 0], 2, tf.int64)))
show("bincount", lambda: near(v1.bincount([1, 1, 2])))
show("arg_max", lambda: near(v1.arg_max([[1, 3, 2]], 1)))
show("floor_div", lambda: near(v1.floor_div([-3], [2])))
show("gather_nd", lambda: near(v1.gather_nd([[1, 2], [3, 4]], [[0], [1]], None, 1)))
show("tuple", lambda: near(v1.tuple([tf.constant(1), tf.constant(2)])))
show("in_top_k", lambda: near(v1.math.in_top_k([[0.1, 0.9]], [1], 1)))
show("finite", lambda: near(v1.verify_tensor_all_finite([1.0], "bad")))
show("math", lambda: near(v1.math.reduce_sum([[1, 2]], reduction_indices=1, keep_dims=True)))
show("crop", lambda: near(v1.image.crop_and_resize(image, [[0.0, 0.0, 1.0, 1.0]], [0], [2, 2])))
for method in (0, 1, 2, 3):
    show(f"resize {method}", lambda: near(v1.image.resize_images(image, [3, 5], method)))
    show(f"corners {method}", lambda: near(v1.image.resize(image, [3, 5], method, align_corners=True)))
show("pad", lambda: near(v1.image.resize_image_with_pad(image[0], 3, 5)))
show("patches", lambda: near(v1.image.extract_image_patches(image, [1, 2, 2, 1], [1, 2, 2, 1], ONE, "VALID")))
show("same size", lambda: v1.image.resize_images(tf.constant(image.astype(np.uint8)), [4, 4]).dtype.name)
variable = tf.Variable([1.0, 2.0, 3.0])
for name in ("add", "sub", "mul", "div", "max", "min", "update"):
    change = getattr(v1, f"scatter_{name}")
    show(f"scatter_{name}", lambda: near(change(variable, [0, 2], [2.0, 4.0])))
show("scatter_nd", lambda: near(v1.scatter_nd_add(variable, [[1]], [1.0])))
show("nodes", lambda: v1.NodeDef.FromString(v1.NodeDef(name="a", op="NoOp").SerializeToString()).name)
show("seed", lambda: (v1.set_random_seed(3), v1.get_seed(5))[1])
