"""Datasets that targets name, and the graphs of their pipelines."""

from __future__ import annotations

from types import ModuleType
from typing import Any


def dataset_in(module: ModuleType, target: str) -> Any:
    """The dataset that ``FILE:NAME`` or ``FILE:OBJECT.NAME`` names, or None."""
    found: Any = module
    for name in target.rpartition(":")[2].split("."):
        found = getattr(found, name, None)
    return found if is_dataset(found) else None


def is_dataset(value: Any) -> bool:
    """Whether a value is a dataset of the runtime."""
    from runtime.data.datasets.base import DatasetBase

    return isinstance(value, DatasetBase)


def graph_of_dataset(dataset: Any) -> tuple[Any, dict[str, Any], list[str]]:
    """The graph of a pipeline, its inputs, and the passes that rewrite it."""
    from runtime.data.stages.pipeline_graphs import pipeline_graph
    from runtime.data.stages.rewriting import passes_for

    stage = dataset.variant._array
    graph, values = pipeline_graph(stage)
    names = [value.node.name for value in graph.inputs]
    asked, by_default = passes_for(stage)
    return graph, dict(zip(names, values)), [*by_default, *asked]
