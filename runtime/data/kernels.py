"""Attaches the kernels of dataset ops, when imported."""

from __future__ import annotations

from runtime.data.indexed import stages as indexed
from runtime.data.raw_stages import (
    aggregation,
    batches,
    branches,
    checks,
    examples,
    models,
    one_shot,
    records,
    shared_iterators,
)
from runtime.data.resources import (
    iterators,
    optionals,
    queries,
    reductions,
    table_filling,
)
from runtime.data.snapshots import fingerprints, reading, writing
from runtime.data.stages import (
    batching,
    buffering,
    files,
    interleaving,
    mapping,
    ordering,
    pipeline_graphs,
    repetition,
    selection,
    settings,
    sources,
    statistics,
    windows,
)

__all__ = [
    "aggregation",
    "batches",
    "batching",
    "branches",
    "buffering",
    "checks",
    "examples",
    "files",
    "fingerprints",
    "indexed",
    "interleaving",
    "iterators",
    "mapping",
    "models",
    "one_shot",
    "optionals",
    "ordering",
    "pipeline_graphs",
    "queries",
    "reading",
    "records",
    "reductions",
    "repetition",
    "selection",
    "settings",
    "shared_iterators",
    "sources",
    "statistics",
    "table_filling",
    "windows",
    "writing",
]
