"""Public functions of tensors whose ranks or sizes are known only when they run.

The calls are those of `random_calls`, in a function whose arguments have no shape, or
no sizes. It may refuse them while it is traced; what it answers is what the call gives
outside of functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.runtime.random_calls import draw_calls

_LEFT_OUT = ("random", "shuffle", "dropout", "{one}")
_REFUSALS = (
    *(AttributeError, TypeError, ValueError, NotImplementedError),
    tf.errors.OpError,
)
_UNKNOWN: dict[str, Any] = {
    "rank": lambda array: None,
    "sizes": lambda a: [None] * a.ndim,
}


def _array(values: Any, dtype: str, shape: Any) -> np.ndarray:
    kind = object if dtype == "string" else tf.as_dtype(dtype).as_numpy_dtype
    return np.array(values).astype(kind).reshape(shape)


class _Given:
    """What `t` stands for in a call: the arrays, and then the function's arguments."""

    def __init__(self) -> None:
        self.arrays: list[tuple[np.ndarray, str]] = []
        self.arguments: Iterator[Any] | None = None

    def __call__(self, values: Any, dtype: str, shape: Any) -> Any:
        if self.arguments is not None:
            return next(self.arguments)
        self.arrays.append((_array(values, dtype, shape), dtype))
        return tf.constant(self.arrays[-1][0], dtype)

    def evaluate(self, call: str) -> Any:
        found = eval(call, {"tf": tf, "np": np, "t": self})
        return tf.nest.flatten(found, expand_composites=True)


def _difference(call: str, unknown: str) -> str | None:
    given = _Given()
    try:
        wanted = given.evaluate(call)
    except _REFUSALS:
        return None
    shape_of = _UNKNOWN[unknown]
    specs = [tf.TensorSpec(shape_of(array), dtype) for array, dtype in given.arrays]

    @tf.function(input_signature=specs, autograph=False)
    def traced(*tensors: Any) -> Any:
        given.arguments = iter(tensors)
        return given.evaluate(call)

    try:
        found = traced(*[tf.constant(*each) for each in given.arrays])
    except _REFUSALS:
        return None
    for one, other in zip(found, wanted, strict=True):
        if not isinstance(one, tf.Tensor) or one.dtype == tf.resource:
            continue
        left, right = np.asarray(one._array), np.asarray(other._array)
        if left.dtype != right.dtype or left.shape != right.shape:
            return f"{call}: {left.dtype} {left.shape}, not {right.dtype} {right.shape}"
        if left.dtype == object:
            same = left.tolist() == right.tolist()
        else:
            wide = np.complex128 if left.dtype.kind != "b" else bool
            pair = left.astype(wide), right.astype(wide)
            same = np.allclose(*pair, 1e-2, 1e-2, equal_nan=True)
        if not same:
            return f"{call}: {left}, not {right}"
    return None


def _check(seed: int, count: int, unknown: str) -> None:
    calls = [
        call
        for call in draw_calls(seed, count)
        if not any(word in call for word in _LEFT_OUT)
    ]
    found = [_difference(call, unknown) for call in calls]
    assert [each for each in found if each is not None] == []


@pytest.mark.parametrize("unknown", _UNKNOWN)
def test_functions_answer_as_outside(unknown: str) -> None:
    _check(5, 40, unknown)


@pytest.mark.slow
@pytest.mark.parametrize("unknown", _UNKNOWN)
@pytest.mark.parametrize("seed", [424242, 7])
def test_many_functions_answer_as_outside(seed: int, unknown: str) -> None:
    _check(seed, 700, unknown)


@pytest.mark.parametrize(
    "call",
    [
        "tf.nn.moments(t([1, 3], 'float32', [1, 2]), [-1])",
        "tf.nn.moments(t([1, 3], 'float32', [1, 2]), None)",
        "tf.searchsorted(t([1, 3], 'float32', [1, 2]), t([2], 'float32', [1, 1]))",
        "tf.searchsorted(t([], 'float32', [2, 0]), t([2, 3], 'float32', [2, 1]))",
        "tf.strings.reduce_join(t(['a', 'b'], 'string', [2]))",
    ],
)
@pytest.mark.parametrize("unknown", _UNKNOWN)
def test_what_was_wrong_once(call: str, unknown: str) -> None:
    assert _difference(call, unknown) is None
