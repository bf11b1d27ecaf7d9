"""What asks a value for its truth is told by the syntax tree, not by the line."""

from __future__ import annotations

import sys
from contextlib import suppress
from types import SimpleNamespace

import pytest

from autograph.analysis.asking_constructs import (
    Construct,
    deciding_construct,
    iterating_construct,
)

ASSERTION, FILTER, FOR, ASSIGNMENT, CASES = (
    Construct.ASSERTION,
    Construct.FILTER,
    Construct.COMPREHENSION,
    Construct.CONDITIONAL_ASSIGNMENT,
    Construct.ALTERNATIVES,
)
# what asks, and the construct; `a` is asked for its truth, `t` for an iterator
ASKING = [
    ("bool(a)", None),
    ("1 if a else 2", None),
    ("not a", None),
    ("a and 2", None),
    ("1 + (a and (b := 2))", ASSIGNMENT),
    ("(b := 1) if a else 2", ASSIGNMENT),
    ("1 if a else (b := 2)", ASSIGNMENT),
    ("[b := 3, 2 if a else 3]", None),
    ("(a or 2) and (b := 3)", ASSIGNMENT),
    ("[x for x in (1, 2) if a]", FILTER),
    ("[x for x in (1, 2) if x if not a]", FILTER),
    ("{x for x in (1, 2) if x < a < 3}", FILTER),
    ("{x: x for x in (1, 2) if bool(a)}", FILTER),
    ("list(x for x in (1, 2) if (a and x))", FILTER),
    ("[1 if a else 2 for x in (1, 2) if x]", None),
    ("[x for x in (1, 2) if len([1 if a else 2])]", None),
    ("(lambda: 1 if a else 2)()", None),
    ("[x for x in t]", FOR),
    ("{x: 1 for x in t if x}", FOR),
    ("[y for x in (1, 2) for y in t if y]", FOR),
    ("[list(t) for x in (1, 2) if x]", None),
    ("[x for x in list(t) if x]", None),
    ("[*t]", None),
    ("sum(t)", None),
]
MISLEADING = [
    "",
    'said = "sum for x if y"; ',
    'said = "a := b"; ',
    "said = (said := 3); ",
    "others = [x for x in (1, 2) if x]; ",
    "assert True, 'for x if'; ",
]
STATEMENTS = [
    ("assert a", ASSERTION),
    ("assert not a, 'x for x in y if z'", ASSERTION),
    ("assert (\n        1 < a\n        < 3\n    )", ASSERTION),
    ("assert 0 + (2 if a else 1)", None),
    ("assert a and (b := 2)", ASSERTION),
    ("if a: pass  # assert [x for x in y if z]", None),
    ("while a: break  # [x for x in y if z]", None),
    ("for x in t: x = [y for y in (1, 2) if y]", None),
    ("x, = t; z = [y for y in (1, 2) if y]", None),
    ("match [a, 2]:\n        case [1, b] | [b, 1]: pass", CASES),
    ("match [a, 2]:\n        case [1, 3]: pass", None),
    ("match [2]:\n        case [1, b] | [b] if a: pass", CASES),
    ("match [2]:\n        case [b]:\n            c = 2 if a else 3", None),
]


def lines():
    for start in MISLEADING:
        for asking, construct in ASKING:
            yield f"{start}z = {asking}", construct
    yield from STATEMENTS


class Asked:
    """Says which construct asks for its truth or iterates over it."""

    def __init__(self, seen):
        self.found = []
        self._seen = seen

    def __bool__(self):
        self.found.append(deciding_construct(self._seen(sys._getframe(1))))
        return True

    def __iter__(self):
        self.found.append(iterating_construct(self._seen(sys._getframe(1))))
        return iter([1])

    def __lt__(self, other):
        return self

    __gt__ = __eq__ = __lt__
    __hash__ = None


def found_by_running(text, folder, seen=lambda frame: frame):
    file = folder / f"program_{abs(hash(text))}.py"
    file.write_text(f"def program(a, t):\n    {text}\n", encoding="utf-8")
    names = {}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), names)
    asked = Asked(seen)
    with suppress(AssertionError):
        names["program"](asked, asked)
    return asked.found


@pytest.mark.skipif(sys.version_info < (3, 11), reason="columns of instructions")
def test_the_syntax_tree_tells_what_asks(tmp_path):
    wrong = {
        text: (construct, found)
        for text, construct in lines()
        if (found := found_by_running(text, tmp_path))[:1] != [construct]
    }
    assert not wrong


def test_without_columns_only_what_is_sure_is_told(tmp_path):
    def by_line(frame):
        code = SimpleNamespace(
            co_filename=frame.f_code.co_filename, co_code=frame.f_code.co_code
        )
        return SimpleNamespace(
            f_code=code,
            f_lineno=frame.f_lineno,
            f_lasti=frame.f_lasti,
            f_globals=frame.f_globals,
        )

    told = []
    for text, construct in lines():
        found = found_by_running(text, tmp_path, by_line)[0]
        # a misleading construct that stands in the same line may hide the real one
        if found is not construct:
            assert found is None, text
        told.append(found)
    assert {ASSERTION, FILTER, FOR, ASSIGNMENT, CASES} <= set(told)


def test_source_that_is_not_at_hand_has_no_construct():
    names = {}
    exec("def program(a):\n    assert a", names)
    asked = Asked(lambda frame: frame)
    names["program"](asked)
    assert asked.found == [None]
