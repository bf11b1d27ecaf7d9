"""Cumulative sums, products and log-sum-exps along an axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.contract.families import Unary
from graphir.ops.contract.kernels import bound_by


def scan_axis(axis: Any, rank: int) -> int:
    """The scanned axis, non-negative.

    Raises:
      InvalidArgumentError: if it is not one axis, or does not exist.
    """
    if np.size(axis) != 1:
        raise InvalidArgumentError(
            f"ScanOp: axis must be a scalar, not {list(np.shape(axis))}"
        )
    index = int(np.ravel(axis)[0])
    if not -rank <= index < rank:
        raise InvalidArgumentError(
            f"ScanOp: Expected scan axis in the range [{-rank}, {rank}), "
            f"but got {index}"
        )
    return index % rank


class Scan(Unary):
    """The shape of ``x``; not element-wise: an element depends on all before it."""

    traits = frozenset()

    def infer_shape(self) -> Any:
        shape = self.x.shape
        axis = self.constant("axis")
        if axis is not None and shape.rank is not None:
            try:
                scan_axis(axis, shape.rank)
            except InvalidArgumentError as error:
                raise ValueError(str(error)) from None
        return shape


def _scanned(function: Callable[..., Any], identity: float) -> Any:
    def choose(call: Op) -> Kernel:
        exclusive, reverse = bool(call.exclusive), bool(call.reverse)
        dtype = call.T.numpy_dtype
        first = np.array(identity).astype(dtype)
        starts_at_zero = identity == 0 and call.T.is_floating

        def compute(x: Any, axis: Any) -> Any:
            index = scan_axis(axis, x.ndim)
            ordered = np.moveaxis(x, index, 0)
            ordered = ordered[::-1] if reverse else ordered
            if exclusive:
                start = np.broadcast_to(first, (1, *ordered.shape[1:]))
                ordered = np.concatenate([start, ordered[:-1]])[: len(ordered)]
            result = function(ordered, axis=0, dtype=dtype)
            if starts_at_zero:
                result += 0  # a sum that starts at 0 is never -0.0
            result = result[::-1] if reverse else result
            return np.moveaxis(result, 0, index)

        return compute

    return bound_by(choose)


_SCAN = """(x: T, axis: Tidx) -> (out: T)
    | exclusive: bool = False; reverse: bool = False; T: type in numeric;
      Tidx: type in index = int32
"""


class Cumsum(
    Scan, signature="Cumsum" + _SCAN, traits="precision_wide function_opens_scope"
):
    """Running sums along an axis, from its end if ``reverse``.

    ``exclusive`` leaves out the element itself: the first sum is 0.
    """

    compute = _scanned(np.add.accumulate, 0)

    def input_gradients(self, d_out: Any) -> Any:
        d_x = self.op.Cumsum(
            d_out, self.axis, exclusive=self.exclusive, reverse=not self.reverse
        )
        return d_x, None


class Cumprod(Scan, signature="Cumprod" + _SCAN, traits="function_opens_scope"):
    """Running products along an axis, from its end if ``reverse``.

    ``exclusive`` leaves out the element itself: the first product is 1.
    """

    compute = _scanned(np.multiply.accumulate, 1)

    def input_gradients(self, d_out: Any) -> Any:
        op = self.op
        summed = op.Cumsum(
            op.Mul(self.out, d_out),
            self.axis,
            exclusive=self.exclusive,
            reverse=not self.reverse,
        )
        return op.DivNoNan(summed, self.x), None


class CumulativeLogsumexp(
    Scan,
    signature="""
        CumulativeLogsumexp(x: T, axis: Tidx) -> (out: T)
        | exclusive: bool = False; reverse: bool = False; T: type in floating;
          Tidx: type in index = int32
    """,
):
    """Running logarithms of sums of exponentials, without overflow."""

    compute = _scanned(np.logaddexp.accumulate, -np.inf)

    def input_gradients(self, d_out: Any) -> Any:
        # d_x = exp(x) * reversed running sum of d_out / exp(out), in logarithms;
        # positive and negative parts apart, since logarithms have no sign
        op = self.op
        return op.Sub(self._part(d_out), self._part(op.Neg(d_out))), None

    def _part(self, d_out: Any) -> Any:
        op = self.op
        # an empty running sum is -inf: no gradient comes from there; at the others
        # the logarithm is of one, whose slope is no infinity
        is_part = op.LogicalNot(op.LessEqual(d_out, 0))
        counts = op.LogicalAnd(is_part, op.IsFinite(self.out))
        given = op.SelectV2(counts, d_out, op.OnesLike(d_out))
        nothing = op.Log(op.ZerosLike(d_out))
        logarithm = op.SelectV2(counts, op.Sub(op.Log(given), self.out), nothing)
        summed = op.CumulativeLogsumexp(
            logarithm, self.axis, exclusive=self.exclusive, reverse=not self.reverse
        )
        return op.Exp(op.AddV2(summed, self.x))
