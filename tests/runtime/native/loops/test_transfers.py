"""Loads and stores: neighbours, one for all lanes, some apart, and masked ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from tests.fuzz.guards import Guards, guarded_code

SIZES = [7, 33]
"""Shorter than a vector; whole vectors and a rest."""
DTYPES = ["float32", "float64", "float16", "bfloat16", "int8", "int64", "bool"]


def numbers(dtype: str, rows: int, columns: int) -> Any:
    return tf.cast(np.arange(rows * columns).reshape(rows, columns) % 5, dtype)


PROGRAMS: dict[str, Any] = {
    "neighbours": lambda x, y: (x, y[0]),
    "one for a row": lambda x, y: (x, x[:, :1]),
    "one for all": lambda x, y: (x, x[0, 0]),
    "some apart": lambda x, y: (x[:, ::2], x[:, ::2]),
    "turned": lambda x, y: (tf.transpose(x), tf.transpose(y)),
    "backwards": lambda x, y: (tf.reverse(x, [1]), y),
}


@pytest.mark.parametrize(
    ("name", "dtype"), list(zip([*PROGRAMS, "neighbours"], DTYPES, strict=True))
)
def test_results_are_those_of_the_default_executor(name: str, dtype: str) -> None:
    def program(x: Any, y: Any) -> Any:
        one, other = PROGRAMS[name](x, y)
        return tf.equal(one, other), tf.where(tf.equal(one, other), one, other)

    native = tf.function(program, jit_compile=True)
    default = tf.function(program, jit_compile=False)
    for size in SIZES:
        x = numbers(dtype, 3, size)
        y = tf.reverse(x, [0])
        for found, expected in zip(native(x, y), default(x, y), strict=True):
            assert found.dtype == expected.dtype
            assert found.numpy().tolist() == expected.numpy().tolist()
    assert "native" in native.jit_report()


NARROW = ("int32", "uint32", "int16", "uint16", "int8", "uint8", "bfloat16", "bool")


@pytest.mark.parametrize("dtype", ["int64", "int32", "float64", "float32", "bfloat16"])
def test_the_last_number_that_is_narrowed_stays_in_its_place(dtype: str) -> None:
    """What LLVM stored too wide was written beyond the array, or into the next row."""

    def program(x: Any) -> Any:
        larger = tf.maximum(x, x[:, ::-1]) + x
        return [tf.cast(larger, each) for each in NARROW]

    for size in (1, 17, 33, 50, 65):
        x = tf.cast(np.arange(3 * size).reshape(3, size) % 50, dtype)
        guards = Guards(at_end=False, apart=False)
        with guarded_code(guards, 1):
            results = tf.function(program, jit_compile=True)(x)
        assert guards.calls == 1
        for got, want in zip(results, program(x), strict=True):
            np.testing.assert_array_equal(got.numpy(), want.numpy())
        assert guards.broken() is None, size
