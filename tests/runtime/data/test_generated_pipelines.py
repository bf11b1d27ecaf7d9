"""Pipelines that were drawn at random give what TensorFlow gave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

from .drawn_pipelines import outcome
from .generated_pipelines import functions

RECORDED = json.loads((Path(__file__).parent / "pipelines.json").read_text())


@pytest.fixture(scope="module")
def helpers() -> Any:
    return functions(tf)


@pytest.fixture(autouse=True)
def _no_seed_stays() -> Any:
    yield
    tf.random.set_seed(None)


@pytest.mark.parametrize("start", range(0, len(RECORDED), 20))
def test_pipelines_give_what_tensorflow_gives(start: int, helpers: Any) -> None:
    """Spec, cardinality, elements in their order, and the class of an error."""
    for text, theirs in RECORDED[start : start + 20]:
        assert outcome(tf, helpers, text) == theirs, text
