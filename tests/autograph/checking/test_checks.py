"""`check` reports what differs between plain Python and a staged function."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import autograph
import runtime as tf
from tests.autograph import checking_cases as cases


def line_of(text: str) -> int:
    with open(cases.__file__) as file:
        return next(n for n, line in enumerate(file, 1) if text in line)


def test_same_function_has_no_divergence() -> None:
    report = tf.autograph.check(cases.count_up, 5)
    assert report
    assert report.result == 5
    assert str(report) == "no divergence"


PROGRAM = """
import autograph
import runtime as tf

def odd_sum(n):
    total = 0
    for i in range(n):
        if i % 2 == 0:
            continue
        total += i
    return total

print(autograph.check(odd_sum, tf.constant(5)))
"""


def test_a_file_may_check_its_own_functions_first_thing(tmp_path: Path) -> None:
    """Nothing has been staged before, and the caller's lines are in the same file."""
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "no divergence\n"


@pytest.mark.parametrize(
    ("function", "argument", "kind", "text"),
    [
        (cases.prints_in_loop, 3, "printed", 'print("at", i)'),
        (cases.changes_attribute, 3, "changed", "COUNTER.count += 1"),
        (cases.changes_list, 3, "changed", "LOG.append(i)"),
        (cases.changes_argument, [1], "changed", "values.append(1)"),
        (cases.draws, 3, "called", "random.random()"),
        (cases.overflows, 3, "result", "return n * 65536 * 65536"),
    ],
)
def test_divergence_is_told_with_its_line(
    function: Callable[..., Any], argument: Any, kind: str, text: str
) -> None:
    found = tf.autograph.check(function, argument).divergences
    assert [(each.kind, each.line) for each in found] == [(kind, line_of(text))]
    assert found[0].filename == cases.__file__


def test_what_changes_is_put_back() -> None:
    tf.autograph.check(cases.changes_list, 3)
    assert cases.LOG == []


def test_same_exception_is_no_divergence() -> None:
    assert tf.autograph.check(cases.fails, 500)


def test_a_tensor_stays_what_it_is() -> None:
    assert tf.autograph.check(cases.count_up, tf.constant(3, tf.int64)).result == 3


def test_a_stage_may_be_given() -> None:
    report = autograph.check(cases.count_up, 3, stage=lambda fn: lambda n: fn(n) + 1)
    assert [each.kind for each in report.divergences] == ["result"]


def test_other_exception_is_a_divergence() -> None:
    def stage(fn: Any) -> Any:
        return lambda n: 1 // 0

    found = autograph.check(cases.count_up, 3, stage=stage).divergences[0]
    assert found.kind == "error"
    assert "ZeroDivisionError" in found.message


def test_calls_inside_of_ops_are_not_the_users(tmp_path: Path) -> None:
    """A module that is loaded by the first op, clocks and the like."""
    path = tmp_path / "program.py"
    path.write_text(
        "import runtime as tf\n"
        "def a(x):\n"
        "    return tf.nn.relu(x * 2.0) + 1.0\n"
        "if __name__ == '__main__':\n"
        "    print(tf.autograph.check(a, [1.0]))\n"
        "    print(tf.autograph.check(a, tf.constant([1.0])))\n"
    )
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    assert lines[-1] == "no divergence"
    assert "called" not in done.stdout


def test_draws_by_a_library_count_once() -> None:
    """`choice` draws by further calls of its own module."""
    found = tf.autograph.check(cases.chooses, 3).divergences
    assert [(each.kind, each.message) for each in found] == [
        ("called", "plain Python calls random.choice 2 times, staged 1")
    ]


STATE = tf.Variable(1.0)


def counts(x: Any) -> Any:
    STATE.assign_add(x)
    return STATE.read_value()


def draws_tensor(x: Any) -> Any:
    return tf.random.uniform([3]) + x


def forgets(x: Any) -> Any:
    STATE.assign(x * 2)
    return x


def test_variables_are_put_back_between_calls() -> None:
    """Else a second call would begin with what the first one left."""
    assert tf.autograph.check(counts, tf.constant(1.0))
    assert STATE.numpy() == 1.0


def test_a_change_of_a_variable_is_compared() -> None:
    def stage(fn: Any) -> Any:
        return lambda x: x

    report = autograph.check(forgets, tf.constant(3.0), stage=stage)
    assert [each.message for each in report.divergences if each.kind == "changed"] == [
        "plain Python makes STATE 6.0, staged it makes no change of it"
    ]


def test_random_results_are_not_compared() -> None:
    assert tf.autograph.check(draws_tensor, tf.constant(1.0))


def test_a_function_that_raises_is_said_to_raise() -> None:
    report = tf.autograph.check(cases.fails, 500)
    assert str(report) == (
        "no divergence: plain and staged, it raises ValueError: too large"
    )


def test_not_a_number_is_itself() -> None:
    assert tf.autograph.check(lambda x: tf.math.log(x), tf.constant([-1.0, 1.0]))
    assert tf.autograph.check(lambda x: x / x, tf.constant([0j, 1j], tf.complex128))
