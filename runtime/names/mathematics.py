"""The table of public modules for mathematics: math, linalg, random, raw ops.

A module is its docstring and a table: private modules and the names that they define,
written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "math": (
        "Element-wise functions, reductions, cumulative and segment sums, counts.",
        {
            "runtime.math.approximation": "approx_max_k approx_min_k",
            "runtime.math.arithmetic": (
                "abs accumulate_n add add_n maximum minimum multiply multiply_no_nan "
                "negative polyval scalar_mul sign square squared_difference subtract"
            ),
            "runtime.math.comparison": (
                "equal greater greater_equal is_finite is_inf is_nan less less_equal "
                "logical_and logical_not logical_or logical_xor not_equal"
            ),
            "runtime.math.complex_numbers": "angle conj imag real",
            "runtime.math.counting": "bincount confusion_matrix",
            "runtime.math.division": (
                "divide divide_no_nan floordiv floormod mod reciprocal "
                "reciprocal_no_nan truediv xdivy"
            ),
            "runtime.math.error_functions": "erf erfc erfcinv erfinv ndtri",
            "runtime.math.exponentials": (
                "exp expm1 log log1p pow rsqrt sigmoid sqrt xlog1py xlogy"
            ),
            "runtime.math.gamma_functions": (
                "betainc digamma igamma igammac lgamma polygamma zeta"
            ),
            "runtime.math.ranking": "in_top_k invert_permutation sobol_sample top_k",
            "runtime.math.reductions": (
                "reduce_all reduce_any reduce_euclidean_norm reduce_max reduce_mean "
                "reduce_min reduce_prod reduce_sum"
            ),
            "runtime.math.rounding": "ceil floor nextafter rint round",
            "runtime.math.scans": "cumprod cumsum cumulative_logsumexp",
            "runtime.math.segments": (
                "segment_max segment_mean segment_min segment_prod segment_sum "
                "unsorted_segment_max unsorted_segment_mean unsorted_segment_min "
                "unsorted_segment_prod unsorted_segment_sqrt_n unsorted_segment_sum"
            ),
            "runtime.math.special_functions": (
                "bessel_i0 bessel_i0e bessel_i1 bessel_i1e"
            ),
            "runtime.math.statistics": (
                "argmax argmin count_nonzero is_non_decreasing is_strictly_increasing "
                "lbeta reduce_logsumexp reduce_std reduce_variance zero_fraction"
            ),
            "runtime.math.trigonometry": (
                "acos acosh asin asinh atan atan2 atanh cos cosh sin sinh tan tanh"
            ),
            "runtime.nn.activations": (
                "log_sigmoid log_softmax softmax softplus softsign"
            ),
            "runtime.nn.normalization": "l2_normalize",
        },
    ),
    "linalg": (
        "Products, decompositions and other functions of matrices.",
        {
            "runtime.arrays.filling": "eye",
            "runtime.linalg.decompositions": (
                "cholesky det eig eigh eigh_tridiagonal eigvals eigvalsh inv logdet "
                "logm lu qr slogdet sqrtm svd"
            ),
            "runtime.linalg.einsum": "einsum tensordot",
            "runtime.linalg.exponential": "expm",
            "runtime.linalg.norms": "matrix_rank norm normalize pinv",
            "runtime.linalg.operators.block_triangles": (
                "LinearOperatorBlockLowerTriangular"
            ),
            "runtime.linalg.operators.blocks": (
                "LinearOperatorBlockDiag LinearOperatorKronecker"
            ),
            "runtime.linalg.operators.circulants": (
                "LinearOperatorCirculant LinearOperatorCirculant2D "
                "LinearOperatorCirculant3D"
            ),
            "runtime.linalg.operators.compositions": (
                "LinearOperatorAdjoint LinearOperatorComposition "
                "LinearOperatorInversion"
            ),
            "runtime.linalg.operators.diagonals": "LinearOperatorDiag",
            "runtime.linalg.operators.identities": (
                "LinearOperatorIdentity LinearOperatorScaledIdentity "
                "LinearOperatorZeros"
            ),
            "runtime.linalg.operators.linear_operator": "LinearOperator",
            "runtime.linalg.operators.bands": (
                "LinearOperatorToeplitz LinearOperatorTridiag"
            ),
            "runtime.linalg.operators.matrices": (
                "LinearOperatorFullMatrix LinearOperatorHouseholder "
                "LinearOperatorLowerTriangular"
            ),
            "runtime.linalg.operators.permutations": "LinearOperatorPermutation",
            "runtime.linalg.operators.updates": "LinearOperatorLowRankUpdate",
            "runtime.linalg.products": "matmul matvec",
            "runtime.linalg.solving": (
                "banded_triangular_solve cholesky_solve lstsq lu_matrix_inverse "
                "lu_reconstruct lu_solve solve triangular_solve tridiagonal_matmul "
                "tridiagonal_solve"
            ),
            "runtime.linalg.transposes": (
                "adjoint band_part cross diag diag_part matrix_transpose set_diag "
                "tensor_diag tensor_diag_part trace"
            ),
            "runtime.math.clipping": "global_norm",
            "runtime.nn.normalization": "l2_normalize",
        },
    ),
    "random": (
        "Random tensors, stateful and stateless, and their generators.",
        {
            "runtime.random.candidates": (
                "all_candidate_sampler fixed_unigram_candidate_sampler "
                "learned_unigram_candidate_sampler log_uniform_candidate_sampler "
                "uniform_candidate_sampler"
            ),
            "runtime.random.generators": (
                "Generator create_rng_state get_global_generator set_global_generator"
            ),
            "runtime.random.sampling": (
                "categorical gamma normal poisson shuffle truncated_normal uniform"
            ),
            "runtime.random.seeds": "Algorithm set_seed",
            "runtime.random.stateless": (
                "fold_in split stateless_binomial stateless_categorical "
                "stateless_gamma stateless_normal "
                "stateless_parameterized_truncated_normal stateless_poisson "
                "stateless_truncated_normal stateless_uniform"
            ),
        },
    ),
    "signal": (
        "Fourier and cosine transforms, frames, windows, mel scale.",
        {
            "runtime.signal.cosine_transforms": "dct idct inverse_mdct mdct",
            "runtime.signal.framing": (
                "frame inverse_stft inverse_stft_window_fn overlap_and_add stft"
            ),
            "runtime.signal.mel": (
                "linear_to_mel_weight_matrix mfccs_from_log_mel_spectrograms"
            ),
            "runtime.signal.transforms": (
                "fft fft2d fft3d fftshift ifft ifft2d ifft3d ifftshift irfft irfft2d "
                "irfft3d rfft rfft2d rfft3d"
            ),
            "runtime.signal.transforms_over_axes": "fftnd ifftnd irfftnd rfftnd",
            "runtime.signal.windows": (
                "hamming_window hann_window kaiser_bessel_derived_window "
                "kaiser_window vorbis_window"
            ),
        },
    ),
    "bitwise": (
        "Operations on the bits of integers.",
        {
            "runtime.namespaces.bitwise": (
                "bitwise_and bitwise_or bitwise_xor invert left_shift right_shift"
            ),
        },
    ),
    "sets": (
        "Set operations; a set is a row along the last axis of a tensor.",
        {
            "runtime.namespaces.sets": "difference intersection size union",
        },
    ),
    "quantization": (
        "Rounding of floats to quantized values.",
        {
            "runtime.namespaces.quantization": (
                "Quantized dequantize fake_quant_with_min_max_args "
                "fake_quant_with_min_max_args_gradient fake_quant_with_min_max_vars "
                "fake_quant_with_min_max_vars_gradient "
                "fake_quant_with_min_max_vars_per_channel "
                "fake_quant_with_min_max_vars_per_channel_gradient quantize "
                "quantize_and_dequantize quantize_and_dequantize_v2 quantized_concat"
            ),
        },
    ),
    "quantization.experimental": (
        "Quantization of whole models, which is refused.",
        {
            "runtime.namespaces.refused": (
                "QuantizationComponentSpec QuantizationMethod QuantizationOptions "
                "TfRecordRepresentativeDatasetSaver UnitWiseQuantizationSpec "
                "quantize_saved_model"
            ),
        },
    ),
    "math.special": (
        "Special functions: Bessel functions and integrals.",
        {
            "runtime.math.special_functions": (
                "bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 "
                "bessel_k0 bessel_k0e bessel_k1 bessel_k1e bessel_y0 bessel_y1 dawsn "
                "expint fresnel_cos fresnel_sin spence"
            ),
        },
    ),
    "linalg.experimental": (
        "Conjugate gradients; the API may change.",
        {
            "runtime.linalg.operators.conjugate_gradients": "conjugate_gradient",
        },
    ),
    "random.experimental": (
        "Generators, stateless shuffles and seeds; the API may change.",
        {
            "runtime.random.generators": (
                "Generator create_rng_state get_global_generator set_global_generator"
            ),
            "runtime.random.seeds": "Algorithm",
            "runtime.random.shuffles": "index_shuffle stateless_shuffle",
            "runtime.random.stateless": (
                "stateless_fold_in=fold_in stateless_split=split"
            ),
        },
    ),
    "autodiff": (
        "Forward-mode and reverse-mode automatic differentiation.",
        {
            "runtime.gradients.forward_accumulator": "ForwardAccumulator",
            "runtime.gradients.tape": "GradientTape",
        },
    ),
    "dtypes": (
        "Dtypes, and functions on dtypes.",
        {
            "runtime": "bool cast complex saturate_cast",
            "runtime.namespaces.dtypes": "*",
        },
    ),
    "raw_ops": (
        "Every op as a function of keyword arguments.",
        {
            "runtime.namespaces.raw_ops": "*",
        },
    ),
    "experimental.numpy": (
        "NumPy's API on tensors.",
        {
            "runtime.numpy_api.behavior": "experimental_enable_numpy_behavior",
            "runtime.numpy_api.binary": (
                "add allclose arctan2 array_equal bitwise_and bitwise_or bitwise_xor "
                "clip divide divmod equal float_power floor_divide gcd greater "
                "greater_equal heaviside hypot isclose lcm less less_equal logaddexp "
                "logaddexp2 logical_and logical_or logical_xor maximum minimum mod "
                "multiply nextafter not_equal power promote_types remainder "
                "result_type subtract true_divide"
            ),
            "runtime.numpy_api.creation": (
                "array asanyarray asarray ascontiguousarray copy empty empty_like eye "
                "full full_like identity ones ones_like tri zeros zeros_like"
            ),
            "runtime.numpy_api.diagonals": ("diag diagflat diagonal trace tril triu"),
            "runtime.numpy_api.elementwise": (
                "abs absolute angle arccos arccosh arcsin arcsinh arctan arctanh "
                "around bitwise_not cbrt ceil conj conjugate cos cosh deg2rad exp exp2 "
                "expm1 fabs fix floor imag iscomplex iscomplexobj isfinite isinf isnan "
                "isneginf isposinf isreal isrealobj isscalar log log10 log1p log2 "
                "logical_not negative positive rad2deg real reciprocal round sign "
                "signbit sin sinc sinh sqrt square tan tanh"
            ),
            "runtime.numpy_api.extrema": "amax amin argmax argmin max min ptp",
            "runtime.numpy_api.joining": (
                "append concatenate dsplit dstack hsplit hstack split stack vsplit "
                "vstack"
            ),
            "runtime.numpy_api.products": (
                "cross dot einsum inner kron matmul outer polyval tensordot vdot"
            ),
            "runtime.numpy_api.ranges": (
                "arange diag_indices geomspace ix_ linspace logspace meshgrid vander"
            ),
            "runtime.numpy_api.reductions": (
                "all any average count_nonzero cumprod cumsum mean nanmean nanprod "
                "nansum prod std sum var"
            ),
            "runtime.numpy_api.selection": (
                "argsort compress diff nonzero select sort take take_along_axis where"
            ),
            "runtime.numpy_api.shaping": (
                "atleast_1d atleast_2d atleast_3d broadcast_arrays broadcast_to "
                "expand_dims flatten flip fliplr flipud moveaxis ndim pad ravel repeat "
                "reshape roll rot90 shape size squeeze swapaxes tile transpose"
            ),
            "runtime.numpy_api.types": "*",
        },
    ),
    "experimental.numpy.random": (
        "NumPy's legacy random functions.",
        {
            "runtime.numpy_api.random_numbers": (
                "poisson rand randint randn random seed standard_normal uniform"
            ),
        },
    ),
}
