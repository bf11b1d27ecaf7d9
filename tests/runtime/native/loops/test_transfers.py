"""Loads and stores: neighbours, one for all lanes, some apart, and masked ends."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf

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
