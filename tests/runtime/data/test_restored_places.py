"""A restored iterator goes on where the saved one stood, within any stage."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

from .generated_pipelines import functions, pipelines
from .restored_places import places_that_differ

FOUND = (
    "D.from_tensor_slices(F.matrix).shuffle(5, seed=3).repeat(3)",
    "D.range(4).map(F.halves).interleave(F.twice, cycle_length=2)"
    ".interleave(F.several, cycle_length=2)",
    "D.from_tensor_slices(F.rows).flat_map(F.several).prefetch(3)",
    "D.from_tensor_slices(F.words).map(F.mapped).interleave(F.inner, cycle_length=4)",
)
"""Pipelines whose iterators once went on otherwise, or were not saved."""


@pytest.fixture(scope="module")
def helpers() -> Any:
    return functions(tf)


@pytest.fixture(autouse=True)
def _no_seed_stays() -> Any:
    yield
    tf.random.set_seed(None)


@pytest.mark.parametrize("text", [*FOUND, *pipelines(21, 8)])
def test_goes_on_from_each_position(text: str, helpers: Any) -> None:
    assert not places_that_differ(tf, helpers, text)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_drawn_pipelines_go_on(seed: int, helpers: Any) -> None:
    texts = pipelines(seed, 60)
    found = [places_that_differ(tf, helpers, each) for each in texts]
    assert found.count("") > 20
    assert not list(filter(None, found))
