"""While something is recorded, the user's special methods answer as Python lets them.

What `__bool__`, `__len__`, `__int__`, `__float__`, `__index__` and `__contains__` may
return is Python's to say: each expression is tried with each answer, beside Python.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pytest

from autograph import Stage, register_stage, to_graph, unregister_stage
from autograph.operators.class_members import stand_ins_for_members

METHODS = ("__bool__", "__contains__", "__float__", "__index__", "__int__", "__len__")

EXPRESSIONS = (
    *("bool(c)", "len(c)", "int(c)", "float(c)", "1 in c", "1 not in c", "not c"),
    *("not (1 in c)", "not (1 not in c)", "c and 2", "c or 2", "2 and c", "0 or c"),
    *("1 in c and 2", "1 in c or 2", "1 not in c and 2", "1 not in c or 2"),
    *("2 if c else 3", "2 if 1 in c else 3", "2 if 1 not in c else 3"),
    *("2 if not c else 3", "2 if c and 1 in c else 3", "2 if c or 1 in c else 3"),
    *("2 if c and not c else 3", "2 if 1 in c or c else 3", "bool(1 in c)"),
    *("int(1 in c)", "bool(not c)", "[i for i in (1, 2) if c]", "(1 in c) is True"),
    *("[i for i in (1, 2) if i in c]", "[i in c for i in (1, 2)]", "any([c])"),
    *("all([1, c])", "len(c) + 1", "int(c) + 1", "float(c) + 1", "bool(c) + 1"),
    *("bool(len(c))", "float(int(c))", "list(map(bool, [c]))", "(len(c), int(c))"),
)
ANSWERS = (True, False, 7, -1, None, "s", 2.5, 10**400, [], Decimal(3))

STATEMENTS = ("if c:", "while c:", "if 1 in c:", "while 1 not in c:", "if not c:")


class Symbol:
    """A value that a stage owns."""


@pytest.fixture(autouse=True)
def symbol() -> Iterator[Symbol]:
    register_stage(Symbol, Stage())
    yield Symbol()
    unregister_stage(Symbol)


def answering(answer: Any, only: str | None = None) -> Any:
    """An object whose special methods, or the one, return `answer`."""

    def method(self: Any, *args: Any) -> Any:
        return answer

    names = METHODS if only is None else (only,)
    members = dict.fromkeys(names, method)
    return type("Container", (), {"__module__": __name__, **members})()


def made(body: str) -> Callable[[Any], Any]:
    """A function of the source `body`, which can be read."""
    file, source = f"made {body}.py", f"def made(c):\n{body}"
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    names: dict[str, Any] = {"__name__": __name__}
    exec(compile(source, file, "exec"), names)
    return names["made"]  # type: ignore[no-any-return]


def recorded(f: Callable[[Any], Any], given: Any) -> Any:
    """The value of `f(given)`, converted, while something is recorded."""
    converted = to_graph(f)
    with stand_ins_for_members(f, [given], lambda g, args, kwargs: g(*args, **kwargs)):
        return converted(given)


def outcome(call: Callable[..., Any], *args: Any) -> Any:
    """The result or the error, so that it can be compared."""
    try:
        result = call(*args)
    except (TypeError, ValueError, OverflowError, DeprecationWarning) as error:
        return type(error), str(error)
    return type(result), repr(result)


def bodies() -> Iterator[str]:
    for expression in EXPRESSIONS:
        yield f"    return {expression}\n"
    for statement in STATEMENTS:
        yield f"    {statement}\n        return 2\n    return 3\n"
    yield "    assert c\n    assert 1 in c or not (1 in c)\n    return 1\n"


@pytest.mark.parametrize("body", list(bodies()))
def test_every_answer_is_treated_as_python_treats_it(body: str) -> None:
    f = made(body)
    if "assert c" in body:
        answers = [each for each in ANSWERS if each is not False]
    else:
        answers = list(ANSWERS)
    for answer in answers:
        container = answering(answer)
        expected = outcome(f, container)
        assert outcome(recorded, f, container) == expected, repr(answer)


@pytest.mark.parametrize("body", ["bool(c)", "int(c)", "float(c)", "not c", "len(c)"])
@pytest.mark.parametrize("only", METHODS)
def test_the_method_that_there_is_answers(body: str, only: str) -> None:
    f = made(f"    return {body}\n")
    for answer in ANSWERS:
        container = answering(answer, only)
        assert outcome(recorded, f, container) == outcome(f, container), repr(answer)


@pytest.mark.parametrize(
    ("base", "name"), [(int, "__len__"), (float, "__index__"), (int, "__index__")]
)
@pytest.mark.parametrize("body", ["bool(c)", "int(c)", "float(c)", "2 if c else 3"])
def test_a_method_of_pythons_own_comes_before(base: type, name: str, body: str) -> None:
    members = {"__module__": __name__, name: lambda self: 0}
    given, f = type("Number", (base,), members)(5), made(f"    return {body}\n")
    assert outcome(recorded, f, given) == outcome(f, given)


@pytest.mark.parametrize("member", [None, staticmethod(lambda: True)])
def test_a_special_method_that_is_no_function_is_pythons(member: Any) -> None:
    members = {"__module__": __name__, "__bool__": member, "__contains__": member}
    given = type("Odd", (), members)()
    for expression in ("bool(c)", "1 in c", "2 if c else 3"):
        f = made(f"    return {expression}\n")
        assert outcome(recorded, f, given) == outcome(f, given)


def test_an_unknown_keyword_is_refused() -> None:
    given, f = answering(7), made("    return float(c, base=3)\n")
    assert outcome(recorded, f, given) == outcome(f, given)


@pytest.mark.parametrize("body", ["bool(c)", "len(c)", "int(c)", "float(c)", "1 in c"])
def test_a_staged_answer_stays_as_it_is(body: str, symbol: Symbol) -> None:
    f = made(f"    return {body}\n")
    assert recorded(f, answering(symbol)) is symbol
