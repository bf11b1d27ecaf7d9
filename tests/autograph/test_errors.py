"""Errors name the user's lines, keep their type, and show no frames of ours."""

from __future__ import annotations

import importlib.util
import inspect
import textwrap
import traceback
from pathlib import Path
from typing import Any

import pytest

from autograph import ConversionError, converted, to_graph
from autograph.tracebacks.frames import is_raised_by_statement
from autograph.tracebacks.hiding import hide_frames_in
from autograph.tracebacks.rewriting import rewritten
from tests.autograph.staged_flags import staged_flags

SOURCE = """
from autograph import do_not_convert


class Odd(Exception):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.a = a


class Described(Exception):
    def __str__(self):
        return f"described {self.args}"


def inner(x):
    if x > 0:
        raise ValueError("bad %d" % x)
    return x


def outer(x):
    for i in range(2):
        y = inner(x)
    return y


def library(f, x):
    return f(x)


@do_not_convert
def unconverted(x):
    return library(inner, x)


def through_library(x):
    while x > 0:
        x = unconverted(x)
    return x


def key(x):
    return {}["k"]


def key_with_lines(x):
    raise KeyError("a\\nb")


def odd(x):
    raise Odd(1, 2)


def described(x):
    raise Described(3)


def endless(x):
    return endless(x + 1)


def endless_pair(x):
    return endless_other(x)


def endless_other(x):
    return endless_pair(x + 1)


def undefined(x):
    if x > 5:
        y = 1
    return y


def division(x):
    if x:
        while True:
            x = x / 0


def with_cause(x):
    try:
        inner(x)
    except ValueError as error:
        raise RuntimeError("outer") from error


def nested(x):
    def helper(y):
        return y.missing

    return helper(x)


def missing_name(x):
    return nowhere


def os_error(x):
    return open("/nonexistent/file")


def decoding(x):
    return b"\\xff".decode("utf-8")


def in_lambda(x):
    return (lambda y: y / 0)(x)
"""


@pytest.fixture(scope="module")
def user(tmp_path_factory):
    path = tmp_path_factory.mktemp("user") / "model.py"
    path.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("model", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _failure(user, name: str) -> Exception:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - any type is checked later
        converted(getattr(user, name))(1)
    return caught.value


def _line(text: str) -> int:
    return SOURCE.split("\n").index(text) + 1


def _text(user, error: Exception) -> str:
    return str(error).replace(user.__file__, "model.py")


def test_message_lists_the_lines_of_converted_functions(user):
    error = _failure(user, "outer")
    expected = f"""\
        in user code:

            File "model.py", line {_line("        y = inner(x)")}, in outer  *
                y = inner(x)
            File "model.py", line {_line("    if x > 0:") + 1}, in inner  *
                raise ValueError("bad %d" % x)

            ValueError: bad 1
        """
    assert _text(user, error) == textwrap.dedent(expected)


def test_message_marks_functions_called_as_they_are(user):
    error = _failure(user, "through_library")
    expected = f"""\
        in user code:

            File "model.py", line {_line("        x = unconverted(x)")}, in through_library  *
                x = unconverted(x)
            File "model.py", line {_line("    return library(inner, x)")}, in unconverted  **
                return library(inner, x)
            File "model.py", line {_line("    return f(x)")}, in library
                return f(x)
            File "model.py", line {_line("    if x > 0:") + 1}, in inner
                raise ValueError("bad %d" % x)

            ValueError: bad 1
        """  # noqa: E501
    assert _text(user, error) == textwrap.dedent(expected)


def test_branch_and_loop_are_one_frame_of_their_function(user):
    text = _text(user, _failure(user, "division"))
    assert text.count("File") == 1
    assert f"line {_line('            x = x / 0')}, in division  *" in text


def test_nested_function_has_a_frame_of_its_own(user):
    text = _text(user, _failure(user, "nested"))
    assert [line.split(", ")[2] for line in text.split("\n") if "File" in line] == [
        "in nested  *",
        "in helper  *",
    ]


KINDS = {
    "outer": ValueError,
    "key": KeyError,
    "key_with_lines": KeyError,
    "undefined": UnboundLocalError,
    "division": ZeroDivisionError,
    "nested": AttributeError,
    "missing_name": NameError,
    "os_error": FileNotFoundError,
    "decoding": UnicodeDecodeError,
    "in_lambda": ZeroDivisionError,
}


@pytest.mark.parametrize("name", KINDS)
def test_error_keeps_its_type(user, name):
    assert isinstance(_failure(user, name), KINDS[name])


@pytest.mark.parametrize("name", [*KINDS, "odd", "described"])
def test_printed_error_has_the_block_and_the_users_line(user, name):
    error = _failure(user, name)
    printed = "".join(traceback.format_exception_only(error))
    assert "in user code:\n\n    File " in printed
    assert f"in {name}  *\n" in printed


@pytest.mark.parametrize("name", [*KINDS, "odd"])
def test_traceback_shows_no_operators(user, name):
    frames = traceback.extract_tb(_failure(user, name).__traceback__)
    ours = [frame for frame in frames if "/autograph/operators/" in frame.filename]
    assert ours == []


def test_custom_error_keeps_its_attributes(user):
    error = _failure(user, "odd")
    assert isinstance(error, user.Odd)
    assert (error.a, error.args) == (1, (1, 2))
    assert str(error).endswith("\n\n    Odd: (1, 2)\n")


def test_custom_text_of_an_error_is_quoted(user):
    assert str(_failure(user, "described")).endswith("    Described: described (3,)\n")


def test_cause_of_an_error_is_kept(user):
    error = _failure(user, "with_cause")
    assert isinstance(error.__cause__, ValueError)


def test_undefined_variable_is_named_with_its_line(user):
    # `return y` stands in two functions: the later one is meant.
    lines = [
        i + 1 for i, text in enumerate(SOURCE.split("\n")) if text == "    return y"
    ]
    message = _text(user, _failure(user, "undefined"))
    assert f'model.py", line {lines[1]}, in undefined' in message
    assert "UnboundLocalError: " in message
    assert "local variable 'y'" in message


def test_undefined_variable_is_named_with_its_line_while_recording(user):
    lines = [
        i + 1 for i, text in enumerate(SOURCE.split("\n")) if text == "    return y"
    ]
    with staged_flags():
        message = _text(user, _failure(user, "undefined"))
    place = f"model.py:{lines[1]}"
    assert "UndefinedVariableError: " in message
    assert f"'y' is used before assignment, at {place}" in message


def test_type_may_say_how_it_takes_a_message(user):
    class Coded(Exception):
        def __init__(self, code, message):
            super().__init__(message)
            self.code = code

        def __with_message__(self, message):
            return Coded(self.code, message)

    user.Coded = Coded

    def fail():
        raise Coded(7, "why")

    with pytest.raises(Coded) as caught:
        converted(fail)()
    assert (caught.value.code, str(caught.value)[:13]) == (7, "in user code:")


def test_nested_conversion_makes_one_block(user):
    def first(x):
        return second(x)

    second = converted(user.inner)
    with pytest.raises(ValueError, match="bad 1") as caught:
        converted(first)(1)
    text = str(caught.value)
    assert text.count("in user code:") == 1
    assert [line.split(", ")[2] for line in text.split("\n") if "File" in line] == [
        "in first  *",
        "in inner  *",
    ]


@pytest.mark.parametrize("name", ["endless", "endless_pair"])
def test_endless_recursion_is_told_in_few_lines(user, name):
    message = str(_failure(user, name))

    assert message.endswith(
        "\n\n    RecursionError: maximum recursion depth exceeded\n"
    ) or ("RecursionError: maximum recursion depth exceeded" in message)
    assert "more times]" in message or "more frames]" in message
    assert len(message.splitlines()) < 150


def test_error_outside_converted_code_comes_back_as_it_is():
    error = ValueError("x")
    assert rewritten(error) is error
    assert str(error) == "x"


def test_full_tracebacks_on_request(user, monkeypatch):
    monkeypatch.setenv("AUTOGRAPH_FULL_TRACEBACKS", "1")
    frames = traceback.extract_tb(_failure(user, "outer").__traceback__)
    assert any("/autograph/operators/" in frame.filename for frame in frames)


def test_converted_function_itself_raises_with_the_users_lines(user):
    with pytest.raises(ValueError, match="^bad 1$") as caught:
        to_graph(user.outer)(1)
    frames = traceback.extract_tb(caught.value.__traceback__)[1:]
    assert {frame.filename for frame in frames} == {user.__file__}
    assert frames[-1].lineno == _line("    if x > 0:") + 1


def test_frames_of_other_packages_can_be_hidden(user, tmp_path):
    path = tmp_path / "hidden_package" / "module.py"
    path.parent.mkdir()
    code = compile("def call(f, x):\n    return f(x)\n", str(path), "exec")
    namespace: dict[str, object] = {}
    exec(code, namespace)
    hide_frames_in(str(path.parent))
    call = namespace["call"]

    def use(x):
        return call(user.inner, x)

    with pytest.raises(ValueError, match="bad 1") as caught:
        converted(use)(1)
    assert "hidden_package" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("odd", True), ("outer", True), ("division", False), ("os_error", False)],
)
def test_raise_statement_is_told_from_a_mistake(user, name, expected):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - of any type
        to_graph(getattr(user, name))(1)
    assert is_raised_by_statement(caught.value) is expected


def test_conversion_error_says_where():
    error = ConversionError("what", "model.py", 3, "    code()\n")
    assert str(error) == 'what\n  File "model.py", line 3\n    code()'
    assert str(ConversionError("what")) == "what"


def calls_in_several_lines(a):
    return (1 if a else 2) + (
        a
        if int("x")  # the line
        else 2
    )


def calls_in_a_decorator(a):
    @print
    @int("x")  # the line
    def inner():
        return a

    return inner


@pytest.mark.parametrize("function", [calls_in_several_lines, calls_in_a_decorator])
def test_a_failing_call_names_its_own_line(function: Any) -> None:
    with staged_flags(), pytest.raises(ValueError, match="invalid literal") as found:
        to_graph(function)(1)
    lines = {entry.lineno for entry in found.traceback if entry.path == Path(__file__)}
    source, first = inspect.getsourcelines(function)
    at = next(number for number, line in enumerate(source) if "# the line" in line)
    assert first + at - 1 in lines
