"""`filter` over a tensor: the number of kept items is known when the graph runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.staging.branches import staged_if
from runtime.staging.lists import StagedList
from runtime.staging.loops import State, item_like, staged_for
from runtime.staging.sequences import as_sequence
from runtime.tensors.tensor import Tensor


def staged_filter(function: Callable[[Any], Any] | None, iterable: Any) -> StagedList:
    """The items for which the function returns true; None keeps the true items.

    Unlike Python's lazy `filter` it calls the function for all items at once.

    Raises:
      TypeError: if the items are no tensors, or not all of one dtype.
    """
    items = as_sequence(iterable)
    kept = StagedList("the filtered items", [], item_like(items, "the list"))

    def keep(item: Any) -> None:
        test = item if function is None else _converted(function, item)
        if isinstance(test, Tensor):
            _append_if(test, kept, item)
        elif test:
            kept.append(item)

    staged_for(items, None, keep, State(tuple, _set_nothing, (), {}))
    return kept


def _converted(function: Callable[[Any], Any], item: Any) -> Any:
    from autograph import converted_call

    return converted_call(function, (item,), None)


def _append_if(test: Tensor, kept: StagedList, item: Any) -> None:
    def append() -> None:
        kept.append(item)

    staged_if(test, append, _nothing, (tuple, _set_nothing), (), 0)


def _nothing() -> None:
    pass


def _set_nothing(values: tuple[Any, ...]) -> None:
    pass
