"""Reductions of datasets to one state, and those that only select it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.attributes import Attr
from graphir.ops.contract.declaration import Kernel
from graphir.ops.datasets import mapping
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.mapping import Scanned, map_failure
from runtime.data.stages.rewriting import rewritten
from runtime.data.stages.settings import settings_of
from runtime.data.stages.stage import (
    Element,
    IterationSettings,
    Stage,
    StageIterator,
)
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.tensors.quiet import give_back, take_quiet_context


@kernel_factory(mapping.ReduceDataset)
def _reduce(attrs: Mapping[str, Attr]) -> Kernel:
    size = len(attrs["Tstate"])

    def reduce(dataset: Stage, *flat: Any) -> Element:
        state, captured = flat[:size], flat[size:]
        function = StageFunction(attrs["f"], captured)
        settings = settings_of(dataset)
        source = rewritten(dataset).iterate(settings)
        context = take_quiet_context()
        try:
            return context.run(_reduced, function, source, state, settings)
        finally:
            give_back(context)
            source.close()

    return reduce


def _reduced(
    function: StageFunction,
    source: StageIterator,
    state: Element,
    settings: IterationSettings,
) -> Element:
    kept = kept_results(function, len(state))
    if kept is not None:
        # a loop whose variables nothing but its steps change
        if isinstance(source, Scanned) and source.gives_state(kept, state):
            return source.finish()
        last: Element | None = None
        for element in source:
            last = element
        if last is None:
            return state
        return tuple([last[place] for place in kept])
    run, number = function.instance(settings), 0
    for number, element in enumerate(source.rest()):
        try:
            state = run(*state, *element)
        except Exception as error:
            told = map_failure(error, "ReduceDataset", number, True)
            raise told from error.__cause__
    return state


def kept_results(function: StageFunction, size: int) -> list[int] | None:
    """The components of an element that a reduction returns, if it only selects some.

    Loops over datasets are such reductions: a scan computes their steps.
    """
    body = function.body
    if function.captured or body.control_outputs:
        return None
    places = {value: place for place, value in enumerate(body.inputs)}
    found = []
    for value in body.outputs:
        node = value.node
        while node.op == "Identity" and not node.control_inputs:
            value = node.inputs[0]
            node = value.node
        place = places.get(value, -1)
        if place < size:
            return None
        found.append(place - size)
    return found


__all__ = ["kept_results"]
