"""What NumPy behavior adds to tensors: methods, indexing, conversions."""

import operator
from functools import partial

import numpy as np

import runtime as tf
from tests.runtime import shown_answers

tnp = tf.experimental.numpy


def show(label, ask):
    """Shows the value, or that it is refused; messages are TensorFlow's own."""

    def asked():
        try:
            return ask()
        except (AttributeError, IndexError, TypeError, ValueError, tf.errors.OpError):
            return "refused"

    shown_answers.show(label, asked)


tnp.experimental_enable_numpy_behavior()
x = tf.constant([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
i = tf.constant([[3, 1, 2], [6, 5, 4]])
for name in ("T", "ndim", "size", "shape", "dtype", "data"):
    show(name, partial(getattr, x, name))
for name in (
    "ravel",
    "transpose",
    "tolist",
    "any",
    "all",
    "sum",
    "mean",
    "max",
    "min",
    "argmax",
    "astype",
    "reshape",
    "clip",
    "round",
    "conj",
    "flatten",
    "item",
    "copy",
    "nonzero",
    "prod",
    "std",
    "var",
    "cumsum",
    "squeeze",
    "repeat",
    "dot",
    "take",
    "swapaxes",
    "diagonal",
    "trace",
    "sort",
    "argsort",
):
    show(f"method {name}", getattr(x, name, None) or partial(getattr, x, name))
show("astype", lambda: x.astype(np.int32))
show("astype str", lambda: x.astype("int8"))
show("reshape", lambda: x.reshape(3, 2))
show("reshape tuple", lambda: x.reshape((3, -1)))
show("transpose", lambda: x.transpose((1, 0)))
show("clip", lambda: x.clip(2, 4))
show("len", lambda: len(x))
show("iter", lambda: [v.shape for v in x])
show("bool", lambda: bool(tf.constant(3)))
show("int", lambda: int(tf.constant(3.5)))
show("index", lambda: [1, 2, 3][tf.constant(1)])
show("hash", lambda: hash(x))
show("eq none", lambda: operator.eq(x, None))
show("mask", lambda: x[x > 2])
show("fancy", lambda: x[[0, 1], [2, 0]])
show("fancy tensor", lambda: x[tf.constant([1, 0])])
show("fancy and slice", lambda: x[[1, 0], 1:])
show("ellipsis", lambda: x[..., 0])
show("newaxis", lambda: x[:, None].shape)
show("negative", lambda: x[-1, ::-1])
show("step", lambda: x[:, ::2])
show("bool row", lambda: x[tf.constant([True, False])])
show("bool list", lambda: x[[True, False]])
show("out", lambda: x[5])
show("tensor slice", lambda: x[tf.constant(0) : tf.constant(1)])
show("np index", lambda: x[np.array([1])])
show("scalar of tensor", lambda: x[tf.constant(1), 2])
show("np func", lambda: np.sum(x))
show("np add", lambda: np.add(x, 1))
show("np array", lambda: np.asarray(x))
show("matmul", lambda: x @ x.T)
show("divmod", lambda: divmod(i, 2))
show("rpow", lambda: 2**i)
show("abs", lambda: abs(-x))
show("invert", lambda: ~i)
show("floor", lambda: x // 2)
show("mod", lambda: x % 2)
show("tnp.where", lambda: tnp.where(x > 2, x, 0))
show("tnp.where1", lambda: tnp.where(x > 2))
show("tnp.einsum", lambda: tnp.einsum("ij,kj->ik", x, i))
show("tnp.tensordot", lambda: tnp.tensordot(x, x, 2))
show("tnp.pad c", lambda: tnp.pad(i, ((1, 0), (0, 2)), "constant", constant_values=9))
show("tnp.sort", lambda: tnp.sort(x))
show("tnp.argsort", lambda: tnp.argsort(x, axis=0))
show("tnp.take", lambda: tnp.take(x, [0, 2], axis=1))
show("tnp.take wrap", lambda: tnp.take(x, [7], mode="wrap"))
show("tnp.take_along", lambda: tnp.take_along_axis(x, tnp.argsort(x), -1))
show("tnp.tri", lambda: tnp.tri(3, 2, -1))
show("tnp.tril", lambda: tnp.tril(x))
show("tnp.vander", lambda: tnp.vander([1, 2, 3]))
show("tnp.diag", lambda: tnp.diag([1, 2], 1))
show("tnp.diagflat", lambda: tnp.diagflat([[1, 2]]))
show("tnp.meshgrid", lambda: tnp.meshgrid([1, 2], [3, 4], indexing="ij"))
show("tnp.ix_", lambda: tnp.ix_([0, 1], [2]))
show("tnp.indices", lambda: tnp.indices((2, 2)))
show("tnp.average", lambda: tnp.average(x, axis=1, weights=[1.0, 2.0, 3.0]))
show("tnp.average r", lambda: tnp.average(x, returned=True))
show("tnp.std", lambda: tnp.std(i, axis=0, keepdims=True))
show("tnp.count_nonzero", lambda: tnp.count_nonzero(i > 2, axis=1))
show("tnp.cumprod", lambda: tnp.cumprod(i, axis=1))
show("tnp.diff", lambda: tnp.diff(x, n=2))
show("tnp.cross", lambda: tnp.cross([1, 2, 3], [4, 5, 6]))
show("tnp.outer", lambda: tnp.outer([1, 2], [3, 4]))
show("tnp.kron", lambda: tnp.kron([[1, 2]], [[1], [2]]))
show("tnp.inner", lambda: tnp.inner(x, x))
show("tnp.vdot", lambda: tnp.vdot(x, x))
show("tnp.roll", lambda: tnp.roll(i, 1, axis=(0, 1)))
show("tnp.rot90", lambda: tnp.rot90(i, 3))
show("tnp.flip", lambda: tnp.flip(i))
show("tnp.moveaxis", lambda: tnp.moveaxis(tnp.zeros((1, 2, 3)), 0, -1).shape)
show("tnp.split", lambda: tnp.split(i, [1, 2], axis=1))
show("tnp.array_split", lambda: tnp.array_split(i, 2, axis=1))
show("tnp.hsplit", lambda: tnp.hsplit(i, 3))
show("tnp.block", lambda: tnp.block([[i, i]]))
show("tnp.column_stack", lambda: tnp.column_stack([[1, 2], [3, 4]]))
show("tnp.dstack", lambda: tnp.dstack([[1, 2], [3, 4]]).shape)
show("tnp.broadcast_arrays", lambda: tnp.broadcast_arrays([1, 2], [[3], [4]]))
show("tnp.atleast_3d", lambda: tnp.atleast_3d(1.0).shape)
show("tnp.expand_dims", lambda: tnp.expand_dims(i, (0,)).shape)
show("tnp.repeat", lambda: tnp.repeat(i, [1, 0, 2], axis=1))
show("tnp.tile", lambda: tnp.tile(i, (1, 2)))
show("tnp.unique", lambda: tnp.unique([1, 1]))
show(
    "tnp.isclose",
    lambda: tnp.isclose([1.0, float("nan")], [1.0, float("nan")], equal_nan=True),
)
show("tnp.allclose", lambda: tnp.allclose([1.0], [1.0 + 1e-9]))
show("tnp.nan_to_num", lambda: tnp.nanmean([1.0, float("nan")]))
show("tnp.isscalar", lambda: tnp.isscalar(1.0))
show("tnp.iinfo", lambda: tnp.iinfo(tnp.int8).max)
show("tnp.finfo", lambda: float(tnp.finfo(tnp.float32).eps))
show("tnp.promote_types", lambda: tnp.promote_types(tnp.int8, tnp.uint8))
show("tnp.select", lambda: tnp.select([i > 4, i > 2], [i, -i], 0))
show("tnp.polyval", lambda: tnp.polyval([1, 2, 3], 2))
show("tnp.logspace", lambda: tnp.logspace(0, 2, 3))
show("tnp.geomspace", lambda: tnp.geomspace(1, 8, 4))
show("tnp.sinc", lambda: tnp.sinc([0.0, 0.5]))
show("tnp.heaviside", lambda: tnp.heaviside([-1.0, 0.0, 1.0], 0.5))
show("tnp.gcd", lambda: tnp.gcd([4, 6], 8))
show("tnp.real", lambda: tnp.real(1 + 2j))
show("tnp.angle", lambda: tnp.angle([1j], deg=True))
show("tnp.random", lambda: (tnp.random.seed(1), tnp.random.rand(2).shape)[1])
show("tnp.random.randint", lambda: tnp.random.randint(0, 5, (3,)).dtype)
show("tnp.random.randn", lambda: tnp.random.randn(2, 2).dtype)
show("tnp.array_equal", lambda: tnp.array_equal([1], [1]))
show("tnp.ndarray", lambda: isinstance(x, tnp.ndarray))
show("tnp.identity", lambda: tnp.identity(2))
show("tnp.fromfunction", lambda: tnp.fromfunction(lambda a, b: a + b, (2, 2)))
show("tnp.signbit", lambda: tnp.signbit([-1.0, 1.0]))
show("tnp.ptp", lambda: tnp.ptp(i, axis=1))
show("tnp.compress", lambda: tnp.compress([0, 1], i, axis=0))
show("tnp.append", lambda: tnp.append(i, [[1, 2, 3]], axis=0))
show("vectorized", lambda: tf.vectorized_map(lambda r: r.sum(), x))
show("map", lambda: tf.map_fn(lambda r: r * 2, x))
show(
    "staged",
    lambda: tf.function(lambda v: tnp.sum(v.reshape(-1)[v.reshape(-1) > 2]))(x),
)
