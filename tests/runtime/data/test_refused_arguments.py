"""What methods of datasets refuse, in TensorFlow's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf

D = tf.data.Dataset
SCALAR = tf.TensorSpec([], tf.int32)


def rows() -> Any:
    return D.range(3).map(lambda x: {"a": x, "b": x}).batch(1)


def yielded(*values: Any, spec: Any = SCALAR) -> Any:
    return list(D.from_generator(lambda: iter(values), output_signature=spec))


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception], str]] = {
    "fewer padded shapes": (
        lambda: rows().padded_batch(2, padded_shapes={"a": [2]}),
        ValueError,
        "has length 1, while shallow structure has length 2",
    ),
    "another key": (
        lambda: rows().padded_batch(2, padded_shapes={"a": [2], "c": [2]}),
        ValueError,
        r"keys \['a', 'c'\], while shallow structure has keys \['a', 'b'\]",
    ),
    "a list for a dict": (
        lambda: rows().padded_batch(2, padded_shapes=[2]),
        TypeError,
        "Input has type: 'list'",
    ),
    "a tuple for a dict": (
        lambda: rows().padded_batch(2, padding_values=(1, 2)),
        TypeError,
        "'tuple', while shallow structure has type 'dict'",
    ),
    "fewer weights": (
        lambda: D.sample_from_datasets([D.range(2)] * 2, [0.5]),
        ValueError,
        r"`len\(weights\)=1` vs. `len\(datasets\)=2`",
    ),
    "a result of map": (
        lambda: D.range(2).map(lambda x: (x, {1, 2})),
        TypeError,
        r"Unsupported return value from function passed to Dataset.map\(\): \(",
    ),
    "a result of filter": (
        lambda: D.range(2).filter(lambda x: len),
        TypeError,
        r"passed to Dataset.filter\(\): <built-in function len>",
    ),
    "datasets as arrays": (
        lambda: D.range(2).window(2).as_numpy_iterator(),
        TypeError,
        "not supported for datasets that produce values of type <class",
    ),
    "a text for a number": (
        lambda: yielded("a"),
        tf.errors.InvalidArgumentError,
        "The expected type was int32, but the yielded element was a",
    ),
    "one for a pair": (
        lambda: yielded(1, spec=(SCALAR, SCALAR)),
        tf.errors.InvalidArgumentError,
        r"expected structure was \(tf.int32, tf.int32\), but the yielded element was 1",
    ),
    "fewer elements than asserted": (
        lambda: list(D.range(1).apply(tf.data.experimental.assert_cardinality(2))),
        tf.errors.FailedPreconditionError,
        "to contain 2 elements but contained only 1 element[.]",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(name: str) -> None:
    call, kind, told = REFUSED[name]
    with pytest.raises(kind, match=told):
        call()


def test_numbers_of_a_generator_are_cast() -> None:
    """As NumPy casts them; not where the shape is unknown."""
    assert [int(x) for x in yielded(1.5, tf.constant(2.0), True)] == [1, 2, 1]
    with pytest.raises(tf.errors.InvalidArgumentError, match="expected structure"):
        yielded(1.5, spec=tf.TensorSpec(None, tf.int32))
