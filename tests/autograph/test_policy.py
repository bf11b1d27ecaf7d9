"""The table that decides which calls are converted."""

from __future__ import annotations

import collections
import contextlib
import dataclasses
import enum
import functools
import math
import pathlib
import types

import numpy as np
import pytest

from autograph import (
    ConversionOptions,
    call_as_is,
    do_not_convert,
    do_not_convert_module,
    to_graph,
)
from autograph import operators as ag__
from autograph.kept_modules import is_converted_module
from autograph.policy import RULES, Action, decide

DEFAULT = ConversionOptions()


def user_function(x):
    return x


def generator():
    yield 1


async def coroutine():
    pass


class User:
    def __init__(self):
        self.x = 1

    def method(self):
        return self.x

    @classmethod
    def class_method(cls):
        return cls

    @staticmethod
    def static_method():
        return 1

    def __call__(self):
        return self.x


class Plain:
    pass


class Traced:
    __autograph_call_as_is__ = True

    def __call__(self):
        return 1


class Colour(enum.Enum):
    RED = 1


Point = collections.namedtuple("Point", "x y")


@dataclasses.dataclass
class Record:
    x: int


@contextlib.contextmanager
def context():
    yield


@functools.lru_cache
def cached():
    return 1


@functools.wraps(user_function)
def wrapper(x):
    return user_function(x)


DECISIONS = {
    "user function": (user_function, "user code"),
    "lambda": (lambda: 1, "user code"),
    "wrapper made with wraps": (wrapper, "user code"),
    "static method": (User.static_method, "user code"),
    "marked do_not_convert": (
        do_not_convert(user_function),
        "made by the converter, or marked do_not_convert",
    ),
    "artifact": (
        ag__.autograph_artifact(lambda: 1),
        "made by the converter, or marked do_not_convert",
    ),
    "object that asks": (Traced(), "asks to be called as it is"),
    "partial": (functools.partial(user_function, 1), "a partial: its function decides"),
    "bound method": (User().method, "a bound method: its function decides"),
    "class method": (User.class_method, "a bound method: its function decides"),
    "eval": (eval, "reads the frame of its caller"),
    "locals": (locals, "reads the frame of its caller"),
    "super": (super, "reads the frame of its caller"),
    "breakpoint": (breakpoint, "reads the frame of its caller"),
    "built-in function": (len, "a built-in"),
    "built-in type": (int, "a built-in"),
    "method of a list": ([].append, "a built-in"),
    "function in C": (math.sin, "a built-in"),
    "user class": (User, "a class with a constructor in Python"),
    "class without a constructor": (Plain, "a class"),
    "exception": (ValueError, "a built-in"),
    "enumeration": (Colour, "a class"),
    "object with __call__": (User(), "an object with __call__ in Python: that decides"),
    "NumPy's C function": (np.sin, "has no Python code"),
    "cached function": (cached, "has no Python code"),
    "method of a type in C": (str.upper, "has no Python code"),
    "NumPy's Python function": (
        np.polynomial.polyutils.trimseq,
        "its module is kept as it is",
    ),
    "standard library": (functools.update_wrapper, "its module is kept as it is"),
    "context manager": (context, "its module is kept as it is"),
    "generator": (generator, "a generator"),
    "coroutine": (coroutine, "a coroutine"),
}


@pytest.mark.parametrize("case", DECISIONS)
def test_first_fitting_rule_decides(case):
    f, reason = DECISIONS[case]
    assert decide(f, DEFAULT).reason == reason


def test_every_rule_has_a_case():
    switched_off = {"conversion of calls is switched off"}
    reached = {reason for _, reason in DECISIONS.values()} | switched_off
    assert [rule.reason for rule in RULES if rule.reason not in reached] == []


def test_calls_are_not_converted_when_that_is_switched_off():
    options = ConversionOptions(internal_convert_user_code=False)
    rule = decide(user_function, options)
    assert rule.reason == "conversion of calls is switched off"


def test_what_the_user_asks_for_is_converted_in_any_module():
    options = ConversionOptions(user_requested=True)
    assert decide(np.polynomial.polyutils.trimseq, options).action is Action.CONVERT


def test_mark_does_not_move_to_functions_that_copy_attributes():
    @functools.wraps(do_not_convert(user_function))
    def other(x):
        return x

    assert decide(other, DEFAULT).reason == "user code"


def test_class_can_be_registered_as_called_directly():
    class Late:
        def __call__(self):
            return 1

    assert decide(Late(), DEFAULT).action is Action.UNWRAP
    call_as_is(Late)
    assert decide(Late(), DEFAULT).action is Action.CALL


@pytest.mark.parametrize(
    ("name", "converted"),
    [
        ("__main__", True),
        ("my_package.layers", True),
        ("numpyro", True),
        ("numpy", False),
        ("numpy.linalg", False),
        ("autograph.operators", False),
        ("os.path", False),
        ("collections", False),
        ("", True),
    ],
)
def test_modules_are_kept_by_whole_names(name, converted):
    assert is_converted_module(name) is converted


def test_longest_module_name_decides():
    do_not_convert_module("kept_package")
    do_not_convert_module("kept_package.user_side", keep=False)
    assert not is_converted_module("kept_package.core")
    assert is_converted_module("kept_package.user_side.models")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Point(1, y=2),
        lambda: Record(3),
        lambda: Colour(1),
        lambda: pathlib.PurePosixPath("a", "b"),
        lambda: types.SimpleNamespace(x=1),
        lambda: collections.OrderedDict(a=1),
        lambda: np.zeros((2,)).sum(),
        lambda: list(map(str, [1, 2])),
        lambda: type("Made", (), {}).__name__,
    ],
)
def test_library_classes_are_made_as_in_python(make):
    names = make.__code__.co_names
    assert names
    assert to_graph(make)() == make()
