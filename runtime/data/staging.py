"""The meaning of loops over datasets and iterators while a graph is traced."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import MappingProxyType
from typing import Any

import autograph
from autograph.operators.dispatch import SetState, Stage
from autograph.operators.dispatch import State as GetState
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.sources import Sources
from runtime.data.iterators.owned_iterator import OwnedIterator
from runtime.data.staging_loops import over_dataset, over_iterator
from runtime.staging.loop_recorder import State
from runtime.staging.truth import as_truth
from runtime.tensors.conversion import convert_to_tensor


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
    if not isinstance(values, Dataset):
        return NotImplemented
    count = values.cardinality()
    reason = "len requires dataset with definitive cardinality"
    apply_op("Assert", [count >= 0, [convert_to_tensor(reason)]], {"summarize": 3})
    return count


def _any(values: Any) -> Any:
    if not isinstance(values, Dataset):
        return NotImplemented
    found = values.filter(_truth).take(1)
    return found.reduce(convert_to_tensor(False), _always)


def _all(values: Any) -> Any:
    if not isinstance(values, Dataset):
        return NotImplemented
    return apply_op("LogicalNot", [_any(values.map(_untruth))])


def _truth(*element: Any) -> Any:
    if len(element) != 1:
        return convert_to_tensor(bool(element))  # a tuple with items is true
    return as_truth(element[0], "boolean expression")


def _untruth(*element: Any) -> Any:
    return apply_op("LogicalNot", [_truth(*element)])


def _always(state: Any, *element: Any) -> Any:
    return convert_to_tensor(True)


class DatasetStage(Stage):
    """Loops over datasets and iterators, while a graph is traced."""

    builtins = MappingProxyType(
        {
            all: _all,
            any: _any,
            enumerate: _enumerate,
            filter: _filter,
            len: _length,
            map: _map,
            zip: _zip,
        }
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
    """Registers the AutoGraph stage of datasets and iterators, once."""
    autograph.register_stage((Dataset, OwnedIterator), DatasetStage())
