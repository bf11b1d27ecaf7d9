"""Callees while nothing is recorded: what is called in place of a callable."""

from __future__ import annotations

import functools
import threading
import warnings
from types import FunctionType

import pytest

from autograph import ConversionError, do_not_convert, pipeline
from autograph.operators import calls, running_calls
from autograph.operators.calls import plan_of
from autograph.operators.running_calls import (
    FELL_BACK,
    callee_for,
    fall_back,
    running_form,
    running_function_for,
)
from autograph.options import ConversionOptions

CALLED = ConversionOptions()
ASKED_FOR = ConversionOptions(user_requested=True)


def twice(x, times=2):
    return len([x]) * x * times


class Box:
    def method(self, x):
        return abs(x)

    def __call__(self, x):
        return twice(x)


def test_a_function_is_replaced_by_its_running_form_once() -> None:
    callee = callee_for(CALLED)
    made = callee(twice)
    assert made is not twice
    assert callee(twice) is made
    assert made(4) == 8
    assert made.__code__.co_firstlineno == twice.__code__.co_firstlineno
    assert made.__defaults__ == (2,)


def test_new_defaults_are_seen() -> None:
    def shifted(x, by=1):
        return max(x, x + by)

    callee = callee_for(CALLED)
    assert callee(shifted)(1) == 2
    shifted.__defaults__ = (10,)
    assert callee(shifted)(1) == 11


@pytest.mark.parametrize("f", [len, int, [].append, "a".join, Box])
def test_functions_in_c_and_classes_are_called_as_they_are(f) -> None:
    assert callee_for(CALLED)(f) is f


@pytest.mark.as_written(reason="functions in converted code are converted already")
def test_a_function_that_calls_nothing_runs_as_it_is() -> None:
    def plain(x):
        return x + 1

    assert callee_for(CALLED)(plain) is plain
    assert callee_for(ASKED_FOR)(plain) is not plain


def test_a_marked_function_runs_as_it_is() -> None:
    @do_not_convert
    def left(x):
        return abs(x)

    assert callee_for(CALLED)(left) is left


def test_methods_partials_and_callable_objects_keep_what_they_bind() -> None:
    callee, box = callee_for(CALLED), Box()
    method = callee(box.method)
    assert method.__self__ is box
    assert method.__func__ is not Box.method
    assert method(-3) == 3
    part = callee(functools.partial(twice, 3, times=1))
    assert (part.func is twice, part.args, part.keywords) == (False, (3,), {"times": 1})
    assert part() == 3
    assert callee(box)(3) == 6
    unchanged = functools.partial(len, [1])
    assert callee(unchanged) is unchanged


def test_without_source_there_is_a_warning_and_the_function_itself(caplog) -> None:
    names: dict = {}
    exec("def written(x):\n    return abs(x)", names)
    function = names["written"]
    assert callee_for(CALLED)(function) is function
    assert running_form(function, CALLED) is FELL_BACK
    with pytest.raises(ConversionError):
        running_function_for(function, CALLED)


def test_falling_back_names_the_function_and_the_cause(capsys, caplog) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        fall_back(twice, ValueError("out of luck"))
    text = "".join(
        [capsys.readouterr().err, caplog.text, *(str(each.message) for each in told)]
    )
    assert "could not transform <function twice" in text
    assert "Cause: out of luck" in text


@pytest.mark.parametrize(
    ("failures", "function"),
    [(1, lambda x: 1 if x > 0 else -1), (9, lambda x: 2 if x > 0 else -2)],
)
def test_an_error_that_is_not_of_the_source_is_tried_again_once(
    failures: int, function, monkeypatch
) -> None:
    made = []

    def converted(*given, former=pipeline.convert_function, **more):
        made.append(given)
        if len(made) <= failures:
            raise RuntimeError("just now")
        return former(*given, **more)

    monkeypatch.setattr(pipeline, "convert_function", converted)
    plans = [plan_of(function, CALLED) for _ in range(4)]
    assert plans[0] is None
    assert [each is not None for each in plans[1:]] == [failures == 1] * 3
    assert len(made) == 2


class TwoWaiting:
    """A lock that knows when a second thread has come to it."""

    def __init__(self) -> None:
        self.lock, self.came = threading.RLock(), []
        self.second_came = threading.Event()

    def __enter__(self) -> None:
        self.came.append(threading.get_ident())
        if len(set(self.came)) == 2:
            self.second_came.set()
        self.lock.acquire()

    def __exit__(self, *_) -> None:
        self.lock.release()


@pytest.mark.as_written(reason="it replaces the function that plans conversions")
@pytest.mark.parametrize("module", [running_calls, calls])
@pytest.mark.parametrize("error", [ConversionError("no source", "f", 1), MemoryError()])
def test_threads_that_call_at_a_time_convert_and_warn_once(
    module, error, monkeypatch: pytest.MonkeyPatch
) -> None:
    # plans are of code: each case has its own
    name = f"called_{module.__name__}_{type(error).__name__}"
    called = FunctionType(twice.__code__.replace(co_name=name), globals())
    lock, made, warned = TwoWaiting(), [], []

    def make(f, options):
        made.append(f)
        assert lock.second_came.wait(30)
        return fall_back(f, error)

    monkeypatch.setattr(module, "_lock", lock)
    monkeypatch.setattr(module, "_make_plan", make)
    monkeypatch.setattr(running_calls.logs, "warn", warned.append)
    plan = running_calls._plan_of if module is running_calls else plan_of
    threads = [threading.Thread(target=plan, args=(called, CALLED)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(made), len(warned)) == (1, 1)
