"""Barriers: tuples whose components come one by one, under keys."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Effect, Handle
from graphir.shapes import UNKNOWN, Shape


class Barrier(
    Handle,
    signature="""
        Barrier() -> (handle: ref string)
        | component_types: list(type) >= 1; shapes: list(shape) >= 0 = []; capacity:
          int = -1; container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """A barrier, found by its name."""

    def infer_shape(self) -> Shape:
        return Shape([2])


class BarrierInsertMany(
    Effect,
    signature="""
        BarrierInsertMany(handle: ref string, keys: string, values: T) -> ()
        | T: type; component_index: int
    """,
    handles="barrier",
):
    """Inserts a value of one component for each key."""


class BarrierTakeMany(
    Op,
    signature="""
        BarrierTakeMany(handle: ref string, num_elements: int32) -> (indices: int64,
        keys: string, values: list(component_types))
        | component_types: list(type) >= 1; allow_small_batch: bool = False;
          wait_for_incomplete: bool = False; timeout_ms: int = -1
    """,
    handles="barrier",
):
    """Removes ``num_elements`` complete tuples; waits until there are as many."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Any:
        count = self.constant("num_elements")
        is_exact = count is not None and not self.allow_small_batch
        rows = Shape([int(count) if is_exact else None])
        values = [Shape([None]).concatenate(UNKNOWN)] * len(self.component_types)
        return [rows, rows, *values]


class BarrierClose(
    Effect,
    signature="""
        BarrierClose(handle: ref string) -> ()
        | cancel_pending_enqueues: bool = False
    """,
    handles="barrier",
):
    """Refuses further keys."""


class BarrierReadySize(
    Handle,
    signature="""
        BarrierReadySize(handle: ref string) -> (size: int32)
    """,
    handles="barrier",
):
    """How many complete tuples there are."""


class BarrierIncompleteSize(
    Handle,
    signature="""
        BarrierIncompleteSize(handle: ref string) -> (size: int32)
    """,
    handles="barrier",
):
    """How many tuples lack a component."""
