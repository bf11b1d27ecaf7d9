"""The functions that are converted along with one."""

from __future__ import annotations

import functools
import math

from autograph import do_not_convert
from autograph.callees import user_functions_of


def leaf(x):
    return x


def middle(x):
    return leaf(x)


@do_not_convert
def kept(x):
    return leaf(x)


class Model:
    def __init__(self):
        self.rate = leaf(1)

    def step(self, x):
        return self.scaled(x)

    def scaled(self, x):
        return list(map(middle, x))


def top(x):
    return middle(math.sqrt(x)), kept(x)


def makes(x):
    return Model().step(x)


def shadows(leaf):
    return leaf(1)


def names(function, owner=None):
    return [each.__qualname__ for each in user_functions_of(function, owner)]


def test_calls_are_followed():
    assert names(top) == ["middle", "leaf"]


def test_methods_of_the_object_are_found():
    assert names(Model.step, Model) == ["Model.scaled", "middle", "leaf"]


def test_a_constructor_is_converted():
    assert names(makes) == ["Model.__init__", "leaf"]


def test_an_argument_is_unknown():
    assert names(shadows) == []


def test_closures_and_traced_functions_are_found():
    class Traced:
        def __init__(self, function):
            self.python_function = function

        def __call__(self, x):
            return x

    traced = Traced(middle)

    def uses(x):
        return traced(x)

    assert names(uses) == ["middle", "leaf"]


def test_recursion_ends():
    def again(n):
        return again(n - 1) if n else leaf(n)

    assert names(again) == ["leaf"]


def test_wrapped_functions_show_the_wrapper_and_what_it_calls():
    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args):
            return function(*args)

        return wrapper

    wrapped = decorator(leaf)
    assert names(wrapped) == ["leaf"]
