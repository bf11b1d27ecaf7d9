"""Collectives, in which the members of a group meet, and the op that runs replicas.

The transport between members is the runtime's: here are shapes and gradients.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import UNKNOWN, Shape


class CollectiveReduceV2(
    Op,
    signature="""
        CollectiveReduceV2(input: T, group_size: int32, group_key: int32,
            instance_key: int32, ordering_token: Nordering_token*resource) -> (data: T)
        | T: type in [bfloat16,float,half,double,int32,int64];
          merge_op: string in ['Min','Max','Mul','Add'];
          final_op: string in ['Id','Div']; communication_hint: string = 'auto';
          timeout_seconds: float = 0.0; is_stateless: bool = False;
          Nordering_token: int >= 0 = 0; max_subdivs_per_device: int = -1
        | stateful
    """,
    handles="any",
):
    """The values of all members, merged; each member gets the same."""

    compute = needs_runtime

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape

    def input_gradients(self, d_output: Any) -> Any:
        if self.merge_op != b"Add":
            raise NotImplementedError(
                f"No gradient defined for a CollectiveReduceV2 of {self.merge_op!r}."
            )
        gradient = self.op.CollectiveReduceV2(
            d_output,
            self.group_size,
            self.group_key,
            self.instance_key,
            [],
            merge_op=self.merge_op,
            final_op=self.final_op,
            communication_hint=self.communication_hint,
            timeout_seconds=self.timeout_seconds,
            Nordering_token=0,
        )
        return gradient, None, None, None, [None] * self.Nordering_token


class _StartReduce(
    Op,
    signature="""
        _StartReduce(input: T, group_size: int32, group_key: int32, instance_key: int32)
        -> (handle: variant)
        | T: type in [bfloat16,float,half,double,int32,int64];
          merge_op: string in ['Min','Max','Mul','Add'];
          final_op: string in ['Id','Div']
        | stateful
    """,
):
    """Begins a CollectiveReduceV2, which goes on while other nodes run.

    Made of one in the graph that runs; the handle is for one `_FinishReduce`.
    """

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape(())


class _FinishReduce(
    Op,
    signature="_FinishReduce(handle: variant) -> (data: T) | T: type | stateful",
    handles="any",
):
    """Waits for a reduction that was begun; its result, or its error."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return UNKNOWN


class CollectiveGatherV2(
    Op,
    signature="""
        CollectiveGatherV2(input: T, group_size: int32, group_key: int32,
            instance_key: int32, ordering_token: Nordering_token*resource) -> (data: T)
        | T: type in [float,half,double,int32,int64];
          communication_hint: string = 'auto'; timeout_seconds: float = 0.0;
          is_stateless: bool = False; Nordering_token: int >= 0 = 0
        | stateful
    """,
    handles="any",
):
    """The values of all members, joined along the first axis, in their order."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        sizes = self.input.shape.sizes
        return Shape((None, *sizes[1:])) if sizes else UNKNOWN


class CollectiveBcastSendV2(
    Op,
    signature="""
        CollectiveBcastSendV2(input: T, group_size: int32, group_key: int32,
            instance_key: int32) -> (data: T)
        | T: type in [bool,float,half,double,int32,int64];
          communication_hint: string = 'auto'; timeout_seconds: float = 0.0
        | stateful
    """,
):
    """Sends its value to the members that receive it; its result is the value."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        return shape


class CollectiveBcastRecvV2(
    Op,
    signature="""
        CollectiveBcastRecvV2(group_size: int32, group_key: int32, instance_key: int32,
            shape: Tshape) -> (data: T)
        | T: type in [bool,float,half,double,int32,int64];
          Tshape: type in [int32,int64] = int32; communication_hint: string = 'auto';
          timeout_seconds: float = 0.0
        | stateful
    """,
):
    """The value of the member that sends."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        sizes = self.shape.constant_value()
        return UNKNOWN if sizes is None else Shape(tuple(map(int, sizes)))


class _RunReplicas(
    Op,
    signature="""
        _RunReplicas(args: list(Tin)) -> (output: list(Tout))
        | Tin: list(type) >= 0; Tout: list(type) >= 0; replicas: list(func) >= 1;
          input_counts: list(int); output_counts: list(int);
          output_shapes: list(shape) = []; in_turns: bool = False
        | stateful
    """,
):
    """The results of replicas, which run at the same time, in their order.

    The arguments of the first come first too; ``input_counts`` and ``output_counts``
    have their numbers. With ``in_turns`` one runs at a time, from one collective to the
    next. No trait says that it calls functions: all would take the same arguments.
    """

    compute = needs_runtime

    def input_gradients(self, *d_outputs: Any) -> Any:
        raise LookupError(
            "No gradient is computed from outside of `strategy.run` in a graph "
            "(_RunReplicas): use the tape in the function that replicas run."
        )

    def infer_shape(self) -> Sequence[Shape]:
        if len(self.output_shapes) == len(self.Tout):
            shapes: list[Shape] = self.output_shapes
            return shapes
        return [UNKNOWN] * len(self.Tout)
