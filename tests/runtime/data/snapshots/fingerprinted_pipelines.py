"""Pairs of pipelines that differ in one place; `main` prints their fingerprints."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

import runtime as tf

INT64: Final = tf.TensorSpec((), tf.int64)


def _range() -> Any:
    return tf.data.Dataset.range(6)


def _closure(factor: int) -> Any:
    return _range().map(
        lambda x: tf.py_function(lambda value: value * factor, [x], tf.int64)
    )


def _numpy_default(factor: int) -> Any:
    def scaled(value: Any, by: int = factor) -> Any:
        return value * by

    return _range().map(lambda x: tf.numpy_function(scaled, [x], tf.int64))


def _generator(factor: int) -> Any:
    return tf.data.Dataset.from_generator(
        lambda: (factor * each for each in range(3)), output_signature=INT64
    )


def _pattern(number: int) -> Any:
    texts = tf.data.Dataset.from_tensors("a1b2")
    return texts.map(lambda t: tf.strings.regex_replace(t, "ab1"[number], "x"))


def _order_of_operands(number: int) -> Any:
    pairs = tf.data.Dataset.from_tensors((5, 3))
    if number == 0:
        return pairs.map(lambda x, y: x - y)
    return pairs.map(lambda x, y: y - x)


def _branch(number: int) -> Any:
    return _range().map(lambda x: tf.cond(x > 2, lambda: x + number, lambda: x * 3))


def _loop(number: int) -> Any:
    def body(x: Any) -> Any:
        return tf.while_loop(lambda y: y < 9, lambda y: (y + 1 + number,), [x])[0]

    return _range().map(body)


def _inner(number: int) -> Any:
    return _range().flat_map(
        lambda x: tf.data.Dataset.range(x).map(lambda y: y * (number + 1))
    )


def _array(number: int) -> Any:
    return tf.data.Dataset.from_tensor_slices(np.arange(4) * (number + 1))


def _setting(number: int) -> Any:
    return _range().batch(2, drop_remainder=number == 1)


def _captured(number: int) -> Any:
    value = tf.constant(number, tf.int64)
    return _range().map(lambda x: x + value)


KINDS: Final = {
    each.__name__.lstrip("_"): each
    for each in (
        _closure,
        _numpy_default,
        _generator,
        _pattern,
        _order_of_operands,
        _branch,
        _loop,
        _inner,
        _array,
        _setting,
        _captured,
    )
}


def fingerprints() -> dict[str, list[int]]:
    """Of each kind of pipeline, the fingerprints of two that differ."""
    return {
        name: [int(make(number).fingerprint()) for number in (0, 1)]
        for name, make in KINDS.items()
    }


if __name__ == "__main__":
    print(fingerprints())
