"""Every kind of function, traced by the runtime; and TensorFlow's spellings."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

import autograph
import runtime as tf
from autograph import ConversionError, Feature, SourceUnavailableError


def absolute(x):
    if x > 0:
        return x
    return -x


def larger(a, b):
    if a > b:
        return a
    return b


def keeps_name(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


class Base:
    rate = 2

    def __init__(self):
        self.factor = 3

    def scaled(self, x):
        if x > 0:
            return x * self.factor
        return x

    @classmethod
    def rated(cls, x):
        if x > 0:
            return x * cls.rate
        return x

    @staticmethod
    def positive(x):
        if x > 0:
            return x
        return -x


class Model(Base):
    def scaled(self, x):
        if x > 10:
            x = super().scaled(x)
        else:
            x = super(Model, self).scaled(x)  # noqa: UP008 - both forms
        return x

    def __call__(self, x):
        x = self.positive(x)
        while x < 100:
            x = self.scaled(x) + self.positive(x) + self.rated(x)
        return x


def closure_over(step):
    def count(x):
        total = 0

        def add(amount):
            nonlocal total
            if x > 1:
                total = total + amount

        add(x)
        add(step)
        return total

    return count


def global_state(x):
    global STATE
    STATE = x
    if x > 2:
        STATE = x * 2
    return STATE


def partial_inside(x):
    return functools.partial(larger, b=x)(2)


def default_lambda(x, change=lambda value: value if value > 0 else -value):
    return change(x)


def targets(x):
    first, *rest = [x, x + 1, x + 2]
    (second, third), last = rest, first
    if x > 0:
        found = second
        del second
    else:
        found = third
    return found + last


def blocks(x):
    try:
        with tf.name_scope("scope"):
            if x > 0:
                y = x
            else:
                y = -x
    except ValueError:
        y = 0 * x
    finally:
        z = 1
    return y + z


def items_and_attributes(x):
    counts = {"sum": 0, "all": [0, 1]}
    model = Base()
    while x > 0:
        counts["sum"] += x
        model.factor = model.factor + x
        x = x - 1
    return counts["sum"] + model.factor


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "function": absolute,
    "lambda": lambda x: absolute(x) if x else 3,
    "partial": functools.partial(larger, 3),
    "wrapped": keeps_name(absolute),
    "method": Model().scaled,
    "class method": Model.rated,
    "static method": Model.positive,
    "object": Model(),
    "closure": closure_over(5),
    "global": global_state,
    "partial inside": partial_inside,
    "default": default_lambda,
    "targets": targets,
    "blocks": blocks,
    "items and attributes": items_and_attributes,
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_traced_is_what_python_gives(name):
    function = FUNCTIONS[name]
    staged = tf.function(function)
    for value in (-3, 1, 4):
        expected = function(value)
        assert staged(tf.constant(value)).numpy() == expected


def test_options_of_a_traced_function_are_features():
    @tf.function(
        experimental_autograph_options=(
            tf.autograph.experimental.Feature.ASSERT_STATEMENTS,
            Feature.EQUALITY_OPERATORS,
        )
    )
    def checked(x):
        assert x > 0, "not positive"
        return x == 2

    assert [bool(checked(tf.constant(x))) for x in (1, 2)] == [False, True]
    with pytest.raises(tf.errors.InvalidArgumentError, match="not positive"):
        checked(tf.constant(-1))


def test_to_graph_takes_features_by_tensorflows_name():
    def is_two(x):
        return x == 2

    feature = tf.autograph.experimental.Feature.EQUALITY_OPERATORS
    made = tf.autograph.to_graph(is_two, experimental_optional_features=feature)
    assert bool(tf.function(made)(tf.constant(2)))
    text = tf.autograph.to_code(is_two, experimental_optional_features=feature)
    assert "ag__.eq(" in text


def test_loop_options_reach_the_loop():
    @tf.function
    def doubled(n):
        x = tf.zeros([1])
        i = 0
        while i < n:
            tf.autograph.experimental.set_loop_options(
                parallel_iterations=1,
                swap_memory=True,
                maximum_iterations=3,
                shape_invariants=[(x, tf.TensorShape([None]))],
            )
            x = tf.concat([x, x], 0)
            i += 1
        return x

    assert doubled(tf.constant(2)).shape == [4]
    assert doubled(tf.constant(9)).shape == [8]
    nodes = doubled.get_concrete_function(tf.constant(9)).graph.as_graph_def().node
    (loop,) = (node for node in nodes if "While" in node.op)
    assert loop.attr["parallel_iterations"].i == 1


def test_called_functions_are_converted_if_recursive():
    def calls(x):
        return absolute(x)

    def staged(recursive):
        made = autograph.convert(recursive=recursive)(calls)
        return tf.function(made, autograph=False)

    assert staged(True)(tf.constant(-2)).numpy() == 2
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        staged(False)(tf.constant(-2))


def items_of(x):
    yield twice_if_positive(x)
    yield -x


async def later(x):
    return twice_if_positive(x)


def refused_items(x):
    if x > 0:
        yield x
    yield -x


async def refused_later(x):
    return x if x > 0 else -x


def twice_if_positive(x):
    if x > 0:
        return 2 * x
    return x


@pytest.mark.parametrize("x", [3, -3])
def test_calls_in_generators_and_coroutines_are_staged(x):
    def run_generator(x):
        return list(items_of(x))

    def run_coroutine(x):
        coroutine = later(x)
        try:
            coroutine.send(None)
        except StopIteration as stop:
            return [stop.value]

    for function in (run_generator, run_coroutine):
        found = tf.function(function)(tf.constant(x))
        assert [int(each) for each in found] == function(x)


@pytest.mark.parametrize("function", [refused_items, refused_later])
def test_staged_control_flow_in_generators_and_coroutines_is_refused(function):
    def run_it(x):
        made = function(x)
        return next(made) if hasattr(made, "__next__") else made.send(None)

    with pytest.raises(TypeError, match="a generator or a coroutine") as caught:
        tf.function(run_it)(tf.constant(3))
    line = function.__code__.co_firstlineno + 1
    assert f"line {line}, in {function.__name__}" in str(caught.value)


def without_source():
    namespace: dict[str, Any] = {}
    exec("def typed(x):\n    if x > 0:\n        return x\n    return -x", namespace)
    return namespace["typed"]


UNCONVERTED = {
    "exec": (without_source(), "there is no source text for it.* put it in a file"),
}


def run(function, x):
    result = function(x)
    return result.close() if hasattr(result, "close") else result


@pytest.mark.parametrize("name", UNCONVERTED)
def test_what_has_no_staged_form_is_an_error_if_strict(name, monkeypatch):
    monkeypatch.setenv("AUTOGRAPH_STRICT_CONVERSION", "1")
    function, message = UNCONVERTED[name]
    kinds = ConversionError, SourceUnavailableError
    with pytest.raises(kinds, match=f"(?s){message}"):
        autograph.converted(lambda: run(function, 1))()


TYPED = """\
import runtime as tf
def typed(x):
    if x > 0:
        return x
    return -x

traced = tf.function(typed)
traced(1), traced(2), traced(3)
"""


def test_code_at_a_prompt_has_one_warning_that_says_what_to_do():
    done = subprocess.run(
        [sys.executable, "-i", "-q"],
        input=TYPED,
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONSTARTUP": ""},
        check=True,
    )
    if sys.version_info >= (3, 13):
        # Its prompt keeps the text, so the function is converted.
        assert "WARNING" not in done.stderr
        return
    assert done.stderr.count("WARNING") == 1
    assert "put it in a file and import it from there" in done.stderr
