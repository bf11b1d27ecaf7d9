"""Comparison of the observed behaviour of a plain and a staged function."""

from __future__ import annotations

import contextlib
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from autograph.checking.observation import CALLS, Observed
from autograph.checking.stages import registered


class Divergence(NamedTuple):
    """One difference between the staged function and the plain one."""

    kind: str
    """`result`, `error`, `printed`, `changed` or `called`."""
    message: str
    filename: str
    line: int

    def __str__(self) -> str:
        return f"{self.filename}:{self.line}: {self.kind}: {self.message}"


def compared(plain: Observed, staged: Observed) -> Iterator[Divergence]:
    """Every divergence, in the order in which users care."""
    yield from _compared_outcomes(plain, staged)
    yield from _compared_prints(plain, staged)
    yield from _compared_changes(plain, staged)
    yield from _compared_calls(plain, staged)


def _compared_outcomes(plain: Observed, staged: Observed) -> Iterator[Divergence]:
    values = [as_plain(each.result) for each in plain.outcomes if each.error is None]
    is_random = not all(agree(values[0], each) for each in values[1:])
    for first, second in zip(plain.outcomes, staged.outcomes, strict=True):
        if first.error is None and second.error is None:
            left, right = as_plain(first.result), as_plain(second.result)
            if not is_random and not agree(left, right):
                message = f"plain Python gives {left!r}, staged it is {right!r}"
                yield Divergence("result", message, plain.filename, plain.last_line)
                return
        elif not _is_same_error(first.error, second.error, plain):
            message = (
                f"plain Python {told(first.error)}, staged it {told(second.error)}"
            )
            line = _line_of(second.error or first.error, plain)
            yield Divergence("error", message, plain.filename, line)
            return


def _is_same_error(
    first: BaseException | None, second: BaseException | None, plain: Observed
) -> bool:
    if first is None or second is None:
        return False
    if isinstance(second, type(first)):
        return True
    in_one_line = _line_of(first, plain) == _line_of(second, plain)
    return in_one_line and registered.is_same_refusal(first, second)


def told(error: BaseException | None) -> str:
    """The outcome of a call, by the error it raised, as the end of a sentence."""
    if error is None:
        return "returns"
    name = type(error).__name__
    lines = str(error).strip().splitlines() or [""]
    # a traced function's error ends in a line that names the class itself
    return f"raises {name}: {lines[-1].strip().removeprefix(f'{name}: ')}"


def _line_of(error: BaseException | None, plain: Observed) -> int:
    line = plain.last_line
    entry = error.__traceback__ if error is not None else None
    while entry is not None:
        if entry.tb_frame.f_code.co_filename == plain.filename:
            line = entry.tb_lineno
        entry = entry.tb_next
    return line


def _compared_prints(plain: Observed, staged: Observed) -> Iterator[Divergence]:
    texts = Counter(text for text, _ in plain.printed)
    other = Counter(text for text, _ in staged.printed)
    missing, extra = texts - other, other - texts
    lines: dict[int, None] = {}
    for printed, kept in ((plain.printed, missing), (staged.printed, extra)):
        lines.update(dict.fromkeys(line for text, line in printed if text in kept))
    for line in lines:
        here = [text for text, at in plain.printed if at == line]
        there = [text for text, at in staged.printed if at == line]
        message = (
            f"plain Python prints {_few(here)} in {CALLS} calls, staged it prints "
            f"{_few(there)}; tf.print prints when the graph runs"
        )
        yield Divergence("printed", message, plain.filename, line)


def _few(texts: list[str]) -> str:
    shown = ", ".join(map(repr, texts[:3]))
    more = f" and {len(texts) - 3} more" if len(texts) > 3 else ""
    return (shown + more) or "nothing"


def _compared_changes(plain: Observed, staged: Observed) -> Iterator[Divergence]:
    seen: set[str] = set()
    for first, second in zip(plain.outcomes, staged.outcomes, strict=True):
        paths = {**first.changes, **second.changes}
        for path in paths:
            left, right = first.changes.get(path), second.changes.get(path)
            if path in seen or agree(as_plain(left), as_plain(right)):
                continue
            seen.add(path)
            line = plain.changed_at.get(path) or staged.changed_at.get(path)
            line = line or plain.last_line
            message = (
                f"plain Python {_change_told(path, left)}, staged it "
                f"{_change_told('it', right)}"
            )
            yield Divergence("changed", message, plain.filename, line)


def _change_told(name: str, value: Any) -> str:
    if value is None:
        return f"makes no change of {name}"
    return f"makes {name} {as_plain(value)!r}"


def _compared_calls(plain: Observed, staged: Observed) -> Iterator[Divergence]:
    for place in {**plain.calls, **staged.calls}:
        first, second = plain.calls[place], staged.calls[place]
        filename, line, name = place
        is_function = "." not in name  # of the user's own file
        is_converted = is_function and (filename, line) in staged.converted
        if is_converted or first == second:
            continue
        message = f"plain Python calls {name} {first} times, staged {second}"
        yield Divergence("called", message, filename, line)


def as_plain(value: Any) -> Any:
    """The Python values in a nest of tensors, arrays and numbers."""
    value = registered.components(value)
    if isinstance(value, dict):
        return {key: as_plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        items = [as_plain(each) for each in value]
        return items if isinstance(value, list) else tuple(items)
    for step in ("numpy", "tolist"):
        convert = getattr(value, step, None)
        if convert is not None and not isinstance(value, type):
            with contextlib.suppress(Exception):  # no value: compared as it is
                value = convert()
    # an array of objects may hold arrays
    return as_plain(value) if isinstance(value, list) and value else value


def agree(first: Any, second: Any) -> bool:
    """Whether two plain values are the same, numbers up to single precision."""
    if isinstance(first, dict) and isinstance(second, dict):
        return first.keys() == second.keys() and all(
            agree(first[key], second[key]) for key in first
        )
    if isinstance(first, (list, tuple)) and isinstance(second, (list, tuple)):
        return len(first) == len(second) and all(map(agree, first, second))
    if isinstance(first, str) and isinstance(second, bytes):
        return first.encode(errors="surrogatepass") == second
    for kind in (float, complex):
        if isinstance(first, kind) and isinstance(second, kind):
            return _are_near(first, second)
    if isinstance(first, (float, int)) and type(first) is not type(second):
        return False
    try:
        return bool(first == second) or bool(first != first and second != second)
    except (TypeError, ValueError):  # as of data frames: equal in parts has no truth
        return first is second


def _are_near(first: Any, second: Any) -> bool:
    """Whether two floats, or two complex numbers, are the same up to rounding."""
    if isinstance(first, complex) and not (_is_finite(first) and _is_finite(second)):
        return _are_near(first.real, second.real) and _are_near(first.imag, second.imag)
    if first == second or (first != first and second != second):
        return True
    # a part of infinity is infinity: every number would be near it
    if not (_is_finite(first) and _is_finite(second)):
        return False
    largest = max(abs(first), abs(second), 1.0)
    return bool(abs(first - second) <= 1e-5 * largest)


def _is_finite(value: complex) -> bool:
    return math.isfinite(value.real) and math.isfinite(value.imag)
