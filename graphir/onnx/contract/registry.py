"""Rules by the op that they are for, each registered where it is written."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Rule = TypeVar("_Rule", bound=Callable[..., Any])


class Registry(dict[_Key, _Rule]):
    """One rule for each op.

    >>> rules = Registry("rules for the op")
    >>> @rules.of("Neg")
    ... def negated(name):
    ...     return f"-{name}"
    >>> rules["Neg"]("x")
    '-x'
    """

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what

    def of(self, *ops: _Key) -> Callable[[_Rule], _Rule]:
        """Registers a rule for ops.

        Raises:
          TypeError: if there is one for an op already.
        """

        def register(rule: _Rule) -> _Rule:
            for op in ops:
                if op in self:
                    name = op[-1] if isinstance(op, tuple) else op
                    raise TypeError(f"There are two {self._what} {name}.")
                self[op] = rule
            return rule

        return register
