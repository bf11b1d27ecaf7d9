"""`tensorflow.python.data.ops`: classes of datasets, by how they were made."""

from __future__ import annotations

from runtime.data.datasets.base import kind_of


def __getattr__(name: str) -> type:
    if not name.endswith("Dataset"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return kind_of(name)
