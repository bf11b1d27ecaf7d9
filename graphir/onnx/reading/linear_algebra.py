"""Products of matrices, sums over named axes, determinants."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.onnx.contract.calls import Call, reads
from graphir.onnx.contract.terms import Term


@reads("MatMul")
def _mat_mul(call: Call) -> Any:
    return product(call, call[0], call[1])


def product(call: Call, x: Term, y: Term) -> Term:
    """The product as NumPy defines it for every rank."""
    wide = _wide_enough(x.dtype)
    if wide is not x.dtype:
        made = product(call, call.cast(x, wide), call.cast(y, wide))
        return call.cast(made, x.dtype)
    if x.rank == y.rank == 2:
        found: Term = call.op.MatMul(x, y)
        return found
    left = call.expand(x, [0]) if x.rank == 1 else x
    right = call.expand(y, [1]) if y.rank == 1 else y
    if left.rank == right.rank == 2:
        made = call.op.MatMul(left, right)
    else:
        made = call.op.BatchMatMulV2(left, right)
    gone = [-2] if x.rank == 1 else []
    gone += [-1] if y.rank == 1 else []
    return call.squeeze(made, gone) if gone else made


def _wide_enough(dtype: dtypes.DType) -> dtypes.DType:
    """A dtype that products are defined for."""
    if dtype in (dtypes.uint32, dtypes.uint64):
        return dtypes.int64
    return dtypes.int32 if dtype.is_integer and dtype.size < 4 else dtype


@reads("Gemm")
def _gemm(call: Call) -> Any:
    a, b, c = call[0], call[1], call.maybe(2)
    alpha, beta = call.attr("alpha", 1.0), call.attr("beta", 1.0)
    wide = _wide_enough(a.dtype)
    turned = {
        "transpose_a": bool(call.attr("transA", 0)),
        "transpose_b": bool(call.attr("transB", 0)),
    }
    made = call.op.MatMul(call.cast(a, wide), call.cast(b, wide), **turned)
    if alpha != 1.0:
        made = made * alpha
    if c is not None and beta:
        made = made + (call.cast(c, wide) if beta == 1.0 else call.cast(c, wide) * beta)
    return call.cast(made, a.dtype)


@reads("Einsum")
def _einsum(call: Call) -> Any:
    equation = call.attr("equation").replace(" ", "")
    if "->" not in equation:
        letters = equation.replace(",", "").replace("...", "")
        once = sorted(each for each in set(letters) if letters.count(each) == 1)
        dots = "..." if "..." in equation else ""
        equation = f"{equation}->{dots}{''.join(once)}"
    terms = [call[i] for i in range(len(call))]
    return call.op.Einsum(terms, equation=equation)


@reads("Det")
def _det(call: Call) -> Any:
    return call.op.MatrixDeterminant(call[0])
