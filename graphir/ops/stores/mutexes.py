"""Locks, which critical sections of graphs take."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.shapes import SCALAR, Shape


class MutexV2(
    Op,
    signature="""
        MutexV2() -> (resource: resource)
        | container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """A lock; of a shared name there is one."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR


class MutexLock(
    Op,
    signature="MutexLock(mutex: resource) -> (mutex_lock: variant) | stateful",
    handles="mutex",
):
    """Waits for a lock and holds it as long as its result lives."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR


class ConsumeMutexLock(
    Op,
    signature="ConsumeMutexLock(mutex_lock: variant) -> () | stateful",
    handles="mutex_lock",
):
    """Gives a lock free."""

    compute = needs_runtime
    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return []
