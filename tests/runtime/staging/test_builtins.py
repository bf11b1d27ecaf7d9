"""Python's built-in functions on tensors are recorded, and give what Python gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.staging.builtins import BUILTINS

VALUES = [3, -1, 2, 2]

CALLS: dict[str, Any] = {
    "abs": lambda v: abs(v[1]),
    "all": lambda v: all(v),
    "any": lambda v: any(v),
    "bool": lambda v: bool(v[0]),
    "divmod": lambda v: divmod(v[0], v[2]),
    "float": lambda v: float(v[0]),
    "int": lambda v: int(v[0] * 2),
    "len": lambda v: len(v),
    "list": lambda v: list(v)[1],
    "max": lambda v: (max(v), max(v[0], v[1]), max(v, key=lambda x: -x)),
    "min": lambda v: (min(v), min(v[0], v[1], 7)),
    "pow": lambda v: (pow(v[0], 2), pow(v[0], 4, 5)),
    "round": lambda v: round(v[0]),
    "sorted": lambda v: (sorted(v), sorted(v, reverse=True)),
    "sum": lambda v: (sum(v), sum(v, 10)),
    "in": lambda v: (v[0] in (3, 4), v[0] in v, v[0] in [1]),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("is_known", [True, False])
def test_recorded_calls_are_pythons(name: str, is_known: bool) -> None:
    spec = tf.TensorSpec([4 if is_known else None], tf.int32)
    staged = tf.function(CALLS[name], input_signature=[spec])
    found = tf.nest.flatten(staged(tf.constant(VALUES)))
    expected = tf.nest.flatten(CALLS[name](VALUES))
    values = np.concatenate([np.ravel(each) for each in found]).tolist()
    assert values == [np.asarray(each).item() for each in expected]


def test_loops_over_built_in_sequences() -> None:
    def program(v):
        total = 0
        for i, x in enumerate(v):
            total += i * x
        for x, y in zip(v, v[1:]):  # noqa: RUF007 - what is tried
            total += x * y
        for x in map(lambda x: x + 1, v):  # noqa: C417 - what is tried
            total += x
        for x in filter(lambda x: x > 1, v):
            total += x
        for x in reversed(v):
            total = total * 2 + x
        for i in range(len(v)):
            total += i
        return total

    staged = tf.function(program, input_signature=[tf.TensorSpec([None], tf.int32)])
    assert int(staged(tf.constant(VALUES))) == program(VALUES)


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda v: len(v[0]), ValueError, "len requires a non-scalar tensor"),
        (lambda v: v[0] in {3: 4}, TypeError, "looks for a tensor"),
        (lambda v: int(v[0], 8), NotImplementedError, "base 8 not supported"),
    ],
)
def test_refusals(call, kind, text: str) -> None:
    with pytest.raises(kind, match=text):
        tf.function(call)(tf.constant(VALUES))


def test_every_one_is_tried() -> None:
    """Those of sequences by the loops; the rest in test_lists and test_printing."""
    others = {"enumerate", "filter", "iter", "map", "print", "range"}
    others |= {"reversed", "zip"}
    others |= {f"list.{each}" for each in ("count", "index", "insert", "pop", "sort")}
    assert {each.__qualname__ for each in BUILTINS} == {*CALLS, *others} - {"in"}


class Refusing:
    """A value with a mistake in its `__eq__`."""

    asked = 0
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: Any) -> bool:
        Refusing.asked += 1
        raise KeyError("the user's")


MEMBERSHIPS: dict[str, tuple[Any, bool]] = {
    "a tensor among others": (lambda x, y: x in [y, 3], True),
    "a number among tensors": (lambda x, y: 4 in [x, y], True),
    "a number that is no tensor's": (lambda x, y: 5 in (x, y), False),
    "known before": (lambda x, y: 1 in [1, x, Refusing()], True),
    "known behind": (lambda x, y: 1 in [x, 1], True),
    "the same": (lambda x, y: x in [5, x], True),
    "nothing among tensors": (lambda x, y: None in [x, y], False),
    "nothing is there": (lambda x, y: None in [x, None], True),
    "a tensor is not nothing": (lambda x, y: x in [None], False),
}


@pytest.mark.parametrize("name", MEMBERSHIPS)
def test_membership_in_lists_with_tensors(name: str) -> None:
    look, expected = MEMBERSHIPS[name]

    def missing(x: Any, y: Any) -> Any:
        return 1 not in [x, 2], 3 not in [x, 2], None not in [x, None]

    x, y = tf.constant(3), tf.constant(4)
    assert bool(tf.function(look)(x, y)) is expected
    assert list(map(bool, tf.function(missing)(x, y))) == [True, False, False]


@pytest.mark.parametrize("is_first", [True, False])
def test_an_error_of_the_users_comes_from_a_list_with_tensors(is_first: bool) -> None:
    def look(x: Any) -> Any:
        items = [1, Refusing(), x] if is_first else [x, Refusing()]
        return 2 in items

    Refusing.asked = 0
    with pytest.raises(KeyError, match="the user's"):
        tf.function(look)(tf.constant(3))
    assert Refusing.asked == 1
