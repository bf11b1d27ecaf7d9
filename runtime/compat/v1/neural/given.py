"""Arguments of TensorFlow 1 that have two names."""

from __future__ import annotations

from typing import Any


def either(**names: Any) -> Any:
    """The value of the argument under either name, or None; the new name stands first.

    >>> either(dim=None, axis=1)
    1

    Raises:
      ValueError: if more than one is.
    """
    given = [name for name, value in names.items() if value is not None]
    if len(given) > 1:
        both = "' and '".join(reversed(names))
        raise ValueError(f"Cannot specify both '{both}'.")
    return names[given[0]] if given else None


def required(**names: Any) -> Any:
    """The value of the argument under either name.

    >>> required(value=3, input=None)
    3

    Raises:
      ValueError: unless exactly one of the names has a value.
    """
    found = either(**names)
    if found is None:
        raise ValueError(f"One of {', '.join(names)} must be specified.")
    return found


__all__ = ["either", "required"]
