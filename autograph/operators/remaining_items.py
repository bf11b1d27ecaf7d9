"""The remaining items of an iterator, read in advance for a `for` with staged exits.

Python would not consume the items after the last iteration. That makes a difference
where other code uses the iterator, or an object that a generator changes to produce its
items. Then the loop is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import length_hint
from types import CellType, CodeType, FunctionType, GeneratorType
from typing import Any

from autograph.errors import StagingError
from autograph.operators.effects import Mutables, is_changeable
from autograph.operators.iterator_positions import is_iterator, note_consumed, parts_of
from autograph.operators.ownership import part_has_other_references, references

__all__ = ["RemainingItems"]

MOST_ITEMS = 10_000
"""Of an iterator that does not say how many it has: it may have no end."""


class RemainingItems:
    """The items left in an iterator; `refuse_differences` after a loop consumed some.

    `is_shared` says whether the iterator has references other than the loop.
    """

    def __init__(self, items: Iterator[Any], is_shared: bool) -> None:
        self._items = items
        self._taken = 0
        self._most = max(MOST_ITEMS, length_hint(items))
        self._shared: list[Any] = []
        self._changeable: dict[str, Any] = {}
        if is_shared:
            self._watch(items)
        else:
            self._watch_parts(items, {id(items)}, is_shared=False)
        self._mutables = Mutables(self._changeable)

    def _watch(self, iterator: Any) -> None:
        self._shared.append(iterator)
        self._hold(_shown(iterator), iterator)

    def _hold(self, name: str, value: Any) -> None:
        others = sum(each.startswith(name) for each in self._changeable)
        self._changeable[f"{name} ({others + 1})" if others else name] = value

    def _watch_parts(self, holder: Any, seen: set[int], is_shared: bool) -> None:
        """Finds shared objects among all that the holder reaches."""
        self._watch_globals(holder)
        parts = list(parts_of(holder))
        for part in parts:
            if id(part) in seen:
                continue
            seen.add(id(part))
            times = sum(each is part for each in parts)
            part_is_shared = is_shared or part_has_other_references(
                references(part), times
            )
            if part_is_shared and is_iterator(part):
                self._watch(part)
            elif is_iterator(part) or isinstance(part, CellType):
                self._watch_parts(part, seen, part_is_shared)
            elif part_is_shared and is_changeable(part):
                self._hold(_shown(part), part)

    def _watch_globals(self, holder: Any) -> None:
        """Watches the globals that the code of a generator, `map` or class reads."""
        for code, known in _makers(holder):
            for name in code.co_names:
                if is_iterator(known.get(name)):
                    self._watch(known[name])
                elif name in known:
                    self._changeable[name] = known[name]

    def __iter__(self) -> Iterator[Any]:
        for item in self._items:
            for each in self._shared:
                note_consumed(each)
            self._taken += 1
            if self._taken > self._most:
                raise StagingError(_endless(self._items))
            yield item

    def refuse_differences(self) -> None:
        """Refuses changes that consuming the items made visible elsewhere.

        Raises:
            StagingError: another reference to an iterator, or to an object that a
                generator changes, would show that items have been consumed.
        """
        changed = list(self._mutables.changes())
        if self._taken:
            changed += [
                _shown(each) for each in self._shared if not is_changeable(each)
            ]
        if changed:
            raise StagingError(
                "A staged value decides how many items are used, so all are taken "
                "while that is recorded. That changes what is used elsewhere too: "
                f"{', '.join(changed)}. Take the items before, as in `for item in "
                "list(items):`, which says that all of them are taken."
            )


def _makers(holder: Any) -> Iterator[tuple[CodeType, dict[str, Any]]]:
    """The code that makes the items, with the names around it."""
    if isinstance(holder, GeneratorType):
        if holder.gi_frame is not None:
            yield holder.gi_code, holder.gi_frame.f_globals
        return
    for maker in (*parts_of(holder), getattr(type(holder), "__next__", None)):
        if isinstance(maker, FunctionType):
            yield maker.__code__, maker.__globals__


def _endless(items: Any) -> str:
    return (
        f"the loop over {_shown(items)} ends by a staged value, and has no other end "
        f"within {MOST_ITEMS} items: use `while` with the staged condition instead"
    )


def _shown(value: Any) -> str:
    name = getattr(value, "__name__", "")
    kind = f"the {type(value).__name__}"
    return f"{kind} {name!r}" if name else kind
