"""The iterator of a graph of version 1 that begins by itself, once in a session."""

from __future__ import annotations

from collections.abc import Mapping

from graphir.attributes import Attr
from graphir.ops.contract.declaration import Kernel
from graphir.ops.datasets import iterators
from runtime.data.resources.iterators import IteratorResource
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.stage import IterationSettings
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.variables import current_resources


@kernel_factory(iterators.OneShotIterator)
def _one_shot(attrs: Mapping[str, Attr]) -> Kernel:
    container, name = attrs.get("container", b""), attrs.get("shared_name", b"")

    def begin() -> IteratorResource:
        factory = StageFunction(attrs["dataset_factory"])
        (dataset,) = factory.instance(IterationSettings())()
        made = IteratorResource()
        made.start(dataset)
        return made

    def find() -> IteratorResource:
        if not name:
            return begin()
        found: IteratorResource = current_resources().find_or_make(
            container, name, IteratorResource, begin
        )
        return found

    return find
