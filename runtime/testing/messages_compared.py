"""Comparison of protocol buffer messages by field, with a tolerance for floats."""

from __future__ import annotations

import math
from typing import Any


def parsed(given: Any, kind: type[Any]) -> Any:
    """The message itself, or a message of class `kind` parsed from text.

    Raises:
      TypeError: for something else.
    """
    if isinstance(given, kind):
        return given
    if not isinstance(given, (str, bytes)):
        raise TypeError(
            f"Can't compare a {kind.__name__} message with {type(given).__name__}: "
            "give a message of its class, or text."
        )
    from google.protobuf import text_format

    return text_format.Parse(given, kind())


def difference(expected: Any, actual: Any, tolerance: float) -> str | None:
    """The first difference between two messages of one class, or None."""
    fields = {each.name for each, _ in expected.ListFields()}
    others = {each.name for each, _ in actual.ListFields()}
    for name in sorted(fields ^ others):
        holder, where = (expected, "missing") if name in fields else (actual, "extra")
        return f"Field {name!r} is {where}: {getattr(holder, name)!r}"
    for field, one in expected.ListFields():
        found = _of_field(field, one, getattr(actual, field.name), tolerance)
        if found is not None:
            return f"Field {field.name!r}: {found}"
    return None


def _of_field(field: Any, one: Any, other: Any, tolerance: float) -> str | None:
    if hasattr(one, "ListFields"):  # whatever its own fields are called
        return difference(one, other, tolerance)
    if hasattr(one, "items"):
        if set(one) != set(other):
            return f"keys {sorted(one)} expected, not {sorted(other)}"
        pairs = [(one[key], other[key]) for key in sorted(one)]
    elif hasattr(one, "append") or hasattr(one, "add"):
        if len(one) != len(other):
            return f"{len(one)} elements expected, not {len(other)}"
        pairs = list(zip(one, other))
    else:
        pairs = [(one, other)]
    return next(filter(None, (_of_values(*pair, tolerance) for pair in pairs)), None)


def _of_values(one: Any, other: Any, tolerance: float) -> str | None:
    if hasattr(one, "ListFields"):
        return difference(one, other, tolerance)
    if isinstance(one, float) and not math.isnan(one):
        is_same = math.isclose(one, other, rel_tol=tolerance)
    else:
        is_same = one == other or (one != one and other != other)
    return None if is_same else f"{one!r} expected, not {other!r}"
