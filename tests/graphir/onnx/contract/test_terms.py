"""Terms: values of a graph with Python's operators; what is known is folded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.terms import Term, Terms, Writer, wrapped

X = np.arange(6, dtype=np.float32).reshape(2, 3)


def value_of(make: Any, is_open: bool = False) -> Any:
    """The value of what `make` makes of terms and of the term of X."""
    build = Writer("g")
    x = build.input("x", "float32", [None, None] if is_open else [2, 3])
    found = make(Terms(build), Term(build, x))
    build.output(build.op.Identity(found.value, name="result"))
    return tf.run_graph(build.graph, {"x:0": X}, ["result:0"])[0]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda x: x + 1, X + 1),
        (lambda x: 1 + x, 1 + X),
        (lambda x: x - 2, X - 2),
        (lambda x: 2 - x, 2 - X),
        (lambda x: x * x, X * X),
        (lambda x: 3 * x, 3 * X),
        (lambda x: x / 2, X / 2),
        (lambda x: 2 / (x + 1), 2 / (X + 1)),
        (lambda x: x // 2, X // 2),
        (lambda x: x % 2, X % 2),
        (lambda x: -x, -X),
        (lambda x: (x < 2) | (x >= 4), (X < 2) | (X >= 4)),
        (lambda x: (x > 1) & (x <= 4), (X > 1) & (X <= 4)),
        (lambda x: ~x.equals(3), X != 3),
    ],
)
def test_operators(make: Any, expected: Any) -> None:
    np.testing.assert_array_equal(value_of(lambda t, x: make(x)), expected)


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda t, x: t.shape(x), [2, 3]),
        (lambda t, x: t.vector([t.size(x, 1), 4]), [3, 4]),
        (lambda t, x: t.reshape(x, [t.size(x, -1), 2]), X.reshape(3, 2)),
        (lambda t, x: t.transpose(x, [1, 0]), X.T),
        (lambda t, x: t.squeeze(t.expand(x, [0, 3]), [0, 3]), X),
        (lambda t, x: t.where(x > 2, 0, x), np.where(X > 2, 0, X)),
        (lambda t, x: t.concat([x, x], 1), np.concatenate([X, X], 1)),
        (lambda t, x: t.slice(x, {1: 1}, {0: 1}), X[:1, 1:]),
        (lambda t, x: t.range(t.size(x, 1)), [0, 1, 2]),
        (lambda t, x: t.broadcast(t.at(x, 1), t.shape(x)), [X[1], X[1]]),
        (lambda t, x: t.reduce("Sum", x, [1], keep=True), X.sum(1, keepdims=True)),
        (lambda t, x: t.cast(x, dtypes.int32), X.astype(np.int32)),
    ],
)
def test_computations_with_sizes_known_or_not(make, expected, is_open: bool) -> None:
    np.testing.assert_array_equal(value_of(make, is_open), expected)


def test_what_changes_nothing_adds_no_node() -> None:
    build = Writer("g")
    x, terms = Term(build, build.input("x", "float32", [2, 3])), Terms(build)
    assert terms.cast(x, dtypes.float32) is x
    assert terms.transpose(x, [0, 1]) is x
    assert terms.concat([x], 0) is x
    assert terms.size(x, 1) == 3
    assert [each.op for each in build.graph] == ["Placeholder"]


@pytest.mark.parametrize(
    ("value", "dtype"),
    [(1, "int64"), ([1, 2], "int64"), (1.5, "float32"), (True, "bool")],
)
def test_constants_of_python_numbers(value: Any, dtype: str) -> None:
    found = Terms(Writer("g")).const(value)
    assert found.dtype.name == dtype
    assert found.static is not None
    assert found.static.tolist() == value


def test_an_unknown_rank_is_refused() -> None:
    build = Writer("g")
    x = Term(build, build.input("x", "float32"))
    for ask in (lambda: x.rank, lambda: x.dims):
        with pytest.raises(UnsupportedOpError, match="the rank of %x is not known"):
            ask()


def test_results_are_terms() -> None:
    build = Writer("g")
    x = build.input("x", "float32", [2])
    one, two = wrapped(build, (x, x))
    assert (one.value, two.value) == (x, x)
    assert wrapped(build, 5) == 5
    assert "Term(" in repr(one)
