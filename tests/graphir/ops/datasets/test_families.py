"""What ops of pipelines give: scalars, components, nothing."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.ops.contract.registry import declared, lookup
from graphir.ops.datasets.families import (
    MakesDataset,
    OfComponents,
    OfScalars,
    PipelineOp,
    WithoutResult,
    known_number,
)
from graphir.shapes import SCALAR, UNKNOWN, Shape

DECLARED = [each for each in declared() if issubclass(each, PipelineOp)]


def shapes_of(op: type[PipelineOp], attrs) -> list[Shape]:
    return list(op.rule_shapes([], attrs))


@pytest.mark.parametrize("op", DECLARED, ids=lambda op: op.__name__)
def test_every_one_is_run_by_the_runtime_and_has_no_gradient(op) -> None:
    assert not op.is_pure()
    # an optional is a value: gradients pass through it, as in TensorFlow
    assert op.is_differentiable() == (
        op.__name__ in ("OptionalFromValue", "OptionalGetValue")
    )


def test_a_dataset_is_a_scalar() -> None:
    found = lookup("RangeDataset")
    assert issubclass(found, MakesDataset)
    assert "makes_dataset" in found.all_traits()
    assert shapes_of(found, {}) == [SCALAR]
    assert not found.view([], {}).changes_nothing()


def test_components_have_the_shapes_that_an_attribute_says() -> None:
    of = next(each for each in DECLARED if issubclass(each, OfComponents))
    types = [dtypes.int32, dtypes.float32]
    told = [Shape([2]), UNKNOWN]
    assert shapes_of(of, {"output_types": types, "output_shapes": told}) == told
    assert shapes_of(of, {"output_types": types, "output_shapes": []}) == [UNKNOWN] * 2


def test_an_effect_has_no_result() -> None:
    of = next(each for each in DECLARED if issubclass(each, WithoutResult))
    assert shapes_of(of, {}) == []
    assert issubclass(MakesDataset, OfScalars)


def test_numbers_known_before_a_run() -> None:
    build = GraphBuilder("g")
    assert known_number(build.constant(np.int64(3))) == 3
    assert known_number(build.input("n", "int64", [])) is None
