"""Programs that once differed from Python when they were staged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

import runtime as tf
from runtime.staging.flattening import DifferentTypesError


def local_of_loop_body(n):
    total = 0
    for i in range(n):
        if i > 1:
            if i % 2 == 0:
                y = i
            else:
                y = -i
            total += y
    return total


def loop_body_in_python_loop(n):
    total = 0
    for i in [0, 1, 2, 3]:
        if n > i:
            if n > i + 1:
                y = n
            else:
                y = -n
            total = total * 3 + y
    return total


def return_never_reached(n):
    a = 3
    if n > 0:
        a -= 5
        if n > 2:
            n -= 1
        else:
            if a > 4:
                return n * 100
            n += 3
    return n


def return_then_more(n):
    if n > 2:
        if n > 5:
            return n
        z = n * 2
    else:
        z = -n
    z += 1
    return z


def raise_in_both_branches(n):
    if n > 100:
        if n > 200:
            raise ValueError("very large")
        else:  # noqa: RET506 - the construct
            raise ValueError("large")
    return n + 1


def raise_with_other_arguments(n):
    if n > 5:
        raise Coded(7, "too large")
    return n


class Coded(ValueError):
    """An exception whose constructor takes more than the exception keeps."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


def bool_and_number(n):
    return 1 if (n > 2 and n) or n == -1 else 0


def promoted_under_a_condition(n):
    x = 0
    for i in range(n):
        if i > 1:
            x = x + 0.5
    return x


def assigned_by_the_test(n):
    total = 0
    while (half := n // 2) > 0:
        total += half
        n = half
    return total * 10 + half


def read_where_no_break_was(n):
    for i in range(2):
        if not i % 2:
            if n != 1:
                break
            x = n * 3
        else:
            n = x
    return n


def read_where_no_continue_was(n):
    for i in tf.range(n % 4):
        for _ in range(1):
            if i >= 2:
                return i
            else:
                if n <= 5:
                    break
                x = n
            if x > 1:
                n = n + 1
    return n


def read_where_a_continue_may_have_been(n):
    for i in tf.range(3):
        if n > i:
            continue
        x = i
    return x


def walrus_in_a_guard(n):
    match (n, n + 1):
        case (0, y):
            r = y
        case (x, y) if (s := x + y) > 7:
            r = s
        case (x, _):
            r = x * 3
    return r


def local_where_a_loop_turns_staged(n):
    for i in range(n % 4):
        for _ in range(2):
            if i < -1:
                z = i
            else:
                z = 4
            for _ in range(n):
                return (z + 2) * 10 + i
    return 0


CASES: list[tuple[Callable[..., Any], list[int]]] = [
    (local_of_loop_body, [0, 5]),
    (loop_body_in_python_loop, [0, 2, 9]),
    (return_never_reached, [0, 1, 5]),
    (return_then_more, [0, 4, 8]),
    (raise_in_both_branches, [1, 150, 300]),
    (raise_with_other_arguments, [1, 9]),
    (bool_and_number, [-1, 0, 5]),
    (promoted_under_a_condition, [1, 5]),
    (assigned_by_the_test, [0, 1, 13]),
    (read_where_no_break_was, [1, 2]),
    (walrus_in_a_guard, [0, 2, 4]),
    (read_where_no_continue_was, [1, 5, 7]),
    (read_where_a_continue_may_have_been, [0, 2]),
    (local_where_a_loop_turns_staged, [0, 3, 4]),
]


def outcome(function: Callable[..., Any], argument: Any) -> Any:
    try:
        result = function(argument)
    except ValueError as error:
        return type(error), str(error), getattr(error, "code", None)
    return result.numpy().item() if isinstance(result, tf.Tensor) else result


@pytest.mark.parametrize(
    ("function", "given"),
    [(function, value) for function, values in CASES for value in values],
)
def test_staged_program_equals_python(function: Callable[..., Any], given: int) -> None:
    staged = outcome(tf.function(function), tf.constant(given))
    assert staged == outcome(function, given)


def test_objects_with_tensors_are_told_apart() -> None:
    @dataclass
    class Pair:
        first: Any
        second: Any

    @tf.function
    def program(n):
        pair = Pair(n, 1) if n > 2 else Pair(n, 2)
        return pair.first

    with pytest.raises(DifferentTypesError, match=r"Pair\(first=.* in the else branch"):
        program(tf.constant(1))


def test_value_that_a_jump_left_out_is_missed_when_it_is_read() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="x"):
        tf.function(read_where_a_continue_may_have_been)(tf.constant(9))


def test_change_in_a_loop_may_be_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AUTOGRAPH_LOOP_EFFECTS", "warn")
    seen: dict[str, int] = {}

    def note(n: Any) -> Any:
        for _ in range(n):
            seen.update(count=1)
        return n

    assert tf.function(note)(tf.constant(3)).numpy() == 3
    assert "seen changes in the loop" in capsys.readouterr().err


def test_text_of_a_tensor_warns_once(capsys: pytest.CaptureFixture[str]) -> None:
    def described(n: Any) -> Any:
        assert "Tensor" in f"{n}"
        return n

    tf.function(described)(tf.constant(1))
    tf.function(described)(tf.constant(1.0))
    assert capsys.readouterr().err.count("does not hold its value") == 1
