"""An op's declaration: views of calls, kernels bound, and what it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.errors import GraphirError, InvalidArgumentError, MissingKernelError
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.registry import lookup
from graphir.shapes import UNKNOWN, Shape


@pytest.fixture
def build() -> GraphBuilder:
    return GraphBuilder("g")


def test_an_op_without_documentation_is_refused() -> None:
    with pytest.raises(TypeError, match="Op Undocumented has no docstring"):

        class Undocumented(Op, signature="Undocumented(x: float) -> (y: float)"):
            pass


def test_a_view_has_arguments_results_and_attributes_by_name(build) -> None:
    x, y = build.input("x", "float32", [2]), build.input("y", "float32", [3])
    joined = lookup("ConcatV2").view([x, y, build.constant(0)], {"N": 2})
    assert joined.values == [x, y]
    assert joined.axis.constant_value() == 0
    assert joined.N == 2
    with pytest.raises(AttributeError, match="Op ConcatV2 has no 'other'"):
        joined.other  # noqa: B018


def test_inference_completes_attributes_and_gives_types(build) -> None:
    x, w = build.input("x", "float32", [None, 3]), build.input("w", "float32", [3, 2])
    attrs, types = lookup("MatMul").infer([x, w], {"transpose_a": False})
    assert attrs["T"] is dtypes.float32
    assert attrs["transpose_b"] is False
    assert types == [(dtypes.float32, Shape([None, 2]))]
    with pytest.raises(ValueError, match="Dimensions must be equal"):
        lookup("MatMul").infer([w, w], {})


def test_a_shape_rule_that_fails_names_the_op() -> None:
    with pytest.raises(ValueError, match="Op Relu cannot take these inputs"):
        lookup("Relu").rule_shapes([], {})


def test_a_bound_kernel_takes_flat_arrays() -> None:
    kernel = lookup("ConcatV2").bind({"N": 2, "T": dtypes.int32})
    found = kernel(np.int32([1]), np.int32([2]), np.int32(0))
    assert found.tolist() == [1, 2]


def test_ops_without_a_kernel_and_kernels_that_have_their_own() -> None:
    absent = lookup("Placeholder")
    assert not absent.has_kernel()
    with pytest.raises(MissingKernelError, match="Op Placeholder cannot be run here"):
        absent.bind({})
    with pytest.raises(TypeError, match="Op Neg does not need a kernel"):
        lookup("Neg").attach_kernel(lambda attrs: abs)
    assert lookup("Neg").is_pure()
    assert lookup("Neg").is_differentiable()
    assert not lookup("Shape").is_differentiable()
    assert not lookup("RandomUniform").is_pure()


def test_a_rule_asks_which_gradients_are_wanted(build) -> None:
    x, y = build.input("x", "float32", [2]), build.input("y", "float32", [3])
    inputs, attrs = [x, y, build.constant(0)], {"N": 2}
    view = lookup("ConcatV2").view(inputs, attrs, wanted=[False, True, False])
    assert view.wants("values")
    assert not view.wants("axis")
    assert lookup("ConcatV2").view(inputs, attrs).wants("axis")
    with pytest.raises(TypeError, match="no applier for its gradient rule"):
        view.op  # noqa: B018


def test_an_argument_as_a_shape_must_be_a_vector(build) -> None:
    x = build.input("x", "float32", None)
    known = lookup("Reshape").view([x, build.constant(np.int32([2, -1]))], {})
    assert known.constant_as_shape("shape") == Shape([2, None])
    assert known.constant("tensor") is None
    matrix = lookup("Reshape").view([x, build.constant(np.int32([[2]]))], {})
    with pytest.raises(ValueError, match="must be rank 1 but is rank 2"):
        matrix.constant_as_shape("shape")


def test_numbers_become_constants_of_the_other_arguments_dtype(build) -> None:
    x = build.input("x", "float64", [2])
    made = build.op.AddV2(x, 1)
    assert made.node.inputs[1].dtype is dtypes.float64
    with pytest.raises(GraphirError, match="AddV2 takes 2 arguments, not 1"):
        build.op.AddV2(x)


def test_a_family_alone_has_unknown_shapes_and_its_errors_name_the_op() -> None:
    shapes = Op.infer_shape(lookup("Neg").view([], {"T": dtypes.float32}))
    assert shapes == [UNKNOWN]
    error = lookup("Neg").view([], {}).invalid("out of luck")
    assert isinstance(error, InvalidArgumentError)
    assert (str(error), error.op) == ("out of luck", "Neg")
