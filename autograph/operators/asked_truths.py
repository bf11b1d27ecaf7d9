"""The truth of an object that `and` or `or` has asked, for the test around it.

Python asks each operand of `if a or b:` once and goes on by the answer. Here `or_`
returns the operand, as it must where that is the value, and the statement would ask it
again. So the operator notes what it asked and where; a test believes the note if
nothing but loads stands between the two calls.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextvars import ContextVar
from itertools import islice
from opcode import opmap
from sys import _getframe
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

__all__ = [
    "answered",
    "known_in_logic",
    "known_in_not",
    "known_truth",
    "passed_on",
    "truth_in_test",
]


class _Note(NamedTuple):
    """What was asked: identities only, so that nothing lives longer for it."""

    frame: int
    code: int
    offset: int
    value: int
    truth: bool


_last: ContextVar[_Note | None] = ContextVar("last_truth_asked", default=None)

_CACHES = frozenset(opmap[name] for name in ("CACHE", "NOP") if name in opmap)
_CALLS = frozenset(n for name, n in opmap.items() if name.startswith(("CALL", "PRE")))
_LOADS = frozenset(
    number
    for name, number in opmap.items()
    if name.startswith(("LOAD_", "PUSH_", "BUILD_TUPLE", "EXTENDED_ARG", "KW_NAMES"))
    or name in ("MAKE_FUNCTION", "SET_FUNCTION_ATTRIBUTE")
)
_TESTS = frozenset(
    number
    for name, number in opmap.items()
    if name.startswith(("POP_JUMP_", "TO_BOOL")) and not name.endswith("NONE")
)
_USES = frozenset(
    number
    for name, number in opmap.items()
    if name.startswith(("STORE_", "BUILD_", "COMPARE_", "BINARY_", "LIST_", "YIELD_"))
)
_COPIES = frozenset(opmap[name] for name in ("COPY",) if name in opmap)
_TO_BOOLS = frozenset(opmap[name] for name in ("TO_BOOL",) if name in opmap)
_DROPS = {
    truth: opmap[name]
    for truth, name in ((True, "JUMP_IF_FALSE_OR_POP"), (False, "JUMP_IF_TRUE_OR_POP"))
    if name in opmap
}
_DROPS_COPY = {
    truth: opmap[name]
    for truth, name in ((True, "POP_JUMP_IF_FALSE"), (False, "POP_JUMP_IF_TRUE"))
    if name in opmap
}
_VALUES_ARE_ASKED_AGAIN = sys.version_info >= (3, 12)
_RETURN = opmap["RETURN_VALUE"]


def _asks(value: Any) -> bool:
    """Whether the truth of `value` is asked by a function of the user's."""
    kind = type(value)
    for name in ("__bool__", "__len__"):
        found = getattr(kind, name, None)
        if found is not None:
            return type(found) is FunctionType
    return False


def answered(value: Any, is_true: bool, depth: int = 1) -> Any:
    """`value`, to be returned by the operator that calls this and has asked it.

    Where Python itself tests what the operator returns, it is the truth. The operator
    was called by the frame `depth` calls above the caller of this.
    """
    if not _asks(value):
        _last.set(None)
        return value
    frame = _user_of_chain(_getframe(depth + 1))
    code, offset = frame.f_code, frame.f_lasti
    if _following(code, offset) in _TESTS or _is_dropped(code, offset, is_true):
        return is_true
    _last.set(_Note(id(frame), id(code), offset, id(value), is_true))
    return value


def _user_of_chain(frame: FrameType) -> FrameType:
    """The frame that uses what `frame` returns, if that is a chained comparison.

    Where middle operands must be evaluated once, the chain is a lambda, called where it
    stands: `(lambda left, right: ag__.and_(...))(a, f(b))`.
    """
    code, outer = frame.f_code, frame.f_back
    if code.co_argcount != 2 or code.co_name != "<lambda>" or outer is None:
        return frame
    if not all(map(str.startswith, code.co_varnames, ("left", "right"))):
        return frame
    stands_there = any(each is code for each in outer.f_code.co_consts)
    if not stands_there or _following(code, frame.f_lasti) != _RETURN:
        return frame
    return outer


def _following(code: CodeType, offset: int) -> int | None:
    """The operation after the call at `offset`."""
    return next(iter(_operations(code, offset, 1)), None)


def _operations(code: CodeType, offset: int, count: int) -> list[int]:
    rest = code.co_code[offset + 2 :: 2]
    return list(islice((each for each in rest if each not in _CACHES), count))


def _is_dropped(code: CodeType, offset: int, is_true: bool) -> bool:
    """Whether Python's `and` or `or` after the call goes on to its next operand.

    What it returns is the object, so a truth only stands for what it does not return.
    """
    first, *rest = _operations(code, offset, 3)
    if first in _COPIES:
        rest = [each for each in rest if each not in _TO_BOOLS]
        return bool(rest) and rest[0] == _DROPS_COPY.get(is_true)
    return first == _DROPS.get(is_true)


def known_in_not(value: Any) -> bool | None:
    """What is known of the operand of `not`, for the operator that calls this.

    In a test, Python asks an operand of `and` or `or` once; where the value of `not` is
    used otherwise, `and` asks it, and `not` again.
    """
    truth = known_truth(value)
    frame = _getframe(2)
    if truth is None or _following(frame.f_code, frame.f_lasti) in _USES:
        return None
    return truth


def known_in_logic(value: Any, function: Callable[[], Any]) -> bool | None:
    """What is known of the first operand of `and` or `or`, which `function` returned.

    From Python 3.12 on, `x = (a or b) and c` asks the value of `a or b` again.
    """
    truth = known_truth(value, function)
    if truth is None or not _VALUES_ARE_ASKED_AGAIN:
        return truth
    frame = _getframe(3)
    is_used = _following(frame.f_code, frame.f_lasti) in _USES
    return None if is_used else truth


def truth_in_test(value: Any, function: Any = None) -> bool:
    """The truth of `value`, the operand of the operator that calls this.

    It is not asked again if the operand has just asked it, or `function`, which
    returned it.
    """
    truth = known_truth(value, function)
    return bool(value) if truth is None else truth


def known_truth(value: Any, function: Any = None, depth: int = 2) -> bool | None:
    """The same, if it was asked; else None.

    The operator was called by the frame `depth` calls above this function's caller.
    """
    note = _last.get()
    if note is None or note.value != id(value) or not _asks(value):
        return None
    if function is not None:
        return _returned_truth(note, function)
    return _known_truth(note, _getframe(depth + 1))


def _known_truth(note: _Note, frame: FrameType) -> bool | None:
    if (note.frame, note.code) != (id(frame), id(frame.f_code)):
        return None
    if note.offset >= frame.f_lasti:
        return None
    between = frame.f_code.co_code[note.offset + 2 : frame.f_lasti + 2 : 2]
    found = [each for each in between if each not in _CACHES]
    while found and found[-1] in _CALLS:
        found.pop()
    return note.truth if _LOADS.issuperset(found) else None


def _returned_truth(note: _Note, function: Any) -> bool | None:
    code: CodeType | None = getattr(function, "__code__", None)
    if code is None or note.code != id(code):
        return None
    return note.truth if _following(code, note.offset) == _RETURN else None


def passed_on(operand: Callable[[], Any]) -> Any:
    """The value of the operand that decides; what is known of it stays so.

    A note of anything else ends here: another object may have its identity by now.
    """
    value = operand()
    note = _last.get()
    if note is None:
        return value
    _last.set(None)
    if note.value == id(value) and _asks(value):
        truth = _returned_truth(note, operand)
        if truth is not None:
            return answered(value, truth, 2)
    return value
