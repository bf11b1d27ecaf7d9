"""Members of user classes are converted while something is recorded, and only then."""

from __future__ import annotations

import functools
import re
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import autograph
from autograph import Stage, register_stage, unregister_stage
from autograph.operators import class_members
from autograph.operators.class_members import (
    asked,
    contained,
    meet_class,
    meet_function,
    stand_ins_for_members,
    truth_of,
)


class Amount:
    """A class with an operator, a property and a plain method."""

    def __init__(self, value: int) -> None:
        self.value = value
        self.others: list[Any] = []

    def __add__(self, other: int) -> int:
        """The sum."""
        return self.value + other

    @property
    def double(self) -> int:
        """Twice the value."""
        return self.value * 2

    @functools.cached_property
    def kept(self) -> int:
        return self.value * 3

    def __len__(self) -> int:
        return self.value

    def plain(self) -> int:
        return self.value


class Larger(Amount):
    """Inherits all."""


class Recorder:
    """Notes which members are called."""

    def __init__(self) -> None:
        self.called: list[str] = []

    def __call__(self, member: Any, args: Any, kwargs: Any) -> Any:
        self.called.append(member.__name__)
        return member(*args, **kwargs)


def nothing() -> None:
    """A function that reads nothing."""


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def test_members_are_called_by_the_recorder(recorder: Recorder) -> None:
    amount = Amount(3)

    with stand_ins_for_members(nothing, [amount], recorder):
        results = amount + 1, amount.double, amount.kept, len(amount), amount.plain()

    assert results == (4, 6, 9, 3, 3)
    assert recorder.called == ["__add__", "double", "kept", "__len__"]


def test_class_is_as_it_was_afterwards(recorder: Recorder) -> None:
    before = dict(vars(Amount))

    def fail() -> None:
        with stand_ins_for_members(nothing, [Amount(3)], recorder):
            assert dict(vars(Amount)) != before
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert dict(vars(Amount)) == before


def test_stand_in_tells_what_it_stands_for(recorder: Recorder) -> None:
    member = Amount.__add__

    with stand_ins_for_members(nothing, [Amount(3)], recorder):
        stand_in: Any = Amount.__add__
        assert (stand_in.__name__, stand_in.__doc__) == ("__add__", "The sum.")
        assert stand_in.__wrapped__ is member
        assert Amount.double.__doc__ == "Twice the value."


def test_inner_recording_leaves_the_stand_ins_to_the_outer(recorder: Recorder) -> None:
    with stand_ins_for_members(nothing, [Amount(3)], recorder):
        inner = Recorder()
        with stand_ins_for_members(nothing, [], inner):
            assert Amount(3) + 1 == 4
        assert Amount(3) + 1 == 4

    assert (inner.called, recorder.called) == (["__add__"], ["__add__"])


def test_other_threads_call_the_member_itself(recorder: Recorder) -> None:
    results: list[int] = []

    with stand_ins_for_members(nothing, [Amount(3)], recorder):
        thread = threading.Thread(target=lambda: results.append(Amount(3) + 1))
        thread.start()
        thread.join()

    assert (results, recorder.called) == ([4], [])


def reading(value: Any) -> Callable[[], Any]:
    return lambda: value


@pytest.mark.parametrize(
    "function",
    [
        reading(Amount(3)),
        reading([{"a": (Amount(3),)}]),
        reading(Larger(3)),
        reading(Amount(3).plain),
    ],
    ids=["object", "container", "subclass", "method"],
)
def test_objects_that_a_function_reads_are_met(
    function: Callable[[], Any], recorder: Recorder
) -> None:
    with stand_ins_for_members(function, [], recorder):
        assert Amount(3) + 1 == 4

    assert recorder.called == ["__add__"]


def test_object_inside_an_object_is_met(recorder: Recorder) -> None:
    class Holder:
        def __init__(self) -> None:
            self.amounts = [Amount(3)]

    with stand_ins_for_members(nothing, [Holder()], recorder):
        assert Amount(3) + 1 == 4

    assert recorder.called == ["__add__"]


def test_circles_of_objects_end(recorder: Recorder) -> None:
    amount = Amount(3)
    amount.others.append(amount)

    with stand_ins_for_members(nothing, [amount], recorder):
        assert amount + 1 == 4


def test_functions_left_alone_stay_as_they_are(recorder: Recorder) -> None:
    class Plain:
        @autograph.do_not_convert
        def __add__(self, other: int) -> int:
            return other

        def __iter__(self) -> Any:
            yield 1

    with stand_ins_for_members(nothing, [Plain()], recorder):
        assert (Plain() + 1, list(Plain())) == (1, [1])

    assert recorder.called == []


class Flag:
    """A value that a stage owns."""


class FlagStage(Stage):
    pass


def test_truth_may_be_a_staged_value() -> None:
    class Symbol:
        def __bool__(self) -> bool:
            return flag  # type: ignore[return-value]

    flag, symbol = Flag(), Symbol()
    register_stage(Flag, FlagStage())
    try:
        with stand_ins_for_members(nothing, [symbol], lambda f, args, kwargs: f(*args)):
            assert truth_of(symbol) is flag
            assert truth_of(3) == 3
            assert asked(bool, symbol) is flag
            assert contained(3, symbol) is NotImplemented
    finally:
        unregister_stage(Flag)


@pytest.mark.parametrize(
    ("name", "answer"), [("__bool__", 1), ("__len__", -1), ("__len__", "two")]
)
def test_python_refuses_what_is_no_truth(name: str, answer: Any) -> None:
    cls = type("Wrong", (), {name: lambda self: answer, "__module__": __name__})
    with pytest.raises((TypeError, ValueError)) as expected:
        bool(cls())
    with pytest.raises(expected.type, match=re.escape(str(expected.value))):
        truth_of(cls())


def adds_to_held() -> Any:
    """A function that reads an object around it."""
    return HELD + 1


HELD = Larger(4)


@pytest.mark.parametrize(
    "meet", [partial(meet_class, Larger), partial(meet_function, adds_to_held)]
)
def test_a_thread_waits_for_bases_that_another_one_meets(
    meet: Callable[[], None], recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, is_putting = class_members._put_stand_ins, threading.Event()
    other = Recorder()

    def put_slowly(cls: type) -> Any:
        if cls is Amount:
            is_putting.set()
            time.sleep(0.05)
        return put(cls)

    def record() -> None:
        with stand_ins_for_members(adds_to_held, [], other):
            adds_to_held()

    monkeypatch.setattr(class_members, "_put_stand_ins", put_slowly)
    thread = threading.Thread(target=record)
    with stand_ins_for_members(nothing, [], recorder):
        thread.start()
        is_putting.wait()
        meet()
        adds_to_held()
        thread.join()

    assert recorder.called == other.called == ["__add__"]
    assert not hasattr(Amount.__add__, "__autograph_member__")


def test_what_was_looked_through_is_of_one_recording(recorder: Recorder) -> None:
    """A member given another class after the first recording is met in the second."""
    for _ in range(2):
        with stand_ins_for_members(adds_to_held, [], recorder):
            adds_to_held()

    assert recorder.called == ["__add__"] * 2
