"""`tf.compat.v1.test.StubOutForTesting`: attributes replaced for a time."""

from __future__ import annotations

import inspect
from typing import Any, TypeAlias

Owner: TypeAlias = Any
"""A module, a class or an object."""

Kept: TypeAlias = Any
"""What an attribute was, or shall be."""


class StubOutForTesting:
    """Replaces attributes, and puts the former ones back.

    >>> import math
    >>> with tf.compat.v1.test.StubOutForTesting() as stubs:
    ...     stubs.Set(math, "pi", 3)
    ...     math.pi
    3
    >>> round(math.pi, 2)
    3.14
    """

    def __init__(self) -> None:
        self._kept: list[tuple[Owner, str, Kept]] = []
        self._smart: list[tuple[Owner, str, Kept]] = []

    def __enter__(self) -> StubOutForTesting:
        return self

    def __exit__(self, *error: object) -> None:
        self.CleanUp()

    def __del__(self) -> None:
        self.CleanUp()

    def CleanUp(self) -> None:
        """Puts all back."""
        self.SmartUnsetAll()
        self.UnsetAll()

    def Set(self, parent: Owner, child_name: str, new_child: Kept) -> None:
        """Replaces an attribute of an object, which has it itself."""
        old = getattr(parent, child_name)
        held = vars(parent).get(child_name)
        if isinstance(held, staticmethod):
            old = staticmethod(old)
        elif isinstance(held, classmethod):
            old = classmethod(old.__func__)
        self._kept.append((parent, child_name, old))
        setattr(parent, child_name, new_child)

    def UnsetAll(self) -> None:
        """Puts back what `Set` replaced, the last first."""
        for parent, name, old in reversed(self._kept):
            setattr(parent, name, old)
        self._kept = []

    def SmartSet(self, obj: Owner, attr_name: str, new_attr: Kept) -> None:
        """Replaces an attribute where it is defined: in the object or a base class.

        Raises:
          AttributeError: if there is none of that name.
        """
        is_plain = inspect.ismodule(obj) or (
            not inspect.isclass(obj) and attr_name in vars(obj)
        )
        owners = [obj] if is_plain else [*_classes(obj)]
        owner = next((each for each in owners if attr_name in vars(each)), None)
        if owner is None:
            raise AttributeError(f"Attribute {attr_name!r} not found.")
        old = vars(owner)[attr_name]
        self._smart.append((owner, attr_name, old))
        setattr(owner, attr_name, new_attr)

    def SmartUnsetAll(self) -> None:
        """Puts back what `SmartSet` replaced, the last first."""
        for parent, name, old in reversed(self._smart):
            setattr(parent, name, old)
        self._smart = []


def _classes(value: Owner) -> tuple[type, ...]:
    return inspect.getmro(value if inspect.isclass(value) else type(value))


__all__ = ["StubOutForTesting"]
