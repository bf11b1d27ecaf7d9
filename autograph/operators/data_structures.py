"""List operations in functional form: `l = list_append(l, x)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from autograph.operators.dispatch import staged

__all__ = [
    "ListPopOpts",
    "ListStackOpts",
    "generator",
    "list_append",
    "list_comp",
    "list_pop",
    "list_stack",
    "new_list",
]


class ListPopOpts(NamedTuple):
    """Static facts about the popped item."""

    element_dtype: Any = None
    element_shape: Any = None


class ListStackOpts(NamedTuple):
    """Static facts about a stacked list, and the user's own call."""

    element_dtype: Any = None
    original_call: Callable[[Any], Any] | None = None


def new_list(iterable: Iterable[Any] | None = None) -> list[Any]:
    """A list of the items of `iterable`."""
    return [] if iterable is None else list(iterable)


def list_append(list_: Any, x: Any) -> Any:
    """`list_` after `list_.append(x)`: itself in Python, a new value if staged."""
    result = staged((list_,), "list_append", list_, x)
    if result is not NotImplemented:
        return result
    list_.append(x)
    return list_


def list_pop(list_: Any, i: Any, opts: ListPopOpts) -> tuple[Any, Any]:
    """`list_` after `list_.pop(i)` (the last item if `i` is None), and the item."""
    result = staged((list_,), "list_pop", list_, i, opts)
    if result is not NotImplemented:
        shorter, item = result
        return shorter, item
    item = list_.pop() if i is None else list_.pop(i)
    return list_, item


def list_stack(list_: Any, opts: ListStackOpts) -> Any:
    """The result of the user's call, `opts.original_call(list_)`."""
    result = staged((list_,), "list_stack", list_, opts)
    if result is not NotImplemented:
        return result
    if opts.original_call is None:
        raise ValueError(
            "list_stack needs opts.original_call, which stacks a Python list"
        )
    return opts.original_call(list_)


def list_comp(body: Callable[[Any], list[Any]], iter_: Any) -> Any:
    """The value of `body(iter_)`, a list comprehension over `iter_`."""
    result = staged((iter_,), "list_comp", body, iter_)
    if result is not NotImplemented:
        return result
    return body(iter_)


def generator(body: Callable[[Any], Iterator[Any]], iter_: Any) -> Any:
    """The value of `body(iter_)`, a generator expression over `iter_`."""
    result = staged((iter_,), "generator", body, iter_)
    if result is not NotImplemented:
        return result
    return body(iter_)
