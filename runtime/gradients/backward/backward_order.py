"""The order in which a backward pass visits calls.

A call is ready when the gradients of all its results are complete; ready calls are
visited in the order in which they became ready. This is TensorFlow's order, so that
gradients from several consumers are summed in the same order, with the same bits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from runtime.gradients.backward.rules import Call


def backward_order(calls: Sequence[Call], targets: Sequence[Any]) -> Iterator[Call]:
    """The calls that lead to a target, in reverse order.

    ``calls`` are in the order in which they happened.
    """
    makers = {id(output): call for call in calls for output in call.outputs}
    reads, waits = _readers(makers, targets)
    ready = deque(call for call in reversed(calls) if waits.get(id(call)) == 0)
    while ready:
        call = ready.popleft()
        yield call
        for tensor in call.inputs:
            key = id(tensor)
            maker = makers.get(key)
            if maker is None:
                continue
            reads[key] -= 1
            if not reads[key]:
                waits[id(maker)] -= 1
                if not waits[id(maker)]:
                    ready.append(maker)


def _readers(
    makers: dict[int, Call], targets: Sequence[Any]
) -> tuple[dict[int, int], dict[int, int]]:
    """How often each tensor is read, and how many results of each call are."""
    reads: dict[int, int] = {}
    waits: dict[int, int] = {}
    stack = []
    for target in targets:
        maker = makers.get(id(target))
        if maker is not None and id(maker) not in waits:
            waits[id(maker)] = 0
            stack.append(maker)
    while stack:
        for tensor in stack.pop().inputs:
            key = id(tensor)
            maker = makers.get(key)
            if maker is None:
                continue
            count = reads.get(key, 0)
            reads[key] = count + 1
            if count:
                continue
            if id(maker) not in waits:
                waits[id(maker)] = 0
                stack.append(maker)
            waits[id(maker)] += 1
    return reads, waits
