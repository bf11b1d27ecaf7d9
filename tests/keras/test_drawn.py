"""Models of Keras 2 that were drawn at random are seen as TensorFlow sees them."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

from tests.keras.answers import differences
from tests.keras.drawn import digested, here, record_of


def test_long_texts_are_digested() -> None:
    assert digested({"a": ["x" * 100, "y" * 100]}) == digested(
        {"a": "x" * 100 + "\n" + "y" * 100}
    )
    assert digested([["short", 1.23456789]]) == [["short", 1.234568]]


@pytest.mark.slow
def test_recorded_models_give_what_they_give_with_tensorflow() -> None:
    if find_spec("tf_keras") is None:
        pytest.skip("tf_keras is not here")
    recorded = json.loads(record_of(2).read_text())
    assert len(recorded) == 60
    found = digested(here(2, 0, 60))
    assert list(differences(found, recorded)) == []
