"""Tracebacks in the user's lines: the frames to show, and their text.

Converted code carries the user's file name and line numbers; this module distinguishes
it from other code, and leaves out the frames of this package.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import CodeType, TracebackType
from typing import NamedTuple
from weakref import ref

from autograph.syntax.variable_roles import OPERAND
from autograph.tracebacks.hiding import is_hidden

__all__ = [
    "UserFrame",
    "free_names",
    "hand_mark_on",
    "innermost_code",
    "is_body",
    "is_of_converted_code",
    "is_part",
    "is_raised_by_statement",
    "mark_converted",
    "mark_converted_ahead",
    "original_names",
    "user_frames",
    "users_function",
]


class UserFrame(NamedTuple):
    """One line of the `in user code:` block."""

    filename: str
    line: int
    function: str
    text: str
    mark: str
    """` *` for a converted function, ` **` for one that it called unconverted."""

    def __str__(self) -> str:
        mark = f" {self.mark}" if self.mark else ""
        return (
            f'    File "{self.filename}", line {self.line}, in {self.function}{mark}\n'
            f"        {self.text}"
        )


class _Converted(NamedTuple):
    """Facts about a code object that the converter made."""

    code: ref[CodeType]
    function: str
    is_helper: bool
    names: tuple[str, ...]
    """The user's variables, in the order in which `locals()` has them."""
    free: frozenset[str] = frozenset()
    is_lambda: bool = False
    """Whether it is a lambda of the user's."""


_converted: dict[int, _Converted] = {}


def _nested_codes(code: CodeType) -> list[CodeType]:
    return [item for item in code.co_consts if isinstance(item, CodeType)]


def mark_converted(code: CodeType, original: CodeType) -> None:
    """Records that `code`, with nested code, was made from the user's `original`.

    It is `original` itself where that needs no change.
    """
    if code is original:
        key = id(code)
        _unchanged[key] = ref(code, lambda _: _unchanged.pop(key, None))
        return
    names = _variables(original)
    _mark(code, original.co_name, False, names, original.co_freevars)
    _mark_nested(code, original, names)


_unchanged: dict[int, ref[CodeType]] = {}
"""The user's own code that needed no change to be converted."""


def _variables(code: CodeType) -> tuple[str, ...]:
    names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    return tuple(dict.fromkeys(names))


def _mark_nested(code: CodeType, original: CodeType, names: tuple[str, ...]) -> None:
    """Functions of the user's keep their name and line; the rest are helpers."""
    of_user: dict[str, list[CodeType]] = {}
    _collect(original, of_user)
    for inner in _nested_codes(code):
        namesakes = of_user.get(inner.co_name, [])
        if inner.co_name == "<lambda>":
            users = _as_written(inner, namesakes)
            written, own = (users, _variables(users)) if users else (original, names)
            _mark(inner, original.co_name, True, own, written.co_freevars)
            info = _converted[id(inner)]
            _converted[id(inner)] = info._replace(is_lambda=users is not None)
            _mark_nested(inner, written, own)
        elif not namesakes:
            _mark(inner, original.co_name, True, names, original.co_freevars)
            _mark_nested(inner, original, names)
        else:
            mark_converted(inner, _likest(inner, namesakes))


def _as_written(made: CodeType, lambdas: list[CodeType]) -> CodeType | None:
    """The user's lambda behind `made`; None if the converter put `made` there.

    What the converter makes of an operand has a parameter that no text can name.
    """
    if OPERAND in made.co_varnames:
        return None
    same = [each for each in lambdas if _parameters(each) == _parameters(made)]
    return _likest(made, same) if same else None


def _parameters(code: CodeType) -> tuple[str, ...]:
    stars = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    return code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + stars]


def mark_converted_ahead(
    code: CodeType, names: frozenset[str], functions: frozenset[str]
) -> None:
    """Records that `code` stands in a module that was converted ahead of time.

    `names` are the user's variables, `functions` the user's functions nested in it.
    """
    variables = tuple(sorted(names))
    _mark(code, code.co_name, False, variables)
    stack = [(code, code.co_name)]
    while stack:
        outer, name = stack.pop()
        for inner in _nested_codes(outer):
            is_users = inner.co_name in functions
            shown = inner.co_name if is_users else name
            _mark(inner, shown, not is_users, variables)
            stack.append((inner, shown))


def _likest(made: CodeType, users: list[CodeType]) -> CodeType:
    """Which of the user's functions of one name `made` was made from."""
    lines = [abs(made.co_firstlineno - each.co_firstlineno) for each in users]
    nearest = [u for u, line in zip(users, lines, strict=True) if line == min(lines)]
    if len(nearest) == 1:
        return nearest[0]
    return max(nearest, key=partial(_likeness, made))


def _likeness(one: CodeType, other: CodeType) -> tuple[int, bool, int]:
    """How alike two functions of a line are: in their places, then in their variables.

    Before Python 3.11 places are unknown; later comprehensions join variables.
    """
    has_places = hasattr(one, "co_positions")
    shared = len(_places(one) & _places(other)) if has_places else 0
    others = set(one.co_freevars) ^ set(other.co_freevars)
    return shared, one.co_varnames == other.co_varnames, -len(others)


def _places(code: CodeType) -> set[tuple[int | None, ...]]:
    return set(code.co_positions())  # type: ignore[attr-defined, unused-ignore]


def _collect(code: CodeType, found: dict[str, list[CodeType]]) -> None:
    for inner in _nested_codes(code):
        found.setdefault(inner.co_name, []).append(inner)
        _collect(inner, found)


def _mark(
    code: CodeType,
    name: str,
    is_helper: bool,
    names: tuple[str, ...],
    free: tuple[str, ...] = (),
) -> None:
    key = id(code)
    weak = ref(code, lambda _: _converted.pop(key, None))
    _converted[key] = _Converted(weak, name, is_helper, names, frozenset(free))


def original_names(code: CodeType) -> tuple[str, ...] | None:
    """The user's variable names in converted code; None for other code."""
    info = _converted.get(id(code))
    return None if info is None else info.names


def is_part(code: CodeType) -> bool:
    """Whether `code` is of a part of a converted function: a body or an operand."""
    info = _converted.get(id(code))
    return info is not None and info.is_helper


def is_body(code: CodeType) -> bool:
    """Whether `code` is that of a branch, a loop or the like, in converted code."""
    info = _converted.get(id(code))
    return info is not None and info.is_helper and not info.is_lambda


def users_function(code: CodeType) -> str | None:
    """The user's function of which `code` is a part.

    None if it is no part.
    """
    info = _converted.get(id(code))
    if info is None or not info.is_helper or info.is_lambda:
        return None
    return info.function


def hand_mark_on(code: CodeType, changed: CodeType) -> None:
    """Records of `changed`, made of `code`, what is recorded of `code`."""
    info = _converted.get(id(code))
    if info is not None:
        key = id(changed)
        weak = ref(changed, lambda _: _converted.pop(key, None))
        _converted[key] = info._replace(code=weak)


def free_names(code: CodeType) -> frozenset[str]:
    """Variables that the user's function behind `code` has from a function around."""
    info = _converted.get(id(code))
    return frozenset() if info is None else info.free


def innermost_code(traceback: TracebackType | None) -> CodeType | None:
    """The code that raised; None without a traceback."""
    entries = list(_entries(traceback))
    return entries[-1].tb_frame.f_code if entries else None


def _entries(traceback: TracebackType | None) -> Iterator[TracebackType]:
    while traceback is not None:
        yield traceback
        traceback = traceback.tb_next


def user_frames(traceback: TracebackType | None) -> list[UserFrame]:
    """The user's frames in `traceback`, from the first converted one inwards.

    A branch or a loop body is a function of its own in converted code; the user
    sees one frame, at the innermost line.
    """
    frames: list[UserFrame] = []
    was_converted = False
    for entry in _entries(traceback):
        info = _converted.get(id(entry.tb_frame.f_code))
        if info is not None:
            if info.is_helper and was_converted:
                frames.pop()
            frames.append(_user_frame(entry, info.function, " *"))
            was_converted = True
        elif was_converted and id(entry.tb_frame.f_code) in _unchanged:
            frames.append(_user_frame(entry, entry.tb_frame.f_code.co_name, " *"))
        elif frames and not is_hidden(entry.tb_frame):
            caller = entry.tb_frame.f_back
            is_direct = was_converted and caller is not None and is_hidden(caller)
            name = entry.tb_frame.f_code.co_name
            frames.append(_user_frame(entry, name, " **" if is_direct else ""))
            was_converted = False
    return frames


def _user_frame(entry: TracebackType, function: str, mark: str) -> UserFrame:
    import linecache

    filename = entry.tb_frame.f_code.co_filename
    text = linecache.getline(filename, entry.tb_lineno, entry.tb_frame.f_globals)
    return UserFrame(
        filename,
        entry.tb_lineno,
        function,
        text.strip() or "<source unavailable>",
        mark,
    )


def is_raised_by_statement(error: BaseException) -> bool:
    """Whether a `raise` in converted code raised `error`, rather than a call.

    Used when a branch fails while it is recorded: an exception that the user raises is
    part of the branch's meaning, any other exception is an error in it.
    """
    innermost = None
    for entry in _entries(error.__traceback__):
        innermost = entry
    if innermost is None or id(innermost.tb_frame.f_code) not in _converted:
        return False
    from opcode import opname

    code = innermost.tb_frame.f_code.co_code
    return opname[code[innermost.tb_lasti]] == "RAISE_VARARGS"


def is_of_converted_code(error: BaseException) -> bool:
    """Whether converted code, or an operator that it called, raised `error`."""
    frames = [entry.tb_frame for entry in _entries(error.__traceback__)]
    users = [frame for frame in frames if not is_hidden(frame)]
    codes = [id(frame.f_code) for frame in users]
    return bool(codes) and (codes[-1] in _converted or codes[-1] in _unchanged)
