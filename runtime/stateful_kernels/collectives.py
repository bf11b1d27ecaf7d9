"""Kernels of collectives, which call the group member of the current context."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphir.attributes import Attr
from graphir.ops.contract.declaration import Kernel
from graphir.ops.state import collectives
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.collective_groups import Meeting, current_member


def _text(attr: Any) -> str:
    return attr.decode() if isinstance(attr, bytes) else str(attr)


@kernel_factory(collectives.CollectiveReduceV2)
def _reduce(attrs: Mapping[str, Attr]) -> Kernel:
    merge_op, mean = _text(attrs["merge_op"]), _text(attrs["final_op"]) == "Div"

    def reduce(x: Any, size: Any, group: Any, instance: Any, *tokens: Any) -> Any:
        at = Meeting(int(group), int(instance))
        return current_member().all_reduce(x, merge_op, mean, at)

    reduce.needs_caller_context = True  # type: ignore[attr-defined]
    return reduce


@kernel_factory(collectives._StartReduce)
def _start(attrs: Mapping[str, Attr]) -> Kernel:
    merge_op, mean = _text(attrs["merge_op"]), _text(attrs["final_op"]) == "Div"

    def start(x: Any, size: Any, group: Any, instance: Any) -> Any:
        at = Meeting(int(group), int(instance))
        return current_member().start_all_reduce(x, merge_op, mean, at)

    start.needs_caller_context = True  # type: ignore[attr-defined]
    return start


@kernel(collectives._FinishReduce)
def _finish(handle: Callable[[], Any]) -> Any:
    return handle()


@kernel(collectives.CollectiveGatherV2)
def _gather(x: Any, size: Any, group: Any, instance: Any, *tokens: Any) -> Any:
    return current_member().all_gather(x, Meeting(int(group), int(instance)))


@kernel(collectives.CollectiveBcastSendV2)
def _send(x: Any, size: Any, group: Any, instance: Any) -> Any:
    return current_member().broadcast(x, Meeting(int(group), int(instance)))


@kernel(collectives.CollectiveBcastRecvV2)
def _receive(size: Any, group: Any, instance: Any, shape: Any) -> Any:
    return current_member().broadcast(None, Meeting(int(group), int(instance)))


for _kernel in (_gather, _send, _receive):
    _kernel.needs_caller_context = True  # type: ignore[attr-defined]
