"""The meaning of loops over datasets and iterators while a graph is traced."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import MappingProxyType
from typing import Any

import autograph
from autograph.operators.dispatch import SetState, Stage
from autograph.operators.dispatch import State as GetState
from runtime.context import current_trace
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.sources import Sources
from runtime.data.iterators.owned_iterator import OwnedIterator
from runtime.data.staging_loops import over_dataset, over_iterator
from runtime.staging.loop_recorder import State


def _enumerate(values: Any, start: Any = 0) -> Any:
    return values.enumerate(start) if isinstance(values, Dataset) else NotImplemented


def _zip(*values: Any, **kwargs: Any) -> Any:
    if kwargs or not all(isinstance(each, Dataset) for each in values):
        return NotImplemented
    return Sources.zip(values)


def _map(function: Any, *values: Any) -> Any:
    if not all(isinstance(each, Dataset) for each in values):
        return NotImplemented
    whole = values[0] if len(values) == 1 else Sources.zip(values)
    return whole.map(function)


def _filter(function: Any, values: Any) -> Any:
    return values.filter(function) if isinstance(values, Dataset) else NotImplemented


def _length(values: Any) -> Any:
    return values.cardinality() if isinstance(values, Dataset) else NotImplemented


class DatasetStage(Stage):
    """Loops over datasets and iterators, while a graph is traced."""

    builtins = MappingProxyType(
        {enumerate: _enumerate, filter: _filter, len: _length, map: _map, zip: _zip}
    )
    only_in_recordings = True

    def owns(self, value: Any) -> bool:
        """While a graph is traced; eagerly Python iterates."""
        return current_trace() is not None

    def for_stmt(
        self,
        iter_: Any,
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None:
        state = State(get_state, set_state, symbol_names, opts)
        over = over_dataset if isinstance(iter_, Dataset) else over_iterator
        over(iter_, extra_test, body, state)


@cache
def install() -> None:
    """Gives datasets and iterators their stage; does nothing the second time."""
    autograph.register_stage((Dataset, OwnedIterator), DatasetStage())
