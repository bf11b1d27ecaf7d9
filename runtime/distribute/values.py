"""Values of several replicas: classes to ask for; with one device there are none."""

from __future__ import annotations

from typing import Any


class DistributedValues:
    """A base class of values that each replica has its own of."""

    def __init__(self, values: tuple[Any, ...]) -> None:
        self._values = tuple(values)

    @property
    def values(self) -> tuple[Any, ...]:
        """The value of each replica."""
        return self._values


class DistributedDataset:
    """A dataset that gives each replica its share."""


class DistributedIterator:
    """An iterator that gives each replica its share."""
