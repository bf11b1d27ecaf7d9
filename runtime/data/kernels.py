"""Attaches the kernels of dataset ops, when imported."""

from __future__ import annotations

from runtime.data.stages import (
    batching,
    buffering,
    files,
    interleaving,
    mapping,
    ordering,
    pipeline_graphs,
    resources,
    selection,
    settings,
    sources,
    statistics,
    table_filling,
    windows,
)

__all__ = [
    "batching",
    "buffering",
    "files",
    "interleaving",
    "mapping",
    "ordering",
    "pipeline_graphs",
    "resources",
    "selection",
    "settings",
    "sources",
    "statistics",
    "table_filling",
    "windows",
]
