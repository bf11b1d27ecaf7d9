"""`if`, `while` and `for` over plain values, and loops that turn staged half-way."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograph import Stage, StagingError, register_stage, unregister_stage
from autograph import operators as ag__


def _no_state() -> tuple[()]:
    return ()


def _set_nothing(vars_: tuple[object, ...]) -> None:
    raise AssertionError("plain Python values need no state")


@pytest.mark.parametrize("cond", [True, False, 0, 3, "", "x", None, [], [0]])
def test_if_runs_the_branch_that_python_runs(cond):
    ran: list[str] = []
    ag__.if_stmt(
        cond,
        lambda: ran.append("body"),
        lambda: ran.append("orelse"),
        _no_state,
        _set_nothing,
        (),
        0,
    )
    assert ran == (["body"] if cond else ["orelse"])


@given(st.integers(-3, 12), st.sampled_from([bool, int, lambda x: x and [x]]))
def test_while_tests_before_each_iteration(count, shape):
    left, ran = max(count, 0), []

    def test():
        ran.append("test")
        return shape(left)

    def body():
        nonlocal left
        ran.append("body")
        left -= 1

    ag__.while_stmt(test, body, _no_state, _set_nothing, (), {})
    assert ran == ["test", "body"] * max(count, 0) + ["test"]


def _run_for(iter_, stop_after=None):
    """What a loop over `iter_` with `break` after `stop_after` items visits."""
    seen: list[object] = []
    stopped = False

    def body(itr):
        nonlocal stopped
        seen.append(itr)
        stopped = len(seen) == stop_after

    extra_test = None if stop_after is None else lambda: ag__.not_(stopped)
    ag__.for_stmt(iter_, extra_test, body, _no_state, _set_nothing, (), {})
    return seen


@given(st.lists(st.integers(), max_size=6), st.one_of(st.none(), st.integers(1, 8)))
def test_for_visits_the_items_up_to_the_break(items, stop_after):
    assert _run_for(items, stop_after) == items[:stop_after]


def test_break_takes_no_further_item_from_the_iterator():
    iterator = iter(range(10))
    _run_for(iterator, stop_after=3)
    assert next(iterator) == 3


def test_for_over_what_is_no_iterable_is_pythons_error():
    with pytest.raises(TypeError, match=r"^'int' object is not iterable$"):
        _run_for(3)


def test_false_test_before_the_loop_takes_no_item():
    iterator = iter([1])
    ag__.for_stmt(iterator, lambda: False, pytest.fail, _no_state, _set_nothing, (), {})
    assert list(iterator) == [1]


class Flag:
    """A staged truth value."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __bool__(self) -> bool:
        raise AssertionError("a staged value was tested by Python")


class Recorder(Stage):
    """Writes down what reaches it; runs the first branch of an `if`."""

    def __init__(self) -> None:
        self.seen: list[tuple[object, ...]] = []

    def if_stmt(self, cond, body, *rest):
        self.seen.append(("if", cond.name))
        body()

    def while_stmt(self, first, test, body, *rest):
        self.seen.append(("while", first.name))


@pytest.fixture
def recorder():
    stage = Recorder()
    register_stage(Flag, stage)
    yield stage
    unregister_stage(Flag)


def test_staged_condition_hands_the_if_over(recorder):
    ag__.if_stmt(Flag("c"), list, pytest.fail, _no_state, _set_nothing, ("x", "y"), 1)
    assert recorder.seen == [("if", "c")]


def test_while_that_turns_staged_is_handed_over_from_that_iteration(recorder):
    count = 0

    def test():
        return True if count < 3 else Flag(f"after {count}")

    def body():
        nonlocal count
        count += 1

    ag__.while_stmt(test, body, _no_state, _set_nothing, (), {})
    assert recorder.seen == [("while", "after 3")]


def test_test_with_shared_variables_of_its_own_assigns_none(recorder):
    def test():
        own = Flag("first")
        return (lambda: own)()

    ag__.while_stmt(test, _no_state, _no_state, _set_nothing, (), {})
    assert recorder.seen == [("while", "first")]


def _loop_that_turns_staged(iter_):
    stopped: object = False
    seen: list[int] = []

    def body(itr):
        nonlocal stopped
        seen.append(itr)
        if itr >= 1:
            stopped = Flag(f"at {itr}")

    def extra_test():
        return stopped if isinstance(stopped, Flag) else ag__.not_(stopped)

    ag__.for_stmt(iter_, extra_test, body, _no_state, _set_nothing, ("stopped",), {})
    return seen


@pytest.mark.parametrize("iter_", [range(4), [0, 1, 2, 3], (0, 1, 2, 3)])
def test_rest_of_a_for_that_turns_staged_becomes_ifs(recorder, iter_):
    assert _loop_that_turns_staged(iter_) == [0, 1, 2, 3]
    assert recorder.seen == [("if", "at 1"), ("if", "at 2")]


def test_unending_for_that_turns_staged_is_an_error(recorder):
    with pytest.raises(StagingError, match=r"no other end within \d+ items: use `w"):
        _loop_that_turns_staged(itertools.count())


@pytest.mark.parametrize(
    ("iter_", "rest"), [(range(0, 9, 3), range(6, 9, 3)), (range(2), range(2, 2))]
)
def test_stage_gets_the_rest_of_a_range(recorder, iter_, rest):
    given: list[object] = []
    recorder.resume_for_stmt = lambda first, rest, *others: given.append(rest)
    _loop_that_turns_staged(iter_)
    assert given == [rest]


def test_staged_iterable_hands_the_for_over(recorder):
    items = Flag("items")
    recorder.for_stmt = lambda iter_, *rest: recorder.seen.append(("for", iter_.name))
    ag__.for_stmt(items, None, pytest.fail, _no_state, _set_nothing, (), {})
    assert recorder.seen == [("for", "items")]


def test_stage_that_does_not_own_the_value_leaves_it_to_python(recorder):
    class Off(Flag):
        def __bool__(self):
            return False

    recorder.owns = lambda value: False
    ran: list[str] = []
    ag__.if_stmt(
        Off("c"),
        pytest.fail,
        lambda: ran.append("orelse"),
        _no_state,
        _set_nothing,
        (),
        0,
    )
    assert (ran, recorder.seen) == (["orelse"], [])
