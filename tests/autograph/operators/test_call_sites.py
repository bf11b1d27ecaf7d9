"""Call sites of code that runs: what they know, and when they forget it."""

from __future__ import annotations

import dis

import pytest

from autograph import to_graph
from autograph.operators.call_sites import MethodSite, NameSite, calls_nothing
from autograph.running.recordings import begin_recording, end_recording


class Base:
    def __init__(self, step):
        self.step = step

    def leaf(self, x):
        return x + self.step


def leaf(x):
    return x + 1 if x else -x


def calling(x):
    return leaf(x) + abs(x)


def doubled(f):
    return f


def by_name(x):
    return leaf(x)


def by_attribute(owner, x):
    return owner.leaf(x)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("lambda x: x + 1 if x else x.y[0]", True),
        ("lambda x: f(x)", False),
        ("lambda x: x.f(*x)", False),
        ("lambda x: x.f(y=x)", False),
        ("lambda x: (lambda: x)", False),
        ("lambda x: f'{x!r:>3}'", True),
        ("lambda x: [*x, *x]", True),
        ("lambda x: (yield x)", True),
    ],
)
def test_code_without_calls_is_known(source, expected):
    assert calls_nothing(eval(source).__code__) is expected


def test_blocks_and_classes_count_as_calls():
    def with_block(x):
        with x:
            pass

    def with_class():
        class Local:
            pass

    async def with_async(x):
        async with x:
            pass

    found = [calls_nothing(f.__code__) for f in (with_block, with_class, with_async)]
    assert found == [False, False, False]


def _sites(function, kind):
    return [each for each in function.__code__.co_consts if type(each) is kind]


def test_what_a_site_found_is_forgotten_while_something_is_recorded():
    named, owned = to_graph(by_name), to_graph(by_attribute)
    (name_site,), (method_site,) = _sites(named, NameSite), _sites(owned, MethodSite)
    for _ in range(3):
        assert (named(1), owned(Base(2), 3)) == (2, 5)
    assert name_site.function is leaf
    assert method_site.kind is Base
    begin_recording()
    try:
        assert name_site.function is not leaf
        assert method_site.kind is not Base
        assert (named(1), owned(Base(2), 3)) == (2, 5)
        assert method_site.kind is not Base
    finally:
        end_recording()
    for _ in range(3):
        assert (named(1), owned(Base(2), 3)) == (2, 5)
    assert name_site.function is leaf
    assert method_site.kind is Base


def test_site_keeps_no_local_class():
    class Own(Base):
        def leaf(self, x):
            return x

    owned = to_graph(by_attribute)
    for _ in range(100):
        assert owned(Own(1), 7) == 7
    (site,) = _sites(owned, MethodSite)
    assert site.kind is not Own


class Stack(list):
    """Has the methods of its base, which are written in C."""


class Loud(list):
    def append(self, item):
        super().append(str(item))


def by_method_of_c(owner, item):
    owner.append(item)
    return owner


def test_classes_whose_method_is_written_in_c_are_known_to_the_site():
    made = to_graph(by_method_of_c)
    (site,) = _sites(made, MethodSite)
    for kind in (list, Stack, Loud):
        assert made(made(kind(), 1), 2) == by_method_of_c(by_method_of_c(kind(), 1), 2)
        assert site.kind is (Stack if kind is Loud else kind)


def by_metaclass(owner):
    return owner.mro()


class Meta(type):
    def mro(cls):
        return type.mro(cls)


class Made(metaclass=Meta):
    pass


def test_classes_of_classes_are_not_known_to_a_site():
    made = to_graph(by_metaclass)
    for _ in range(3):
        assert made(Base) == [Base, object]
        assert made(Made) == [Made, object]
    (site,) = _sites(made, MethodSite)
    assert not isinstance(site.kind, type)


def make_adder(step):
    def add(x):
        return leaf(x) + step

    return add


def by_closure(add, x):
    return add(x) + add(x)


@pytest.mark.as_written(reason="functions in converted code are converted already")
def test_functions_that_are_bound_for_each_call_have_their_own_variables():
    made = to_graph(by_closure)
    for step in range(4):
        assert made(make_adder(step), 1) == 2 * (2 + step)
    (site, _) = _sites(made, NameSite)
    assert site.anew[0] is make_adder(0).__code__
    assert made(lambda x: leaf(x) * 10, 1) == 40
    assert made(make_adder(5), 1) == 14


def test_code_of_a_short_call_of_a_method_is_pythons():
    made = to_graph(by_attribute)
    names = [each.argval for each in dis.get_instructions(made.__code__)]
    assert names.count("leaf") == 2  # as it is, and for the site to look at
