"""Element-wise public functions, grouped by their arguments (unary, binary).

The functions that `tf.experimental.dispatch_for_unary_elementwise_apis` and its binary
counterparts dispatch, each under one name; the list is TensorFlow's.
"""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter
from typing import Any, Final

UNARY: Final = (
    "abs acos acosh as_string asin asinh atan atanh bitwise.invert cast clip_by_value "
    "compat.v1.ones_like compat.v1.to_bfloat16 compat.v1.to_complex128 "
    "compat.v1.to_complex64 compat.v1.to_double compat.v1.to_float compat.v1.to_int32 "
    "compat.v1.to_int64 compat.v1.zeros_like cos cosh debugging.check_numerics exp "
    "floor image.adjust_brightness image.adjust_gamma image.convert_image_dtype "
    "image.random_brightness image.stateless_random_brightness io.decode_base64 "
    "io.decode_compressed io.encode_base64 logical_not math.angle math.bessel_i0 "
    "math.bessel_i0e math.bessel_i1 math.bessel_i1e math.ceil math.conj math.digamma "
    "math.erf math.erfc math.erfcinv math.erfinv math.expm1 math.imag math.is_finite "
    "math.is_inf math.is_nan math.lgamma math.log math.log1p math.log_sigmoid "
    "math.ndtri math.nextafter math.real math.reciprocal math.reciprocal_no_nan "
    "math.rint math.rsqrt math.softplus math.special.bessel_j0 math.special.bessel_j1 "
    "math.special.bessel_k0 math.special.bessel_k0e math.special.bessel_k1 "
    "math.special.bessel_k1e math.special.bessel_y0 math.special.bessel_y1 "
    "math.special.dawsn math.special.expint math.special.fresnel_cos "
    "math.special.fresnel_sin math.special.spence negative nn.elu nn.gelu "
    "nn.leaky_relu nn.log_softmax nn.relu nn.relu6 nn.selu nn.silu nn.softsign "
    "ones_like round saturate_cast sigmoid sign sin sinh sqrt square strings.length "
    "strings.lower strings.regex_full_match strings.regex_replace strings.strip "
    "strings.substr strings.to_hash_bucket strings.to_hash_bucket_fast "
    "strings.to_hash_bucket_strong strings.to_number strings.unicode_script "
    "strings.unicode_transcode strings.upper tan tanh zeros_like"
)

BINARY: Final = (
    "add atan2 bitwise.bitwise_and bitwise.bitwise_or bitwise.bitwise_xor "
    "bitwise.left_shift bitwise.right_shift compat.v1.div complex divide equal greater "
    "greater_equal less less_equal logical_and logical_or math.divide_no_nan "
    "math.floordiv math.floormod math.logical_xor math.multiply_no_nan "
    "math.squared_difference math.xdivy math.xlog1py math.xlogy math.zeta maximum "
    "minimum multiply nn.sigmoid_cross_entropy_with_logits not_equal pow realdiv "
    "scalar_mul subtract truediv truncatediv truncatemod"
)

BINARY_ASSERTIONS: Final = (
    "debugging.assert_equal debugging.assert_greater debugging.assert_greater_equal "
    "debugging.assert_less debugging.assert_less_equal debugging.assert_near "
    "debugging.assert_none_equal"
)


def functions_named(names: str) -> list[Any]:
    """The public functions of these names, without aliases."""
    root = import_module("runtime")
    found: list[Any] = []
    for name in names.split():
        function = attrgetter(name)(root)
        if function not in found:
            found.append(function)
    return found


__all__ = ["BINARY", "BINARY_ASSERTIONS", "UNARY", "functions_named"]
