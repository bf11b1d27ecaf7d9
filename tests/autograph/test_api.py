"""The public functions, end to end over plain Python values."""

from __future__ import annotations

import ast
import functools
import inspect

import pytest

import autograph
from autograph import (
    ConversionError,
    Feature,
    SourceUnavailableError,
    convert,
    converted,
    do_not_convert,
    to_code,
    to_graph,
)


def relu(x: float, *, slope: float = 0.0) -> float:
    """The larger of x and a line."""
    if x > 0:
        return x
    else:
        return slope * x


def calls_relu(x):
    return relu(x)


class Model:
    def method(self, x):
        return relu(x)

    def __call__(self, x):
        return self.method(x)


class Traced:
    """What a traced function looks like from here."""

    __autograph_call_as_is__ = True

    def __init__(self, python_function):
        self.python_function = python_function

    def __call__(self, x):
        return ("traced", x)


def test_code_is_one_function_that_python_can_read():
    (function,) = ast.parse(to_code(relu)).body
    assert function.name == "tf__relu"


@pytest.mark.parametrize(
    ("entity", "name"),
    [
        (Model.method, "tf__method"),
        (Model().method, "tf__method"),
        (Model(), "tf____call__"),
        (Traced(relu), "tf__relu"),
        (lambda x: x, "tf__lam"),
    ],
    ids=["function", "method", "object", "traced function", "lambda"],
)
def test_code_of_everything_that_has_python_code(entity, name):
    assert f"{name}" in to_code(entity).split("\n")[0]


def test_code_names_the_options():
    text = to_code(relu, recursive=False, experimental_optional_features=Feature.LISTS)
    assert "recursive=False, user_requested=True" in text
    assert "optional_features=ag__.Feature.LISTS" in text


@pytest.mark.parametrize("show", [to_code, to_graph])
@pytest.mark.parametrize(
    ("entity", "kind", "message"),
    [
        (
            len,
            SourceUnavailableError,
            "cannot convert len: it is not written in Python",
        ),
        (int, ConversionError, "cannot convert the class int: convert its methods"),
        (Model, ConversionError, "cannot convert the class Model: convert its methods"),
        (functools.partial(relu, 1), ConversionError, "cannot convert the partial"),
        (3, TypeError, "expected a function to convert, got 3 of type int"),
    ],
    ids=["C function", "type", "class", "partial", "number"],
)
def test_what_cannot_be_converted_is_one_clear_error(show, entity, kind, message):
    with pytest.raises(kind, match=f"^{message}"):
        show(entity)


def test_function_without_source_is_an_error_that_names_it():
    namespace: dict[str, object] = {}
    exec("def typed_in(x): return x", namespace)
    with pytest.raises(SourceUnavailableError, match="typed_in"):
        to_code(namespace["typed_in"])


@pytest.mark.parametrize("x", [-2.0, 0.0, 3.0])
def test_graph_computes_what_the_function_computes(x):
    assert to_graph(relu)(x, slope=0.5) == relu(x, slope=0.5)


def test_graph_looks_like_the_function():
    made = to_graph(relu)
    assert (made.__name__, made.__qualname__) == ("relu", "relu")
    assert made.__doc__ == relu.__doc__
    assert inspect.signature(made) == inspect.signature(relu)
    assert made.__annotations__ == relu.__annotations__
    assert inspect.getsource(made) == inspect.getsource(relu)
    assert made.__code__.co_filename == relu.__code__.co_filename


def test_graph_of_a_bound_method_is_bound():
    model = Model()
    made = to_graph(model.method)
    assert made.__self__ is model
    assert made(2) == 2


def test_graph_is_called_as_it_is_in_converted_code():
    made = to_graph(relu)
    assert to_graph(lambda x: made(x))(3) == 3


def test_converted_function_runs_and_keeps_its_name():
    made = converted(calls_relu)
    assert (made(-1), made.__name__) == (0.0, "calls_relu")


def test_code_of_a_decorated_function_is_that_of_the_function():
    assert to_code(convert()(relu)) == to_code(relu)


def test_converted_takes_what_is_not_converted():
    assert converted(len)([1]) == 1
    assert converted(Traced(relu))(2) == ("traced", 2)


def test_decorator_converts_when_called():
    @convert(recursive=True)
    def double(x):
        """Twice."""
        return x + x if x else x

    assert (double(2), double.__doc__) == (4, "Twice.")


def test_do_not_convert_keeps_the_function(capsys):
    @do_not_convert
    def plain(x):
        """As it is."""
        return [i for i in range(x) if i]

    assert plain(3) == to_graph(lambda: plain(3))() == [1, 2]
    assert plain.__doc__ == "As it is."


def test_do_not_convert_can_be_called_or_repeated():
    @do_not_convert()
    def plain(x):
        return x

    assert plain(1) == 1
    assert do_not_convert(plain) is plain


def test_do_not_convert_works_on_methods():
    class Kept:
        @do_not_convert
        def method(self):
            return self.__class__.__name__

    assert to_graph(lambda: Kept().method())() == "Kept"


def test_loop_options_do_nothing_in_python():
    def count(n):
        total = 0
        for i in range(n):
            autograph.set_loop_options(maximum_iterations=1)
            total += i
        return total

    assert count(4) == to_graph(count)(4) == 6


def test_trace_prints_its_arguments(capsys):
    to_graph(lambda x: autograph.trace("x is", x))(3)
    assert capsys.readouterr().out == "x is 3\n"


@pytest.mark.parametrize("name", autograph.__all__)
def test_public_names_are_documented(name):
    assert getattr(autograph, name).__doc__
