"""ArgMax and ArgMin."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel, Op, not_differentiable
from graphir.ops.contract.kernels import bound_by
from graphir.ops.contract.ranks import scalar_of
from graphir.shapes import UNKNOWN, Shape

_FEW: Final = 1 << 14
"""Elements of an array of which all are looked at sooner than some are gathered."""


def _checked_axis(dimension: Any, rank: int) -> int:
    axis = int(np.ravel(dimension)[0])
    if not -rank <= axis < rank:
        raise InvalidArgumentError(
            f"Expected dimension in the range [{-rank}, {rank}), but got {axis}"
        )
    return axis % rank


def _position_kernel(find: Callable[..., Any], never_found: float) -> Any:
    def choose(call: Op) -> Kernel:
        output_type = call.output_type.numpy_dtype
        is_floating = call.T.is_floating

        def compute(x: Any, dimension: Any) -> Any:
            axis = _checked_axis(scalar_of(dimension, "dimension"), x.ndim)
            if x.shape[axis] == 0:
                sizes = ",".join(map(str, x.shape))
                raise InvalidArgumentError(
                    f"Reduction axis {axis} is empty in shape [{sizes}]"
                )
            found = find(x, axis=axis)
            if is_floating and x.size and _finds_nan(x, found, axis):
                found = find(np.where(np.isnan(x), x.dtype.type(never_found), x), axis)
            return found.astype(output_type, copy=False)

        return compute

    return bound_by(choose)


def _finds_nan(x: Any, found: Any, axis: int) -> bool:
    # NumPy stops at a NaN; TensorFlow's comparisons pass over it
    if x.size <= _FEW and x.dtype.kind == "f":
        # the greatest of numbers and a NaN is NaN
        return bool(np.isnan(np.maximum.reduce(x, None)))
    chosen = np.take_along_axis(x, np.expand_dims(found, axis), axis)
    return bool(np.isnan(chosen).any())


class ExtremumPosition(Op):
    """The shape of ``input`` without one axis."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        dimension = self.constant("dimension")
        self.dimension.shape.with_rank(0)
        if shape.rank is None:
            return UNKNOWN
        if dimension is None:
            return Shape([None] * max(0, shape.rank - 1))
        try:
            axis = _checked_axis(dimension, shape.rank)
        except InvalidArgumentError as error:
            raise ValueError(str(error)) from None
        return Shape([size for i, size in enumerate(shape) if i != axis])


class ArgMax(
    ExtremumPosition,
    signature="""
        ArgMax(input: T, dimension: Tidx) -> (output: output_type)
        | T: type in [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,
          uint32,uint64,qint8,quint8,qint32,qint16,quint16,bool];
          Tidx: type in [int16,int32,int64] = int32;
          output_type: type in [int16,uint16,int32,int64] = int64
    """,
):
    """The index of the first greatest element along an axis; NaN is passed over."""

    compute = _position_kernel(np.argmax, -np.inf)


class ArgMin(
    ExtremumPosition,
    signature="""
        ArgMin(input: T, dimension: Tidx) -> (output: output_type)
        | T: type in [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,
          uint32,uint64,qint8,quint8,qint32,qint16,quint16,bool];
          Tidx: type in index = int32;
          output_type: type in index = int64
    """,
):
    """The index of the first least element along an axis; NaN is passed over."""

    compute = _position_kernel(np.argmin, np.inf)
