"""`tf.__internal__.feature_column`: names that Keras 2 imports; no columns."""

from __future__ import annotations

from typing import Any


class FeatureColumn:
    """The base class of feature columns, which are not supported."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise NotImplementedError(
            "Feature columns are not here; use the preprocessing layers of Keras."
        )


class DenseColumn(FeatureColumn):
    """A column with a dense value for each example."""


class SequenceDenseColumn(FeatureColumn):
    """A column with a sequence of values for each example."""


class FeatureTransformationCache(FeatureColumn):
    """Columns that are worked out already."""


class StateManager:
    """A base class: who makes the variables of columns."""


__all__ = [
    "DenseColumn",
    "FeatureColumn",
    "FeatureTransformationCache",
    "SequenceDenseColumn",
    "StateManager",
]
