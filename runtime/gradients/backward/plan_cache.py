"""The cache of compiled gradients: one policy for single ops and whole tapes.

A gradient is computed rule by rule the first times and compiled when it is requested
again. Tensor values that the rules read are part of a plan's key.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

COMPILED_AFTER: Final = 2
"""How often a gradient is followed before it is compiled."""
PLANS: Final = 64
"""How many kinds of calls a cache keeps plans for, and how many plans for each."""
VALUES: Final = 256
"""Tensors of more elements are not made part of a key."""
MISSES: Final = 1024

Plan = TypeVar("Plan")
Compile = Callable[[set[int]], "Plan | None"]
"""Makes a plan from the indices of tensors with known values; adds indices it needs."""


class Family(Generic[Plan]):
    """The plans of one key: one for each value that their rules look at."""

    __slots__ = ("asked", "found", "sole")

    def __init__(self) -> None:
        self.asked: tuple[int, ...] = ()
        """The tensors whose values the rules look at, by position."""
        self.found: dict[Any, Plan | None] = {}
        self.sole: Plan | None = None
        """The plan, if the rules look at no values."""


class PlanCache(Generic[Plan]):
    """Compiled plans, keyed by shapes, attributes and the requested gradients.

    A full cache evicts the oldest family of plans, and compiles a new one only after
    more misses: calls that never repeat do not make it compile again and again.
    """

    __slots__ = ("_gone", "_misses", "families")

    def __init__(self) -> None:
        self.families: dict[Any, Family[Plan]] = {}
        self._misses: dict[int, int] = {}
        self._gone = 0

    def find(
        self, key: Any, tensors: Sequence[Any], compiled: Compile[Plan]
    ) -> Plan | None:
        """The plan for these tensors; None if the rules must run one by one."""
        family = self.families.get(key)
        if family is None:
            if not self._is_due(key):
                return None
            family = self._new_family(key)
        # rules ask for more values while those that they asked for become known
        for _ in range(4):
            values = _values(tensors, family.asked)
            if values is None:
                return None
            if values in family.found:
                return family.found[values]
            is_full = len(family.found) >= PLANS
            if is_full or (family.found and not self._is_due((key, values))):
                return None
            asked = set(family.asked)
            plan = compiled(asked)
            if len(asked) == len(family.asked):
                family.found[values] = plan
                family.sole = None if asked else plan
                return plan
            family.asked = tuple(sorted(asked))
            family.found.clear()
        return None

    def _new_family(self, key: Any) -> Family[Plan]:
        while len(self.families) >= PLANS:
            self.families.pop(next(iter(self.families)), None)
            self._gone += 1
        made = self.families[key] = Family()
        return made

    def _is_due(self, key: Any) -> bool:
        """Whether the key was seen often enough; counts are stored by hash alone."""
        brief = hash(key)
        count = self._misses.get(brief, 0)
        if count >= COMPILED_AFTER * (1 + self._gone // PLANS):
            self._misses.pop(brief)
            return True
        if len(self._misses) >= MISSES:
            self._misses.clear()
        self._misses[brief] = count + 1
        return False


def _values(tensors: Sequence[Any], asked: Sequence[int]) -> Any:
    """The values of some tensors as a part of a key; None if they are too large."""
    if not asked:
        return ()
    arrays = [tensors[position]._array for position in asked]
    if any(each.size > VALUES for each in arrays):
        return None
    return tuple([each.tobytes() for each in arrays])
