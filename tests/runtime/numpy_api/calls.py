"""Calls of `tf.experimental.numpy`, and expressions for each mode of promotion."""

from __future__ import annotations

from typing import Final

FLOATS: Final = (
    "arccos arcsin arctan arctanh cbrt ceil cos cosh deg2rad exp exp2 expm1 fix floor "
    "log log10 log1p log2 rad2deg sin sinc sinh sqrt tan tanh isnan isinf isfinite"
)
SAME: Final = (
    "abs absolute around conj conjugate copy fabs positive round sign square ravel "
    "flip iscomplex isreal real imag logical_not signbit ones_like zeros_like trace "
    "flipud fliplr transpose nonzero iscomplexobj isrealobj isscalar ndim shape size "
    "atleast_1d atleast_2d atleast_3d diag diagonal tril triu argsort sort squeeze"
)
OF_TWO: Final = (
    "add divide divmod equal floor_divide greater greater_equal isclose less "
    "less_equal logical_and logical_or logical_xor maximum minimum multiply not_equal "
    "power remainder subtract true_divide heaviside hypot logaddexp logaddexp2 dot "
    "inner outer matmul kron concatenate2 stack2 append tensordot2 vdot allclose "
    "array_equal"
)
REDUCTIONS: Final = (
    "sum prod mean amax amin max min var std ptp all any argmax argmin count_nonzero "
    "cumsum cumprod nansum nanmean nanprod average"
)

WITHOUT_KEEPDIMS: Final = (
    "argmax",
    "argmin",
    "cumsum",
    "cumprod",
    "count_nonzero",
    "average",
)

MATRICES: Final = {
    "i": "t([3, 1, 2, 5, 4, 6], 'int32', [2, 3])",
    "b": "t([3, -1, 2, 5, 4, 6], 'int8', [2, 3])",
    "f": "t([0.5, 0.25, -0.75, 0.125, 0.9, 0.3], 'float32', [2, 3])",
    "d": "t([0.5, 2.5, -1.5, 1.0, 0.25, 3.0], 'float64', [2, 3])",
}
PAIRS: Final = (
    ("t([3, 1, 2], 'int32', [3])", "t([0.5, 2.5, 1.5], 'float32', [3])"),
    ("t([3, 1, 2], 'int8', [3])", "t([1, 2, 4], 'int32', [3])"),
    ("t([0.5, 2.5, 1.5], 'float32', [3])", "[1, 2, 3]"),
    ("t([3, 1, 2], 'uint8', [3])", "2"),
)

HAND: Final = """
angle(1j)
angle([1 + 1j, -2.0], deg=True)
append(M, [[1, 2, 3]], axis=0)
arange(5)
arange(1, 4, 0.5)
arange(5, dtype='float32')
array([1, 2.5, True])
array([[1], [2]], ndmin=3)
array([M, M], dtype='float32')
asarray([1, 2], 'int8')
arctan2(t([1.0, -1.0], 'float32', [2]), 2.0)
average(M, axis=1)
average(M, axis=1, weights=[1.0, 2.0, 3.0])
average(M, weights=M, returned=True)
average(M, axis=0, returned=True)
bitwise_and(M, 3)
bitwise_or(M, 8)
bitwise_xor(M, M)
bitwise_not(M)
broadcast_arrays(M, [1.5])
broadcast_to([1, 2], (3, 2))
clip(M, 2, 4)
clip(M, None, 4)
clip(M, 2.5, None)
compress([True, False, True], M, axis=1)
compress([False, True], M)
concatenate([M, M], axis=1)
cross([1, 2, 3], [4.0, 5.0, 6.0])
cross([1, 2], [3, 4])
cross(M, M + 1)
diag([1, 2], 1)
diag(M, -1)
diagflat([[1, 2], [3, 4]])
diagonal(t(list(range(12)), 'int32', [2, 3, 2]), 0, 0, 2)
diag_indices(3)
diff(M)
diff(M, 2)
diff(M, axis=0)
dsplit(t(list(range(8)), 'int32', [1, 2, 4]), 2)
dstack([[1, 2], [3, 4]])
einsum('ij,kj->ik', M, M)
einsum('ij->j', M)
empty_like(M)
expand_dims(M, -1)
eye(2, 3, 1)
eye(3, dtype='int32')
finfo('float32').bits
flatten(M, 'F')
flip(M, 1)
full((2, 2), 1.5)
full_like(M, 7)
gcd(M, 6)
gcd([0, 12, -18], [0, 18, 12])
geomspace(1.0, 1000.0, 4)
hsplit(M, 3)
hstack([[1, 2], [3.5]])
hstack([M, M])
identity(3)
isneginf(t([1.0, float('-inf')], 'float32', [2]))
isposinf(t([1.0, float('inf')], 'float32', [2]))
issubdtype('int32', 'float64')
ix_([0, 1], [2])
lcm(M, 4)
linspace(0, 1, 5)
linspace(0.0, 1.0, 4, endpoint=False)
linspace(0, 10, 5, retstep=True)
linspace([0, 1], [2, 3], 3)
linspace([0, 1], [2, 3], 3, axis=-1)
logspace(0, 2, 3)
logspace(0, 2, 3, base=2.0)
matmul(M, [1, 2, 3])
matmul([1, 2], M)
meshgrid([1, 2], [3.5, 4, 5])
meshgrid([1, 2], [3, 4, 5], indexing='ij')
mod([-5, 5], 3)
moveaxis(t(list(range(6)), 'int32', [1, 2, 3]), 0, -1)
moveaxis(t(list(range(6)), 'int32', [1, 2, 3]), (0, 1), (-1, 0))
nextafter(t([1.0], 'float32', [1]), 2.0)
ones((2, 2), 'int32')
pad(M, [[1, 0], [0, 2]], 'constant')
pad(M, [[1, 0], [0, 2]], 'constant', constant_values=9)
pad(M, [[1, 1], [1, 1]], 'reflect')
pad(M, [[1, 1], [1, 1]], 'symmetric')
pad(M, [[1, 1], [1, 1]], 'edge')
polyval([1, 2, 3], 2.0)
polyval([1.0, 2.0], M)
promote_types('int8', 'uint8')
reciprocal(t([2.0, 4.0], 'float32', [2]))
repeat(M, 2)
repeat(M, 2, axis=1)
repeat([1, 2], [2, 1])
reshape(M, (3, 2))
reshape(M, -1)
reshape(M, (3, 2), order='F')
reshape(M, (3, 2), order='A')
result_type(M, 1.5)
roll(M, 1)
roll(M, 1, axis=1)
rot90(M)
rot90(M, 2)
rot90(M, 3)
rot90(M, -2)
select([[True, False, False], [True, True, False]], [[1, 2, 3], [4, 5, 6]], 9)
select([M > 3], [M], 0.5)
sign([1 + 2j, -3j])
size([[1, 2]], 0)
sort(M, axis=0)
sort(M, axis=None)
sort(M, kind='heapsort')
argsort(M, axis=None)
argsort(M, 0, kind='stable')
split([1, 2, 3, 4], [1, 3])
split(M, 3, axis=1)
split(M, [1], axis=1)
squeeze([[[1], [2]]], 0)
stack([M, M], axis=1)
swapaxes(M, 0, 1)
take(M, [0, 9])
take(M, [0, -1], axis=1)
take(M, [0, 4], axis=1, mode='wrap')
take(M, 1, axis=0)
take_along_axis(M, [[0], [2]], 1)
take_along_axis(M, argsort(M, 1), 1)
tensordot(M, M, [[1], [1]])
tile(M, 2)
tile(M, (2, 1, 2))
tile([1, 2], (2, 2))
trace(t(list(range(8)), 'int32', [2, 2, 2]))
trace(M, 1)
transpose(M, (1, 0))
tri(3)
tri(2, 3, 1, 'int32')
tri(2, -1)
tril(M, -1)
triu(M, 1)
vander([1, 2, 3])
vander([1, 2, 3], 2, increasing=True)
vander([1, 2], -1)
var(M, ddof=0, axis=1, keepdims=True)
var(M, dtype='float32')
var(t([1j, 2.0], 'complex64', [2]))
vdot([1 + 1j, 2], [3, 4j])
vsplit(M, 2)
vstack([[1, 2, 3], M])
where([True, False, True], 1, M)
where(M > 2)
where(M > 2, M)
zeros(3)
zeros_like(M, 'float32')
mean(M, dtype='float32')
sum(M, dtype='float32', axis=0)
mean(t([1.0, 2.0], 'float16', [2]))
nanmean(t([1.0, float('nan'), 3.0], 'float32', [3]))
nansum(t([1.0, float('nan'), 3.0], 'float64', [3]), keepdims=True)
nanprod(t([1.0, float('nan'), 3.0], 'float32', [3]))
isclose(float('nan'), float('nan'), equal_nan=True)
isclose([1.0, 2.0], [1.0, 2.00001])
allclose([1.0, 2.0], [1.0, 2.00001], rtol=1e-3)
array_equal([1, 2], [1, 2, 3])
array([[1], [2, 3]])
random.randint(3, 4, size=[2])
random.rand(2, 3).shape
random.randn(2).dtype.name
random.poisson(0.0, [2])
random.uniform(size=[2]).dtype.name
amax(M, axis=(0, 1))
max(t([1, 0], 'bool', [2]))
sum(t([1, 0, 1], 'bool', [3]))
arccosh(t([1.5, 2.0], 'float32', [2]))
arcsinh(M)
log(t([1 + 1j], 'complex64', [1]))
abs(t([3 + 4j], 'complex64', [1]))
"""


def calls() -> list[str]:
    """Every call, as an expression of `np` and `t`."""
    np = "tf.experimental.numpy"
    found = [f"{np}.{name}({MATRICES[key]})" for name in FLOATS.split() for key in "if"]
    found += [f"{np}.{name}({MATRICES[key]})" for name in SAME.split() for key in "id"]
    found += [f"{np}.{name}(2.5)" for name in (*FLOATS.split()[:3], *SAME.split()[:12])]
    for name in OF_TWO.split():
        for x, y in PAIRS:
            whole = f"[{x}, {y}]" if name[-1] == "2" and name != "logaddexp2" else None
            if whole and name == "tensordot2":
                found.append(f"{np}.tensordot({x}, {y}, 1)")
            elif whole and y != "2":
                found.append(f"{np}.{name[:-1]}({whole})")
            elif not whole and not (name == "matmul" and y == "2"):
                found.append(f"{np}.{name}({x}, {y})")
    for name in REDUCTIONS.split():
        found += [f"{np}.{name}({MATRICES[key]})" for key in MATRICES]
        found.append(f"{np}.{name}({MATRICES['b']}, axis=1)")
        if name not in WITHOUT_KEEPDIMS:
            found.append(f"{np}.{name}({MATRICES['d']}, axis=0, keepdims=True)")
    for line in HAND.strip().splitlines():
        text = line.replace("argsort(M, 1))", f"{np}.argsort(M, 1))")
        found.append(f"{np}.{text}".replace("(M", "(" + MATRICES["i"]))
    return [
        each.replace(" M,", f" {MATRICES['i']},")
        .replace("[M", "[" + MATRICES["i"])
        .replace(" M)", f" {MATRICES['i']})")
        .replace(" M]", f" {MATRICES['i']}]")
        .replace(" M +", f" {MATRICES['i']} +")
        for each in dict.fromkeys(found)
    ]


MODES: Final = ("off", "legacy", "legacy32", "safe", "all")

SETUP: Final = """
i32 = tf.constant([1, 2], tf.int32)
i64 = tf.constant([1, 2], tf.int64)
i8 = tf.constant([1, 2], tf.int8)
u8 = tf.constant([1, 2], tf.uint8)
bf = tf.constant([1.0, 2.0], tf.bfloat16)
f16 = tf.constant([1.0, 2.0], tf.float16)
f32 = tf.constant([1.0, 2.0], tf.float32)
f64 = tf.constant([1.0, 2.0], tf.float64)
c64 = tf.constant([1.0, 2.0], tf.complex64)
c128 = tf.constant([1.0, 2.0], tf.complex128)
u16 = tf.constant([1, 2], tf.uint16)
u32 = tf.cast(i32, tf.uint32)
u64 = tf.cast(i32, tf.uint64)
i16 = tf.constant([1, 2], tf.int16)
b = tf.constant([True, False])
m = tf.reshape(tf.range(6), [2, 3])
cube = tf.reshape(tf.range(24), [2, 3, 4])
v = tf.Variable([1, 2])
"""

DTYPES: Final = "b u8 u16 u32 u64 i8 i16 i32 i64 bf f16 f32 f64 c64 c128"
NUMBERS: Final = ("1", "1.5", "1j")

IN_EACH_MODE: Final = """
i32.T
m.T
m.astype('float32')
m.reshape(3, 2)
m.reshape((3, 2))
m.reshape(-1)
m.ravel()
m.flatten('F')
m.clip(1, 3)
m.max()
m.max(0)
m.min(1)
m.mean()
m.mean(0)
m.transpose()
m.transpose(1, 0)
m.tolist()
m.size
m.data
+i32
m[[1, 0]]
m[b]
m[i32 - 1]
m[[0, 1], 1:]
m[:, [0, 2]]
m[1, [0, 2]]
m[[0, 1], [0, 2]]
m[[0, 1], None, [0, 2]]
m[..., [0, 2]]
m[m > 2]
m[[True, False]]
m[[-1, 0]]
cube[:, [0, 2], 1]
cube[[0, 1], :, [1, 2]]
cube[0, [[0, 1], [1, 2]]]
cube[:, [[0, 1]], ::2]
cube[1, ..., [0, 3]]
cube[:, b[0:1], 0] if False else cube[0, 1, 2]
cube[:, None, [1]]
i32[1.5]
m[1]
m[:, 1:]
np.ones(2) + i32
i32 + np.ones(2)
v + 1
v * f32
v + 1.5
1.5 - v
i32 @ i64
m @ i64[:1] if False else m + 0
-tf.constant(1)
abs(tf.constant(-1.5))
tf.constant(2) * f16
tf.constant(2) / tf.constant(4)
tf.constant(True)
tf.constant([1, 2.5])
tf.constant(1, tf.int32)
tf.convert_to_tensor(1)
tf.sqrt(4.0)
tf.add(1, 2.5)
tf.multiply(u8, 2)
tf.reduce_sum([1, 2])
tf.maximum(1, 2.5)
tf.matmul([[1.0]], tf.constant([[1]]))
tf.identity(tf.constant(1))
tf.stack([1, 2])
tf.cast(tf.constant(1), tf.float32)
tf.math.floordiv(tf.constant(7), 2)
tf.math.divide_no_nan(f32, 0)
tf.math.log1p(1.0)
tf.nn.softplus(1.0)
tf.linalg.matvec(tf.cast([[1, 2], [3, 4]], tf.float16), [1.0, 2.0])
tf.function(lambda x: x * 1.5)(f16)
tf.function(lambda x: x + f32)(i32)
tf.experimental.numpy.where(b, 1, 2.5)
tf.experimental.numpy.zeros(2)
tf.experimental.numpy.arange(3)
tf.experimental.numpy.sum(i8)
tf.experimental.numpy.mean(i32)
tf.experimental.numpy.array([1, 2.5])
tf.experimental.numpy.sin(1)
tf.experimental.numpy.concatenate([i32, f32])
tf.experimental.numpy.matmul(i32, f64)
tf.experimental.numpy.add(i32, f32)
"""


def expressions() -> list[str]:
    """What is evaluated in each mode of promotion."""
    sums = [f"{x} + {y}" for x in DTYPES.split() for y in (*DTYPES.split(), *NUMBERS)]
    sums += [f"{x} * {y}" for x in NUMBERS for y in DTYPES.split() if y != "b"]
    others = [
        f"i8 {op} {y}" for op in ("-", "/", "//", "%", "**", "==") for y in ("2", "i32")
    ]
    return [*sums, *others, *IN_EACH_MODE.strip().splitlines()]


EVALUATION: Final = r"""
import warnings

import numpy as np


def described(value):
    if not hasattr(value, "dtype") or not hasattr(value, "shape"):
        return repr(value)
    array = np.asarray(value)
    array = array.astype(complex if array.dtype.kind == "c" else float)
    weak = "*" if "weak=True" in repr(value) else ""
    kind = getattr(value.dtype, "name", str(value.dtype))
    cells = " ".join(f"{each:.4g}" for each in array.ravel().tolist())
    return f"{kind}{weak}{list(array.shape)} {cells}"


def answer(text, names):
    try:
        return described(eval(text, names))
    except Exception as error:
        kind = type(error).__name__
        return kind if kind in ("IndexError", "AttributeError") else "Error"


def answers(mode, setup, texts):
    tf.experimental.numpy.experimental_enable_numpy_behavior(
        prefer_float32=mode == "legacy32",
        dtype_conversion_mode="legacy" if mode == "legacy32" else mode,
    )
    names = {"tf": tf, "np": np}
    exec(setup, names)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {text: answer(text, names) for text in texts}
"""
