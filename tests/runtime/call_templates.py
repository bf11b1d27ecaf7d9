"""Calls of public functions with fields for their arguments, one a line, by family.

What the fields stand for, ``random_calls`` says.
"""

from __future__ import annotations

import re
from typing import Final

UNARY: Final = """
    abs negative sign square exp expm1 log log1p sqrt rsqrt sigmoid sin cos tan asin
    acos atan sinh cosh tanh asinh acosh atanh floor ceil rint round is_nan is_inf
    is_finite reciprocal erf erfc lgamma digamma reciprocal_no_nan conj real imag angle
    zero_fraction softplus softsign log_sigmoid
"""
BINARY: Final = """
    add subtract multiply divide floordiv floormod pow maximum minimum atan2 equal
    not_equal greater less_equal squared_difference divide_no_nan multiply_no_nan xdivy
    xlogy xlog1py mod truediv
"""
REDUCTIONS: Final = """
    reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_std reduce_variance
    reduce_logsumexp reduce_euclidean_norm argmax argmin count_nonzero
"""

MATH: Final = """
    tf.math.cumsum({x}, axis={axis}, exclusive={flag}, reverse={flag})
    tf.math.cumprod({x}, axis={axis})
    tf.math.cumulative_logsumexp({f}, axis={axis})
    tf.math.top_k({v}, k={small})
    tf.math.in_top_k({ids}, {table}, {small})
    tf.math.bincount({ids}, minlength={small})
    tf.math.segment_sum({rows}, [0, 0, 1])
    tf.math.unsorted_segment_max({rows}, {three_ids}, 4)
    tf.math.unsorted_segment_mean({frows}, {three_ids}, 4)
    tf.math.betainc({p}, {p}, {p})
    tf.math.igamma({p}, {p})
    tf.math.polygamma(1.0, {p})
    tf.math.zeta({p} + 1.5, {p})
    tf.math.special.bessel_i0e({f})
    tf.math.special.dawsn({f})
    tf.math.nextafter({f}, {f})
    tf.math.confusion_matrix({three_ids}, {three_ids}, 4)
    tf.math.l2_normalize({f}, axis={axis})
    tf.math.accumulate_n([{x}, {x}])
    tf.add_n([{x}, {x}, {x}])
    tf.cast({x}, {dtype})
    tf.saturate_cast({x}, {dtype})
    tf.clip_by_value({x}, {one}, {one})
    tf.clip_by_norm({f}, 2.0, axes=[{axis}])
    tf.complex({f}, {f})
    tf.bitcast({x}, {dtype})
    tf.histogram_fixed_width({f}, [-2.0, 2.0], nbins=4)
    tf.reduce_all({b}, axis={axis})
    tf.reduce_any({b}, axis={axis}, keepdims={flag})
    tf.logical_and({b}, {b})
    tf.math.logical_xor({b}, {b})
    tf.bitwise.bitwise_xor({i}, {i})
    tf.bitwise.left_shift({i}, {ones})
    tf.bitwise.invert({i})
    {x} + {number}
    {number} - {x}
    {x} * {y}
    {x} / {number}
    {x} // {number}
    {x} % {number}
    {x} ** 2
    -{x}
    {x} == {y}
    {x} < {number}
    {b} & True
    abs({x})
"""
ARRAYS: Final = """
    tf.reshape({x}, [-1])
    tf.reshape({x}, [{small}, -1])
    tf.transpose({x})
    tf.transpose({cube}, perm={perm})
    tf.concat([{x}, {x}], axis={axis})
    tf.stack([{x}, {x}], axis={axis})
    tf.unstack({cube}, axis={axis3})
    tf.split({cube}, {small}, axis={axis3})
    tf.gather({cube}, {ids}, axis={axis3})
    tf.gather({cube}, [[0], [1]], axis=1, batch_dims=1)
    tf.gather_nd({cube}, [[0, 1], [1, 0]])
    tf.scatter_nd([[0], [2], [0]], {rows}, [4, 2])
    tf.tensor_scatter_nd_update({rows}, [[1], [2]], {rows}[:2])
    tf.tensor_scatter_nd_add({rows}, [[1], [1]], {rows}[:2])
    tf.where({b}, {x}, {x})
    tf.where({b})
    tf.boolean_mask({v3}, [True, False, True])
    tf.pad({cube}, [[1, 0], [0, 2], [1, 1]], mode={pad_mode})
    tf.tile({x}, [2] * {rank})
    tf.reverse({cube}, [{axis3}])
    tf.roll({cube}, shift={small}, axis={axis3})
    tf.sort({x}, axis={axis}, direction={direction})
    tf.argsort({x}, axis={axis}, direction={direction}, stable=True)
    tf.unique({v})
    tf.unique_with_counts({ids})
    tf.searchsorted(tf.sort({v3}), {v3}, side={side})
    tf.slice({cube}, [0, 1, 0], [{small}, 1, -1])
    tf.strided_slice({cube}, [0, 0], [2, 3], [1, 2])
    tf.broadcast_to({one}, [2, 3])
    tf.squeeze({x})
    tf.expand_dims({x}, {axis})
    tf.meshgrid({v}, {v3})
    tf.repeat({x}, {small}, axis={axis})
    tf.one_hot({ids}, 4, axis=-1)
    tf.one_hot({ids}, 3, on_value=5, off_value=-1, dtype={dtype})
    tf.fill([2, {small}], {one})
    tf.zeros_like({x})
    tf.ones([2, {small}], {dtype})
    tf.eye({small}, 3, dtype={dtype})
    tf.range({small}, 10, {small})
    tf.range(0.0, 1.0, 0.25)
    tf.linspace({fone}, {fone}, 4)
    tf.linspace(t(-3, 'int16', []), t({small}, 'int16', []), {small})
    tf.sequence_mask({ids}, 5)
    tf.reverse_sequence({cube}, [1, 2], seq_axis=1)
    tf.space_to_batch({image}, [2, 2], [[0, 0], [0, 0]])
    tf.batch_to_space(tf.tile({image}, [4, 1, 1, 1]), [2, 2], [[0, 0], [0, 0]])
    tf.dynamic_partition({v3}, [0, 1, 0], 2)
    tf.dynamic_stitch([[0, 2], [1]], [{v3}[:2], {v3}[:1]])
    tf.rank({x})
    tf.size({x}, out_type=tf.int64)
    tf.shape({x})
    tf.identity({x})
    tf.constant({x}.numpy().tolist())
    tf.convert_to_tensor([{one}, {one}])
    {cube}[{small}:, ..., 0]
    {cube}[:, ::-1, tf.newaxis]
    {cube}[-1, {small}]
    tf.nn.relu({x})[..., 0]
    tf.unravel_index([3, 5], [2, 3])
    tf.edit_distance(tf.sparse.from_dense([[1, 2]]), tf.sparse.from_dense([[1, 3]]))
    tf.ensure_shape({x}, None)
    tf.guarantee_const({x})
"""
LINALG: Final = """
    tf.matmul({m}, {m})
    tf.matmul({m}, {w}, transpose_a={flag})
    tf.linalg.matvec({m}, {v3})
    tf.tensordot({cube}, {rows}, axes=1)
    tf.einsum('ij,jk->ik', {m}, {w})
    tf.einsum('...ij->...ji', {cube})
    tf.norm({x}, ord={order}, axis={axis})
    tf.linalg.det({fm})
    tf.linalg.slogdet({fm})
    tf.linalg.inv({fm})
    tf.linalg.solve({fm}, {fw})
    tf.linalg.triangular_solve({fm}, {fw}, lower={flag}, adjoint={flag})
    tf.linalg.cholesky({spd})
    tf.linalg.cholesky_solve(tf.linalg.cholesky({spd}), tf.ones([3, 1]))
    tf.linalg.lstsq({spd}, tf.ones([3, 2]))
    tf.linalg.expm({fm} * 0.1)
    tf.linalg.eigvalsh({spd})
    tf.linalg.svd({fw}, compute_uv=False)
    tf.linalg.band_part({m}, {small}, 0)
    tf.linalg.diag({v}, k={small})
    tf.linalg.diag_part({m}, k=0)
    tf.linalg.set_diag({m}, {v3})
    tf.linalg.trace({m})
    tf.linalg.cross({v3}, {v3})
    tf.linalg.pinv({fw})
    tf.linalg.adjoint({m})
    tf.linalg.tensor_diag({v})
    tf.linalg.tensor_diag_part({m})
    tf.linalg.matrix_rank({spd})
    tf.linalg.global_norm([{f}, {f}])
    tf.linalg.lu_solve(*tf.linalg.lu({spd}), tf.ones([3, 1]))
    tf.linalg.tridiagonal_matmul({fm}, tf.ones([3, 2]), diagonals_format='compact')
"""
NEURAL: Final = """
    tf.nn.relu({x})
    tf.nn.relu6({f})
    tf.nn.elu({f})
    tf.nn.selu({f})
    tf.nn.gelu({f}, approximate={flag})
    tf.nn.silu({f})
    tf.nn.leaky_relu({f}, alpha=0.1)
    tf.nn.crelu({f})
    tf.nn.softmax({f}, axis={axis})
    tf.nn.log_softmax({f})
    tf.nn.softplus({f})
    tf.nn.l2_loss({f})
    tf.nn.softmax_cross_entropy_with_logits({table}, {table})
    tf.nn.sparse_softmax_cross_entropy_with_logits({three_ids}, {table})
    tf.nn.sigmoid_cross_entropy_with_logits({f}, {f})
    tf.nn.weighted_cross_entropy_with_logits({f}, {f}, 0.7)
    tf.nn.log_poisson_loss({p}, {p}, compute_full_loss={flag})
    tf.nn.conv1d({signal}, {taps}, {small}, {padding})
    tf.nn.conv2d({image}, {kernel}, {small}, {padding})
    tf.nn.conv2d({image}, {kernel}, 1, {padding}, dilations=2)
    tf.nn.conv2d_transpose({image}, {kernel_t}, [1, 8, 8, 2], 2, 'SAME')
    tf.nn.depthwise_conv2d({image}, {kernel}, [1, {small}, {small}, 1], {padding})
    tf.nn.separable_conv2d({image}, {kernel}, {point}, [1, 1, 1, 1], {padding})
    tf.nn.max_pool2d({image}, {small}, {small}, {padding})
    tf.nn.avg_pool2d({image}, {small}, {small}, {padding})
    tf.nn.pool({image}, [2, 2], {pooling}, padding={padding})
    tf.nn.max_pool_with_argmax({image}, 2, 2, {padding})
    tf.nn.avg_pool1d({signal}, 2, 1, {padding})
    tf.nn.erosion2d({image}, {filter}, [1, 1, 1, 1], {padding}, 'NHWC', [1, 1, 1, 1])
    tf.nn.bias_add({rows}, {two})
    tf.nn.moments({cube}, axes=[{axis3}], keepdims={flag})
    tf.nn.batch_normalization({f}, 0.5, 2.0, None, 1.5, 0.001)
    tf.nn.local_response_normalization({image}, depth_radius=1)
    tf.nn.embedding_lookup({rows}, {ids})
    tf.nn.depth_to_space({image4}, 2)
    tf.nn.space_to_depth({image}, 2)
    tf.nn.in_top_k({three_ids}, {table}, 2)
    tf.nn.dropout({f}, 0.0)
    tf.nn.scale_regularization_loss({one})
    tf.nn.isotonic_regression({f32})
    tf.nn.ctc_greedy_decoder(tf.ones([2, 1, 3]), [2])
    tf.nn.normalize_moments(4.0, [2.0], [3.0], None)
"""
TEXT: Final = """
    tf.strings.join([{s}, {s}], separator='-')
    tf.strings.split({text})
    tf.strings.split({text}, sep='a', maxsplit={small})
    tf.strings.length({s}, unit={unit})
    tf.strings.substr({text}, {small}, {small})
    tf.strings.upper({s})
    tf.strings.lower({s})
    tf.strings.strip({s})
    tf.strings.regex_replace({s}, '[ab]+', '<\\\\0>', replace_global={flag})
    tf.strings.regex_full_match({s}, '[a-c ]*')
    tf.strings.reduce_join({text}, axis=0, separator=',')
    tf.strings.to_hash_bucket_fast({s}, 100)
    tf.strings.to_hash_bucket_strong({s}, 100, [1, 2])
    tf.strings.to_number(['1.5', '-2e3', ' 7 '], {dtype})
    tf.strings.as_string({x}, precision={precision})
    tf.strings.bytes_split({text})
    tf.strings.unicode_split({text}, 'UTF-8')
    tf.strings.unicode_decode({text}, 'UTF-8')
    tf.strings.unicode_script([97, 945, 1072])
    tf.strings.unicode_transcode({s}, 'UTF-8', 'UTF-16-BE')
    tf.strings.ngrams({text}, 2)
    tf.strings.format('<{{}}> {{}}', [{i}, {f}], summarize={small})
    tf.io.decode_raw(['abcd', 'efgh'], {dtype})
    tf.io.encode_base64({s}, pad={flag})
    tf.io.serialize_tensor({x})
    tf.io.decode_csv(['1,2.5', '3,4'], [[1], [0.5]])
"""
OPERATORS: Final = """
    tf.linalg.LinearOperatorFullMatrix({fm}).matmul({fw}, adjoint={flag})
    tf.linalg.LinearOperatorFullMatrix({fm}).solve({fw}, adjoint={flag})
    tf.linalg.LinearOperatorFullMatrix({fm}).log_abs_determinant()
    tf.linalg.LinearOperatorDiag({v3}).matvec({v3})
    tf.linalg.LinearOperatorDiag({v3}).inverse().to_dense()
    tf.linalg.LinearOperatorLowerTriangular({fm}).solvevec({fv3})
    tf.linalg.LinearOperatorScaledIdentity(3, {fone}).determinant()
    tf.linalg.LinearOperatorIdentity({small}, dtype={dtype}).to_dense()
    tf.linalg.LinearOperatorZeros({small}).matmul({fm})
    tf.linalg.LinearOperatorKronecker([
        tf.linalg.LinearOperatorFullMatrix({fm}),
        tf.linalg.LinearOperatorDiag({fv3})]).trace()
    tf.linalg.LinearOperatorBlockDiag([
        tf.linalg.LinearOperatorFullMatrix({fm}),
        tf.linalg.LinearOperatorDiag({fv3})]).to_dense()
    tf.linalg.LinearOperatorToeplitz({fv3}, {fv3}).to_dense()
    tf.linalg.LinearOperatorTridiag({fm}).matvec({fv3})
    tf.linalg.LinearOperatorHouseholder({fv3}).to_dense()
    tf.linalg.LinearOperatorPermutation([1, 2, 0]).matmul({fw}, adjoint={flag})
    tf.linalg.LinearOperatorCirculant({fv3}, tf.float32).matvec({fv3})
    tf.linalg.LinearOperatorLowRankUpdate(
        tf.linalg.LinearOperatorDiag({fv3}), {fw}).matmul({fm})
    (tf.linalg.LinearOperatorDiag({fv3}) @ tf.linalg.LinearOperatorFullMatrix({fm}))
        .to_dense()
    tf.quantization.quantize({f32}, -1.0, 2.0, tf.qint16, {qmode})[1:]
    tf.fingerprint({s})
    tf.image.extract_glimpse({image}, [2, 3], [[0.2, -0.4]], noise='zero')
    tf.math.approx_max_k({frows}, {small})
    tf.get_static_value({x})
    tf.linalg.experimental.conjugate_gradient(tf.linalg.LinearOperatorFullMatrix({spd},
        is_self_adjoint=True, is_positive_definite=True), {fv3}, tol=1e-3).i
"""
IMAGES: Final = """
    tf.image.resize({image}, [3, 5], method={method})
    tf.image.resize({image}, [2, 2], method={method}, antialias=True)
    tf.image.resize_with_pad({image}, 6, 3)
    tf.image.resize_with_crop_or_pad({image}, 3, 6)
    tf.image.flip_left_right({image})
    tf.image.rot90({image}, k={small})
    tf.image.transpose({image})
    tf.image.adjust_brightness({image}, 0.3)
    tf.image.adjust_contrast({image}, 2.0)
    tf.image.adjust_hue({photo}, 0.2)
    tf.image.adjust_saturation({photo}, 0.5)
    tf.image.adjust_gamma({photo}, 2.0)
    tf.image.rgb_to_grayscale({photo})
    tf.image.grayscale_to_rgb({photo}[..., :1])
    tf.image.rgb_to_hsv({photo})
    tf.image.rgb_to_yuv({photo})
    tf.image.rgb_to_yiq({photo})
    tf.image.per_image_standardization({image})
    tf.image.convert_image_dtype({image}, {dtype})
    tf.image.central_crop({image}, 0.5)
    tf.image.crop_to_bounding_box({image}, 1, 0, 2, 3)
    tf.image.pad_to_bounding_box({image}, 1, 0, 6, 5)
    tf.image.crop_and_resize({image}, [[0.0, 0.0, 0.5, 0.9]], [0], [2, 3])
    tf.image.extract_patches({image}, [1, 2, 2, 1], [1] * 4, [1] * 4, {padding})
    tf.image.sobel_edges({image})
    tf.image.total_variation({image})
    tf.image.psnr({photo}, {photo}, 1.0)
    tf.image.image_gradients({image})
    tf.image.non_max_suppression([[0.0, 0, 1, 1], [0, 0, 1, 0.9]], [0.3, 0.7], 2)
    tf.image.draw_bounding_boxes({image}, [[[0.0, 0.0, 1.0, 1.0]]], [[1.0, 0.0]])
"""
SIGNALS: Final = """
    tf.signal.fft(tf.cast({fv}, tf.complex64))
    tf.signal.ifft2d(tf.cast({fm}, tf.complex64))
    tf.signal.rfft({fv}, fft_length=[{small}])
    tf.signal.irfft(tf.cast({fv}, tf.complex64))
    tf.signal.fftshift({cube}, axes={axis3})
    tf.signal.frame({fv}, 2, 1, pad_end={flag})
    tf.signal.stft(tf.ones([16]), 8, 4)
    tf.signal.overlap_and_add({fm}, 1)
    tf.signal.dct({fv}, type={dct})
    tf.signal.mdct(tf.ones([8]), 4)
    tf.signal.hann_window({small} + 4)
    tf.signal.kaiser_window(5, beta=3.0)
    tf.signal.linear_to_mel_weight_matrix(4, 9, 8000)
"""
COMPOSITES: Final = """
    tf.sparse.to_dense(tf.sparse.from_dense({m}))
    tf.sparse.add(tf.sparse.from_dense({m}), tf.sparse.from_dense({m}))
    tf.sparse.reduce_sum(tf.sparse.from_dense({m}), axis=0)
    tf.sparse.sparse_dense_matmul(tf.sparse.from_dense({fm}), {fw})
    tf.sparse.transpose(tf.sparse.from_dense({w}))
    tf.sparse.reshape(tf.sparse.from_dense({w}), [-1])
    tf.sparse.softmax(tf.sparse.from_dense({fm}))
    tf.sparse.concat(0, [tf.sparse.from_dense({w}), tf.sparse.from_dense({w})])
    tf.sparse.slice(tf.sparse.from_dense({m}), [1, 0], [2, 2])
    tf.sets.intersection({sorted_ids}, {sorted_ids})
    tf.sets.size(tf.sets.union({sorted_ids}, {sorted_ids}))
    tf.RaggedTensor.from_row_lengths({v3}, [1, 2])
    tf.RaggedTensor.from_row_lengths({v3}, [2, 0, 1]) + {one}
    tf.reduce_sum(tf.RaggedTensor.from_row_lengths({v3}, [2, 0, 1]), axis={axis})
    tf.RaggedTensor.from_row_splits({v3}, [0, 0, 3]).to_tensor()
    tf.concat([tf.RaggedTensor.from_row_lengths({v3}, [2, 1])] * 2, axis={axis})
    tf.ragged.range([1, {small}], 4)
    tf.ragged.boolean_mask({m}, [[True, False, True]] * 3)
    tf.gather(tf.RaggedTensor.from_row_lengths({v3}, [2, 1]), [1, 0])
"""
NUMBERS: Final = """
    tf.random.stateless_uniform([3], seed=[1, {small}], dtype={fdtype})
    tf.random.stateless_normal([2, 2], seed=[{small}, 2])
    tf.random.stateless_uniform([4], [1, 2], minval=-3, maxval=9, dtype=tf.int32)
    tf.random.stateless_truncated_normal([3], [1, {small}])
    tf.random.Generator.from_seed({small}).normal([3])
    tf.random.Generator.from_seed({small}).uniform([3], maxval=10, dtype=tf.int64)
    tf.random.experimental.stateless_shuffle({v3}, seed=[1, {small}])
    tf.random.experimental.stateless_fold_in([1, 2], {small})
    tf.random.stateless_categorical([[0.1, 0.9]], 4, [1, {small}])
    tf.quantization.fake_quant_with_min_max_args({f32}, min=-1.0, max=2.0)
    tf.quantization.quantize_and_dequantize_v2({f32}, -1.0, 1.0, range_given=True)
    tf.debugging.check_numerics({f}, 'what')
    tf.debugging.assert_non_negative({x})
    tf.debugging.assert_near({f}, {f})
    tf.map_fn(lambda e: e + e, {v3})
    tf.scan(lambda p, e: p + e, {v3})
    tf.foldl(lambda p, e: p + e, {v3})
    tf.vectorized_map(lambda e: e * 2, {fv3})
    tf.nest.map_structure(lambda e: e, [{x}, {{'k': {one}}}])
"""


def _families() -> dict[str, list[str]]:
    lines = {
        "math": MATH,
        "arrays": ARRAYS,
        "linalg": LINALG,
        "neural": NEURAL,
        "text": TEXT,
        "images": IMAGES,
        "operators": OPERATORS,
        "signals": SIGNALS,
        "composites": COMPOSITES,
        "numbers": NUMBERS,
    }
    found = {
        name: [
            " ".join(each.split()) for each in re.split(r"\n    (?=\S)", text) if each
        ]
        for name, text in lines.items()
    }
    found["elementwise"] = [f"tf.math.{name}({{x}})" for name in UNARY.split()] + [
        f"tf.math.{name}({{x}}, {{y}})" for name in BINARY.split()
    ]
    found["reductions"] = [
        f"tf.math.{name}({{x}}, axis={{axis}})" for name in REDUCTIONS.split()
    ]
    return found


TEMPLATES: Final = {
    family: [each for each in found if each.strip()]
    for family, found in _families().items()
}
