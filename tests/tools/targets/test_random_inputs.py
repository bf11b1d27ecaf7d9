"""Random inputs: of every dtype and size, given values first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from autograph_tools.failures import Failure
from autograph_tools.targets.random_inputs import is_all_fixed, random_feeds
from autograph_tools.targets.subjects import Subject
from graphir.text.parser import parse_graph

DTYPES = ("f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64")
DTYPES += ("u8", "u16", "u32", "u64", "bool", "str", "c64", "c128")


def subject(parameters: str, **fixed: Any) -> Subject:
    name = parameters.partition(":")[0]
    graph = parse_graph(f"graph @g(%{parameters}) -> (%{name}) {{ }}")
    return Subject(graph, "g.pb", fixed=fixed)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", ["[]", "[0]", "[2,3]", "[?,2]", "[*]"])
def test_every_dtype_has_values(dtype: str, shape: str) -> None:
    given = subject(f"x: {dtype}{shape}")
    value = given.graph.inputs[0]
    for index in range(8):
        array = random_feeds(given, index, np.random.default_rng(index))["x"]
        assert array.dtype == value.dtype.numpy_dtype
        assert value.shape.is_compatible_with(array.shape)


def test_unknown_sizes_are_alike_in_one_sample() -> None:
    given = subject("x: f32[?,?], %y: f32[?]")
    sizes = set()
    for index in range(5):
        feeds = random_feeds(given, index, np.random.default_rng(0))
        assert len({*feeds["x"].shape, *feeds["y"].shape}) == 1
        sizes.add(feeds["y"].shape[0])
    assert sizes == {1, 2, 3, 4, 5}


def test_given_values_stay() -> None:
    given = subject("x: f32[], %y: f32[]", x=7.0)
    assert random_feeds(given, 0, np.random.default_rng(0))["x"] == 7.0
    assert not is_all_fixed(given)
    assert is_all_fixed(subject("x: f32[]", x=7.0))
    assert is_all_fixed(Subject(parse_graph("graph @g() -> () { }"), "g.pb"))


def test_a_resource_is_refused_where_it_is_needed() -> None:
    with pytest.raises(Failure, match="input v: .* cannot be made at random"):
        random_feeds(subject("v: resource<f32[]>[]"), 0, np.random.default_rng(0))
    unused = subject("x: f32[], %v: resource<f32[]>[]")
    assert random_feeds(unused, 0, np.random.default_rng(0))["v"] is None


def test_the_same_seed_gives_the_same_values() -> None:
    first, second = (
        random_feeds(subject("x: f32[4]"), 3, np.random.default_rng(5))["x"]
        for _ in range(2)
    )
    assert first.tobytes() == second.tobytes()
