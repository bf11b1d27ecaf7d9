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
