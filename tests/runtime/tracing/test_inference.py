"""Types of calls while tracing: those of element-wise ops are computed once."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.errors import UnknownOpError
from graphir.shapes import Shape
from runtime.tracing.inference import inferred


@pytest.fixture
def build() -> GraphBuilder:
    return GraphBuilder("g")


def test_equal_calls_share_the_result(build: GraphBuilder) -> None:
    x, y = build.input("x", "float32", [2, 1]), build.input("y", "float32", [3])
    first = inferred("AddV2", [x, y], {})
    assert first[1] == [(dtypes.float32, Shape([2, 3]))]
    z = build.input("z", "float32", [2, 1])
    assert inferred("AddV2", [z, y], {}) is first
    assert inferred("AddV2", [y, y], {})[1] == [(dtypes.float32, Shape([3]))]


def test_values_count_where_the_shape_follows_from_them(build: GraphBuilder) -> None:
    x = build.input("x", "float32", [6])
    for sizes in ([2, 3], [3, 2]):
        shape = build.constant(np.int32(sizes))
        _, types = inferred("Reshape", [x, shape], {})
        assert types == [(dtypes.float32, Shape(sizes))]


def test_what_does_not_fit_is_refused_each_time(build: GraphBuilder) -> None:
    x, y = build.input("x", "float32", [2]), build.input("y", "float32", [3])
    for _ in range(2):
        with pytest.raises(ValueError, match="Incompatible shapes"):
            inferred("AddV2", [x, y], {})
    with pytest.raises(UnknownOpError):
        inferred("NobodyKnows", [x], {})
