"""Specs of datasets, optionals and iterators: what fits what."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

import runtime as tf

NUMBERS = tf.TensorSpec([None])
INSIDE: list[Any] = [
    None,
    NUMBERS,
    tf.TensorSpec([2]),
    (None,),
    {"x": None, "y": NUMBERS},
]
KINDS = [tf.OptionalSpec, tf.data.DatasetSpec, tf.data.IteratorSpec]


@pytest.mark.parametrize("kind", KINDS)
def test_a_spec_without_a_value_fits_itself_alone(kind: Any) -> None:
    """As in TensorFlow, for each pair."""
    for one, two in product(INSIDE, INSIDE):
        is_wider = one is NUMBERS and two == tf.TensorSpec([2])
        is_narrower = two is NUMBERS and one == tf.TensorSpec([2])
        fits = kind(one).is_compatible_with(kind(two))
        assert fits == (one == two or is_wider or is_narrower)


@pytest.mark.parametrize("inside", INSIDE)
@pytest.mark.parametrize("kind", KINDS)
def test_specs_alike_have_themselves_in_common(kind: Any, inside: Any) -> None:
    assert kind(inside).most_specific_common_supertype([kind(inside)]) == kind(inside)
    assert kind(inside).is_subtype_of(kind(inside))


def test_what_is_no_optional_fits_no_spec() -> None:
    assert not tf.OptionalSpec(None).is_compatible_with(3)
    assert tf.OptionalSpec(None).is_compatible_with(
        tf.experimental.Optional.empty(None)
    )


def test_generators_leave_optional_parts_out() -> None:
    """Keras gives optional inputs of a model so."""

    def generator() -> Any:
        for _ in range(2):
            nothing = tf.experimental.Optional.empty(None)
            yield {"x": np.ones((2, 2)), "o": nothing}

    spec = {"x": tf.TensorSpec([None, 2], tf.float64), "o": tf.OptionalSpec(None)}
    data = tf.data.Dataset.from_generator(generator, output_signature=spec)
    assert [bool(each["o"].has_value()) for each in data] == [False, False]
