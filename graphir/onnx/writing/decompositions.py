"""Ops that ONNX has not, by ops that it has."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.decomposition import Parts, decomposes
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.terms import Term

_SELU_SCALE = 1.0507009873554805
_SELU_ALPHA = 1.6732632423543772


# --- gradients of functions of each element


@decomposes("ReluGrad")
def _relu_gradient(parts: Parts) -> Any:
    return parts[0] * parts.cast(parts[1] > parts.alike(0), parts[0].dtype)


@decomposes("Relu6Grad")
def _relu6_gradient(parts: Parts) -> Any:
    x = parts[1]
    inside = (x > parts.alike(0)) & (x < parts.alike(6))
    return parts[0] * parts.cast(inside, x.dtype)


@decomposes("LeakyReluGrad")
def _leaky_relu_gradient(parts: Parts) -> Any:
    less = parts[0] * parts.alike(parts.attr("alpha", 0.2))
    return parts.where(parts[1] > parts.alike(0), parts[0], less)


@decomposes("EluGrad")
def _elu_gradient(parts: Parts) -> Any:
    y, zero = parts[1], parts.alike(0)
    return parts.where(y < zero, (y + parts.alike(1)) * parts[0], parts[0])


@decomposes("SeluGrad")
def _selu_gradient(parts: Parts) -> Any:
    y, zero = parts[1], parts.alike(0)
    scaled = parts[0] * parts.alike(_SELU_SCALE)
    bent = parts[0] * (y + parts.alike(_SELU_SCALE * _SELU_ALPHA))
    return parts.where(y < zero, bent, scaled)


@decomposes("SoftplusGrad")
def _softplus_gradient(parts: Parts) -> Any:
    return parts[0] * parts.op.Sigmoid(parts[1])


@decomposes("SoftsignGrad")
def _softsign_gradient(parts: Parts) -> Any:
    wide = parts.op.Abs(parts[1]) + parts.alike(1)
    return parts[0] / (wide * wide)


@decomposes("SigmoidGrad")
def _sigmoid_gradient(parts: Parts) -> Any:
    return parts[1] * parts[0] * (parts.alike(1) - parts[0])


@decomposes("TanhGrad")
def _tanh_gradient(parts: Parts) -> Any:
    return parts[1] * (parts.alike(1) - parts[0] * parts[0])


@decomposes("SqrtGrad")
def _sqrt_gradient(parts: Parts) -> Any:
    return parts[1] * parts.alike(0.5) / parts[0]


@decomposes("RsqrtGrad")
def _rsqrt_gradient(parts: Parts) -> Any:
    y = parts[0]
    return parts[1] * (y * y * y) * parts.alike(-0.5)


@decomposes("ReciprocalGrad", "InvGrad")
def _reciprocal_gradient(parts: Parts) -> Any:
    return -parts[1] * (parts[0] * parts[0])


@decomposes("BiasAddGrad")
def _bias_gradient(parts: Parts) -> Any:
    rank = parts[0].rank
    kept = 1 if parts.attr("data_format", "NHWC") == "NCHW" else rank - 1
    return parts.reduce("Sum", parts[0], [i for i in range(rank) if i != kept])


# --- functions


@decomposes("Xlog1py")
def _xlog1py(parts: Parts) -> Any:
    x = parts[0]
    product = x * parts.op.Log1p(parts[1])
    return parts.where(x.equals(parts.alike(0)), parts.alike(0), product)


@decomposes("ApproximateEqual")
def _approximate_equal(parts: Parts) -> Any:
    apart = parts.op.Abs(parts[0] - parts[1])
    return apart < parts.alike(parts.attr("tolerance", 1e-5))


@decomposes("ToBool")
def _to_bool(parts: Parts) -> Any:
    x = parts[0]
    if x.rank:
        return parts.op.Greater(parts.op.Size(x), parts.const(0, dtypes.int32))
    empty = b"" if x.dtype is dtypes.string else 0
    return parts.op.NotEqual(x, parts.alike(empty))


@decomposes("Cross")
def _cross(parts: Parts) -> Any:
    a, b = (
        [parts.op.GatherV2(parts[i], parts.const(j), parts.const(-1)) for j in range(3)]
        for i in range(2)
    )
    made = [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
    return parts.op.Pack(made, axis=parts[0].rank - 1)


@decomposes("SoftmaxCrossEntropyWithLogits")
def _cross_entropy(parts: Parts) -> Any:
    return _losses(parts, parts[0], parts[1])


@decomposes("SparseSoftmaxCrossEntropyWithLogits")
def _cross_entropy_of_classes(parts: Parts) -> Any:
    x = parts[0]
    count = parts.cast(
        parts.reshape(parts.vector([parts.size(x, 1)]), []), dtypes.int32
    )
    hot = parts.op.OneHot(
        parts.cast(parts[1], dtypes.int64), count, parts.alike(1), parts.alike(0)
    )
    return _losses(parts, x, hot)


def _losses(parts: Parts, x: Term, labels: Term) -> Any:
    """For each row the loss, and the gradient for the row."""
    logarithms = parts.op.LogSoftmax(x)
    known = labels.equals(parts.alike(0))
    terms = parts.where(known, parts.alike(0), labels * logarithms)
    return -parts.reduce("Sum", terms, [1]), parts.op.Softmax(x) - labels


# --- arrangement


@decomposes("Roll")
def _roll(parts: Parts) -> Any:
    axes = parts[2].static
    if axes is None:
        raise UnsupportedOpError("the axes must be constant.")
    x, shift = parts[0], parts.cast(parts[1], dtypes.int64)
    if parts[1].rank == 0:
        shift = parts.reshape(shift, [1])
    for index, axis in enumerate(np.ravel(axes).tolist()):
        place = axis % x.rank
        size = parts.cast(parts.size(x, place), dtypes.int64)
        # an empty axis has nothing to divide by
        size = parts.op.Maximum(size, parts.const(1))
        start = -parts.at(shift, parts.const(index)) % size
        x = parts.concat(
            [
                parts.slice(x, {place: start}, {}),
                parts.slice(x, {}, {place: start}),
            ],
            place,
        )
    return x


@decomposes("MirrorPad")
def _symmetric_padding(parts: Parts) -> Any:
    if parts.attr("mode") != "SYMMETRIC":
        return None
    pads = parts[1].static
    if pads is None:
        raise UnsupportedOpError("the padding must be constant.")
    x = parts[0]
    for axis, (before, after) in enumerate(pads.tolist()):
        turned = parts.op.ReverseV2(x, parts.const([axis]))
        pieces = [x]
        if before:
            pieces.insert(0, parts.slice(turned, {axis: -before}, {}))
        if after:
            pieces.append(parts.slice(turned, {}, {axis: after}))
        x = parts.concat(pieces, axis)
    return x


@decomposes("Reverse")
def _reverse(parts: Parts) -> Any:
    flags = parts[1].static
    if flags is None:
        raise UnsupportedOpError("the axes must be constant.")
    return parts.op.ReverseV2(parts[0], parts.const(np.flatnonzero(flags)))


@decomposes("ConjugateTranspose")
def _conjugate_transpose(parts: Parts) -> Any:
    if parts[0].dtype.is_complex:
        return None
    return parts.op.Transpose(parts[0], parts[1])


@decomposes("Concat")
def _concat(parts: Parts) -> Any:
    count = len(parts.node.inputs)
    return parts.op.ConcatV2([parts[i] for i in range(1, count)], parts[0])


@decomposes("TopK")
def _top_k(parts: Parts) -> Any:
    count = parts.const(parts.attr("k"), dtypes.int32)
    return parts.op.TopKV2(parts[0], count, sorted=parts.attr("sorted", True))


@decomposes("DeepCopy", "GuaranteeConst", "Copy", "CopyHost", "DebugIdentityV2")
@decomposes("PlaceholderWithDefault", "CheckNumericsV2", "DebugGradientIdentity")
def _copy(parts: Parts) -> Any:
    return parts.op.Identity(parts[0])


@decomposes("AdjustContrastv2")
def _contrast(parts: Parts) -> Any:
    x = parts[0]
    mean = parts.reduce("Mean", x, [x.rank - 3, x.rank - 2], keep=True)
    return (x - mean) * parts.cast(parts[1], x.dtype) + mean


# --- diagonals


@decomposes("MatrixDiagV3", "MatrixDiagV2", "MatrixDiag", "BatchMatrixDiag")
def _from_diagonal(parts: Parts) -> Any:
    _check_main(parts, 1)
    x = parts[0]
    for index in (2, 3):
        if len(parts.node.inputs) > index and _number(parts, index) != -1:
            raise UnsupportedOpError("a matrix that is not square.")
    size = parts.size(x, -1)
    fill = parts[4] if len(parts.node.inputs) > 4 else parts.alike(0)
    rows = parts.expand(x, [-2])
    return parts.where(_on_diagonal(parts, size, size), rows, fill)


@decomposes("MatrixDiagPartV3", "MatrixDiagPartV2")
@decomposes("MatrixDiagPart", "BatchMatrixDiagPart")
def _diagonal(parts: Parts) -> Any:
    x, rows, columns = _matrix(parts, 1)
    count = min(rows, columns)
    square = parts.slice(x, {}, {x.rank - 2: count, x.rank - 1: count})
    on = _on_diagonal(parts, count, count)
    if x.dtype.is_bool:
        return parts.reduce("Any", on & square, [-1])
    return parts.reduce("Sum", parts.where(on, square, parts.alike(0)), [-1])


@decomposes("MatrixSetDiagV3", "MatrixSetDiagV2", "MatrixSetDiag", "BatchMatrixSetDiag")
def _with_diagonal(parts: Parts) -> Any:
    x, rows, columns = _matrix(parts, 2)
    wide = parts.expand(parts[1], [-1 if rows <= columns else -2])
    return parts.where(_on_diagonal(parts, rows, columns), wide, x)


def _matrix(parts: Parts, index: int) -> tuple[Term, int, int]:
    """The first argument, with the sizes of its matrices; the argument ``index`` says
    which diagonal is meant."""
    _check_main(parts, index)
    x = parts[0]
    rows, columns = x.dims[-2:]
    if rows is None or columns is None:
        raise UnsupportedOpError(
            "the diagonal of a matrix of a size that is not known."
        )
    return x, rows, columns


def _number(parts: Parts, index: int) -> int | None:
    known = parts[index].static
    return None if known is None or known.size != 1 else int(known.reshape(()))


def _check_main(parts: Parts, index: int) -> None:
    if len(parts.node.inputs) > index and _number(parts, index) != 0:
        raise UnsupportedOpError("only the main diagonal has a counterpart in ONNX.")


def _on_diagonal(parts: Parts, rows: Any, columns: Any) -> Term:
    down = parts.expand(_places(parts, rows), [1])
    along = parts.expand(_places(parts, columns), [0])
    return down.equals(along)


def _places(parts: Parts, size: Any) -> Term:
    if isinstance(size, int):
        return parts.const(np.arange(size))
    return parts.range(parts.cast(size, dtypes.int64))
