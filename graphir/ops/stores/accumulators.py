"""Accumulators of gradients: sums or means of the gradients of several steps."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Effect, Handle
from graphir.shapes import UNKNOWN, Shape


class ResourceConditionalAccumulator(
    Handle,
    signature="""
        ResourceConditionalAccumulator() -> (handle: resource)
        | dtype: type in
          [float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64];
          shape: shape; container: string = ''; shared_name: string = '';
          reduction_type: string in ['MEAN','SUM'] = 'MEAN'
        | stateful
    """,
    traits="shared_by_name",
    earlier_name="ConditionalAccumulator",
):
    """An accumulator of dense gradients, found by its name."""


class SparseConditionalAccumulator(
    Handle,
    signature="""
        SparseConditionalAccumulator() -> (handle: ref string)
        | dtype: type in
          [float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64];
          shape: shape; container: string = ''; shared_name: string = '';
          reduction_type: string in ['MEAN','SUM'] = 'MEAN'
        | stateful
    """,
    traits="shared_by_name",
):
    """An accumulator of rows of gradients, found by its name."""


class ResourceAccumulatorApplyGradient(
    Effect,
    signature="""
        ResourceAccumulatorApplyGradient(handle: resource, local_step: int64,
        gradient: dtype) -> ()
        | dtype: type in
          [float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64]
        | stateful
    """,
    handles="accumulator",
    earlier_name="AccumulatorApplyGradient",
):
    """Adds a gradient, unless it is of a step that is over."""


class ResourceAccumulatorNumAccumulated(
    Handle,
    signature="""
        ResourceAccumulatorNumAccumulated(handle: resource) -> (num_accumulated:
        int32)
        | stateful
    """,
    handles="accumulator",
    earlier_name="AccumulatorNumAccumulated",
):
    """How many gradients there are."""


class ResourceAccumulatorSetGlobalStep(
    Effect,
    signature="""
        ResourceAccumulatorSetGlobalStep(handle: resource, new_global_step: int64) ->
        ()
        | stateful
    """,
    handles="accumulator",
    earlier_name="AccumulatorSetGlobalStep",
):
    """Sets the current step: gradients of earlier steps are dropped."""


class ResourceAccumulatorTakeGradient(
    Op,
    signature="""
        ResourceAccumulatorTakeGradient(handle: resource, num_required: int32) ->
        (average: dtype)
        | dtype: type in
          [float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64]
        | stateful
    """,
    handles="accumulator",
    earlier_name="AccumulatorTakeGradient",
):
    """The sum or mean, once there are as many gradients; begins the next step."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return UNKNOWN


class SparseAccumulatorApplyGradient(
    Effect,
    signature="""
        SparseAccumulatorApplyGradient(handle: ref string, local_step: int64,
        gradient_indices: int64, gradient_values: dtype, gradient_shape: int64) -> ()
        | dtype: type in
          [float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64];
          has_known_shape: bool
    """,
    handles="accumulator",
):
    """Adds rows, unless they are of a step that is over."""


class SparseAccumulatorTakeGradient(
    Op,
    signature="""
        SparseAccumulatorTakeGradient(handle: ref string, num_required: int32) ->
        (indices: int64, values: dtype, shape: int64)
        | dtype: type in
          [float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64]
    """,
    handles="accumulator",
):
    """Rows of sums, or of means over the gradients that had them."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        return [Shape([None]), UNKNOWN, Shape([None])]
