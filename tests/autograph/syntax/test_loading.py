"""The live function looks like the user's."""

from __future__ import annotations

import asyncio
import bdb
import functools
import inspect
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import autograph
from autograph import operators, to_graph
from autograph.options import ConversionOptions
from autograph.pipeline import convert_function
from autograph.syntax.loading import load_function
from tests.autograph.staged_flags import staged_flags

LIMIT = 3


def loaded(function: Any) -> Any:
    """The converted form of `function`."""
    source = convert_function(function, ConversionOptions(user_requested=True))
    return load_function(source, function, operators)


def documented(x: int, y: float = 2.0, /, *rest: str, scale: int = 3) -> float:
    """Says something."""
    if x > LIMIT:
        y = y * scale
    return y


@pytest.mark.parametrize(
    "attribute",
    [
        *("__name__", "__qualname__", "__doc__", "__module__"),
        *("__defaults__", "__kwdefaults__", "__annotations__"),
    ],
)
def test_attribute_is_kept(attribute: str) -> None:
    """What tools read from a function is that of the original."""
    assert getattr(loaded(documented), attribute) == getattr(documented, attribute)


def test_signature_is_kept() -> None:
    """Defaults and annotations included."""
    assert inspect.signature(loaded(documented)) == inspect.signature(documented)


def factorial(n: int) -> int:
    return 1 if n < 2 else n * factorial(n - 1)


def test_function_calls_itself_through_its_global_name() -> None:
    """As does every recursive function of a module."""
    converted = loaded(factorial)

    assert converted.__code__.co_freevars == ("ag__",)
    assert converted(5) == 120


lam = lambda n: 1 if n < 2 else n * lam(n - 1)  # noqa: E731


async def awaited(n: int) -> int:
    return 1 if n < 2 else n * await awaited(n - 1)


@pytest.mark.parametrize("function", [factorial, lam, awaited])
def test_recursion_through_a_global_name_has_a_running_form(function: Any) -> None:
    """Whatever name the loader gives the function."""
    made = autograph.to_graph(function)(5)
    assert (asyncio.run(made) if inspect.iscoroutine(made) else made) == 120


@functools.wraps(factorial)
async def decorated(n: int) -> int:
    return n


def test_coroutine_begins_at_its_first_decorator() -> None:
    """As does a function."""
    line = decorated.__code__.co_firstlineno
    assert autograph.to_graph(decorated).__code__.co_firstlineno == line


def test_local_function_calls_itself_through_its_cell() -> None:
    """The cell is the one of the original."""

    def countdown(n: int) -> list[int]:
        return [n, *countdown(n - 1)] if n else []

    assert loaded(countdown)(3) == [3, 2, 1]


def test_code_carries_file_and_first_line() -> None:
    """Tools find the user's source through it."""
    code = loaded(documented).__code__
    assert code.co_filename == __file__
    assert code.co_firstlineno == documented.__code__.co_firstlineno
    assert code.co_name == "documented"


def test_source_is_the_users() -> None:
    """`inspect` shows what the user wrote."""
    assert inspect.getsource(loaded(documented)) == inspect.getsource(documented)


def test_globals_are_the_users() -> None:
    """A later change of a global is seen."""
    assert loaded(documented).__globals__ is documented.__globals__


def counter() -> tuple[Callable[[int], int], Callable[[], int]]:
    """Two functions that share a variable."""
    count = 0

    def add(x: int) -> int:
        nonlocal count
        if x > 0:
            count = count + x
        return count

    def read() -> int:
        return count

    return add, read


def test_closure_cells_are_shared() -> None:
    """What the converted function writes, the user's other functions read."""
    add, read = counter()
    converted = loaded(add)
    assert converted(2) == 2
    assert converted(3) == read() == 5


def test_nested_functions_have_the_users_qualified_names() -> None:
    """The factory that compiles a function leaves no trace."""

    def outer() -> Any:
        def inner() -> int:
            return 1

        return inner

    assert loaded(outer)().__qualname__ == outer().__qualname__


def failing(x: int) -> int:
    """Fails in a branch in a loop."""
    for i in range(x):
        if i == 1:
            raise ValueError(i)
    return x


def test_traceback_shows_the_users_lines() -> None:
    """The innermost frame is at the line of the `raise`."""
    with pytest.raises(ValueError, match="1") as caught:
        loaded(failing)(3)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert last.line == "raise ValueError(i)"
    assert last.filename == __file__


def test_user_may_have_a_parameter_named_as_the_operators() -> None:
    """A parameter may be called as the operators are."""

    def clash(ag__: int, x: int) -> int:
        if x > ag__:
            ag__ = x
        return ag__

    converted = loaded(clash)
    assert [converted(1, 2), converted(2, 1)] == [2, 2]


def jumpy(n: int) -> int:
    """Branches, jumps and loops, one statement a line."""
    total = 0
    for i in range(n):
        if i == 1:
            continue
        if i > 2:
            total = total + 10
        else:
            total = total + 1
        if total > 1000:
            return -1
    return total


class LineCounter(bdb.Bdb):
    """Counts how often a debugger would stop at each line of this file."""

    def __init__(self) -> None:
        super().__init__()
        self.hits: Counter[int] = Counter()

    def user_line(self, frame: FrameType) -> None:
        """Called where a step ends."""
        if frame.f_code.co_filename == self.canonic(__file__):
            self.hits[frame.f_lineno] += 1
        self.set_step()


def test_debugger_stops_once_per_execution_of_a_statement() -> None:
    """Loop headers aside, whose tests have a frame of their own."""
    plain, ours = LineCounter(), LineCounter()
    converted = loaded(jumpy)
    plain.runcall(jumpy, 5)
    ours.runcall(converted, 5)
    header = jumpy.__code__.co_firstlineno
    loop = header + 3
    expected = {line: n for line, n in plain.hits.items() if line != loop}
    found = {line: n for line, n in ours.hits.items() if line not in (header, loop)}
    assert found == expected


def test_python_has_given_the_warnings_of_a_file(tmp_path: Path) -> None:
    # under `-W error` the conversion failed: the text is compiled a second time
    path = tmp_path / "warned.py"
    path.write_text("def f(x):\n    return x is 1, (1)[:3] if x else '\\d'\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        namespace: dict[str, Any] = {}
        exec(compile(path.read_text(), str(path), "exec"), namespace)
    assert autograph.to_graph(namespace["f"])(0) == (False, "\\d")
    assert "ag__" in autograph.to_code(namespace["f"])


GENERIC = """
def plain[T](x: T) -> T:
    return x if x else None

def reads[T](x: T):
    def inner(y: T):
        return T, y
    return inner(x) if x else T

class Held[S]:
    def get[T](self, x: T):
        return (S, T, x) if x else S
"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the syntax is newer")
@pytest.mark.parametrize("is_staged", [False, True])
def test_generic_functions_share_their_parameters(is_staged, tmp_path, monkeypatch):
    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
    path = tmp_path / "generic.py"
    path.write_text(GENERIC)
    space: dict[str, Any] = {}
    exec(compile(GENERIC, str(path), "exec"), space)
    functions = space["plain"], space["reads"], space["Held"]().get
    with staged_flags() if is_staged else nullcontext():
        made = [
            (to_graph(each)(x), to_graph(each).__type_params__)
            for each in functions
            for x in (0, 1)
        ]
    expected = [(each(x), each.__type_params__) for each in functions for x in (0, 1)]
    assert made == expected
