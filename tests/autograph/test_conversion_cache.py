"""Converted code is kept per code object, made once, and keeps nothing alive."""

from __future__ import annotations

import gc
import linecache
import threading
import time
import types
import weakref

import pytest

from autograph import ConversionOptions, conversion_cache, to_graph
from autograph import operators as ag__
from autograph.conversion_cache import CodeTable, Template, converted_function

OPTIONS = ConversionOptions()


@pytest.fixture
def conversions(monkeypatch):
    """Conversion that changes nothing and takes its time; lists what it converted."""
    made: list[types.FunctionType] = []

    def convert(function, options, operators):
        made.append(function.__code__)
        time.sleep(0.01)
        return Template(function, function)

    monkeypatch.setattr(conversion_cache, "_convert", convert)
    return made


def _compile(text: str, namespace: dict[str, object] | None = None):
    namespace = {} if namespace is None else namespace
    exec(text, namespace)
    return namespace["f"]


def test_same_function_is_converted_once(conversions):
    f = _compile("def f(): return 1")
    for _ in range(3):
        assert converted_function(f, OPTIONS, ag__)() == 1
    assert len(conversions) == 1


def test_sixteen_threads_convert_once(conversions):
    f = _compile("def f(): return 1")
    results: list[int] = []
    barrier = threading.Barrier(16)

    def ask():
        barrier.wait()
        results.append(converted_function(f, OPTIONS, ag__)())

    threads = [threading.Thread(target=ask) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (results, len(conversions)) == ([1] * 16, 1)


def test_options_are_part_of_the_key(conversions):
    f = _compile("def f(): return 1")
    converted_function(f, OPTIONS, ag__)
    converted_function(f, ConversionOptions(recursive=False), ag__)
    assert len(conversions) == 2


def test_equal_code_of_two_files_is_converted_twice(conversions):
    for _ in range(2):
        converted_function(_compile("def f(): return 1"), OPTIONS, ag__)
    assert len(conversions) == 2


def test_same_code_with_other_globals_sees_its_own(conversions):
    code = compile("def f(): return x", "<none>", "exec")
    spaces = [{"x": 1}, {"x": 2}]
    for space in spaces:
        exec(code, space)
    found = [converted_function(space["f"], OPTIONS, ag__)() for space in spaces]
    assert found == [1, 2]


def test_closures_and_defaults_are_those_of_the_function_at_hand(conversions):
    def make(value):
        def f(default=value, *, keyword=value):
            return value, default, keyword

        return f

    found = [converted_function(make(value), OPTIONS, ag__)() for value in (1, 2)]
    assert found == [(1, 1, 1), (2, 2, 2)]
    assert len(conversions) == 1


def test_closure_is_shared_not_copied(conversions):
    def make():
        count = 0

        def f():
            nonlocal count
            count += 1
            return count

        return f

    f = make()
    assert [f(), converted_function(f, OPTIONS, ag__)(), f()] == [1, 2, 3]


def test_recursive_local_function_is_not_kept_alive(conversions):
    def make():
        def f(n):
            return n and f(n - 1)

        return f

    f = make()
    assert converted_function(f, OPTIONS, ag__)(3) == 0
    gone = weakref.ref(f)
    del f
    gc.collect()
    assert gone() is None


def test_facts_go_with_the_code():
    table = CodeTable()
    f = _compile("def f(): return 1")
    table.of(f.__code__)[0, OPTIONS] = "fact"
    del f
    gc.collect()
    assert len(table) == 0


FACTORY = """
def factory(x):
    def inner(y):
        if y > 0:
            return x + y
        return x
    return inner
"""


def _sourced(name: str, text: str, function: str):
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace: dict[str, object] = {}
    exec(compile(text, name, "exec"), namespace)
    return namespace.pop(function)  # which its globals would hold


def test_the_running_form_goes_with_the_users_function():
    function = _sourced("<dropped>", FACTORY, "factory")
    code = weakref.ref(function.__code__)
    running = to_graph(function)
    made = running(1)
    assert conversion_cache.original_of(running.__code__)[0] is code()
    del function
    gc.collect()
    assert code() is not None, "the converted function wraps it"
    del running
    gc.collect()
    assert code() is None
    # what it made lives on, and is known for what it is
    original, name = conversion_cache.original_of(made.__code__)
    assert (original.co_name, name) == ("inner", "factory.<locals>.inner")
    assert made(2) == 3
