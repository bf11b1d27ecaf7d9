"""Operators pass through functions, branches and structures as their tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

DIAG = tf.linalg.LinearOperatorDiag
MADE = {
    "diag": lambda: DIAG([1.0, 2.0]),
    "identity": lambda: tf.linalg.LinearOperatorIdentity(2),
    "identity of a tensor": lambda: tf.linalg.LinearOperatorIdentity(
        tf.constant(2), tf.constant([3])
    ),
    "scaled": lambda: tf.linalg.LinearOperatorScaledIdentity(2, 3.0),
    "zeros": lambda: tf.linalg.LinearOperatorZeros(
        2, 3, is_square=False, is_self_adjoint=False
    ),
    "permutation": lambda: tf.linalg.LinearOperatorPermutation([1, 0]),
    "full": lambda: tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]),
    "triangle": lambda: tf.linalg.LinearOperatorLowerTriangular([[1.0, 9.0], [3, 4]]),
    "toeplitz": lambda: tf.linalg.LinearOperatorToeplitz([1.0, 2.0], [1.0, 3.0]),
    "tridiagonal": lambda: tf.linalg.LinearOperatorTridiag(
        [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
    ),
    "tridiagonal sequence": lambda: tf.linalg.LinearOperatorTridiag(
        [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], "sequence"
    ),
    "reflection": lambda: tf.linalg.LinearOperatorHouseholder([0.6, 0.8]),
    "circulant": lambda: tf.linalg.LinearOperatorCirculant([1.0 + 0j, 2.0]),
    "inversion": lambda: tf.linalg.LinearOperatorInversion(DIAG([1.0, 2.0])),
    "adjoint": lambda: tf.linalg.LinearOperatorAdjoint(DIAG([1.0, 2.0])),
    "composition": lambda: tf.linalg.LinearOperatorComposition(
        [DIAG([1.0, 2.0]), tf.linalg.LinearOperatorIdentity(2)]
    ),
    "update": lambda: tf.linalg.LinearOperatorLowRankUpdate(
        DIAG([1.0, 2.0], is_positive_definite=True), [[1.0], [2.0]]
    ),
    "kronecker": lambda: tf.linalg.LinearOperatorKronecker([DIAG([1.0]), DIAG([2.0])]),
    "blocks": lambda: tf.linalg.LinearOperatorBlockDiag([DIAG([1.0]), DIAG([2.0])]),
    "block triangle": lambda: tf.linalg.LinearOperatorBlockLowerTriangular(
        [[DIAG([1.0])], [DIAG([3.0]), DIAG([2.0])]]
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_an_operator_passes_as_its_tensors(name: str) -> None:
    given = MADE[name]()
    spec = tf.type_spec_from_value(given)
    assert spec.value_type is type(given)
    assert spec == MADE[name]()._type_spec
    returned = tf.function(lambda x: x, autograph=False)(given)
    parts = tf.nest.flatten(given, expand_composites=True)
    packed = tf.nest.pack_sequence_as(given, parts, expand_composites=True)
    for made in (returned, packed, tf.identity(given)):
        assert type(made) is type(given)
        hints = "is_square", "is_self_adjoint", "is_positive_definite"
        for each in hints:
            assert getattr(made, each) == getattr(given, each)
        np.testing.assert_array_equal(made.to_dense(), given.to_dense())


def test_operators_of_other_values_share_a_trace() -> None:
    traces = []

    @tf.function
    def solve(operator: Any, x: Any) -> Any:
        traces.append(operator)
        return operator.solvevec(x)

    assert solve(DIAG([1.0, 2.0]), [2.0, 2.0]).numpy().tolist() == [2.0, 1.0]
    assert solve(DIAG([2.0, 4.0]), [2.0, 2.0]).numpy().tolist() == [1.0, 0.5]
    assert len(traces) == 1
    solve(DIAG([1.0, 2.0], is_positive_definite=True), [2.0, 2.0])
    assert len(traces) == 2


def test_a_branch_returns_one_of_two_operators() -> None:
    @tf.function
    def choose(p: Any) -> Any:
        return tf.cond(p, lambda: DIAG([1.0, 2.0]), lambda: DIAG([3.0, 4.0]))

    assert choose(tf.constant(False)).diag.numpy().tolist() == [3.0, 4.0]


def test_gradients_go_to_operators() -> None:
    operator = DIAG([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(operator.diag)
        y = operator.matvec([3.0, 5.0])
    assert tape.gradient(y, operator.diag).numpy().tolist() == [3.0, 5.0]


def test_a_class_with_another_constructor_stays_an_object() -> None:
    class Halves(DIAG):  # type: ignore[misc, valid-type]
        def __init__(self, size: int) -> None:
            super().__init__([0.5] * size)

    given = Halves(2)
    assert not isinstance(given, tf.__internal__.CompositeTensor)
    twice = tf.function(lambda x: x.matvec([2.0, 2.0]), autograph=False)
    assert twice(given).numpy().tolist() == [1.0, 1.0]
    with pytest.raises(TypeError, match="TypeSpec"):
        tf.type_spec_from_value(given)


def test_a_class_of_ones_own_says_which_parameters_are_tensors() -> None:
    class Twice(tf.linalg.LinearOperator):
        def __init__(self, inner: Any, name: str = "Twice") -> None:
            self._inner = tf.convert_to_tensor(inner)
            super().__init__(
                dtype=self._inner.dtype, parameters={"inner": inner}, name=name
            )

        @property
        def inner(self) -> Any:
            return self._inner

        @property
        def _composite_tensor_fields(self) -> tuple[str, ...]:
            return ("inner",)

        def _shape(self) -> Any:
            return self._inner.shape

        def _matmul(self, x: Any, adjoint: bool = False, adjoint_arg: Any = 0) -> Any:
            return 2 * tf.matmul(self._inner, x, adjoint_a=adjoint)

    found = tf.function(lambda x: x, autograph=False)(Twice([[1.0, 0.0], [0.0, 1.0]]))
    assert type(found) is Twice
    assert found.matmul([[1.0], [3.0]]).numpy().tolist() == [[2.0], [6.0]]


OF_VARIABLE = {
    "diag": (DIAG, [1.0, 2.0]),
    "scaled": (lambda v: tf.linalg.LinearOperatorScaledIdentity(2, v), 3.0),
    "full": (tf.linalg.LinearOperatorFullMatrix, [[1.0, 2.0], [3.0, 4.0]]),
    "triangle": (tf.linalg.LinearOperatorLowerTriangular, [[1.0, 2.0], [3.0, 4.0]]),
    "toeplitz": (
        lambda v: tf.linalg.LinearOperatorToeplitz(v, [1.0, 3.0]),
        [1.0, 2.0],
    ),
    "reflection": (tf.linalg.LinearOperatorHouseholder, [0.6, 0.8]),
    "circulant": (
        lambda v: tf.linalg.LinearOperatorCirculant(v, tf.float32),
        [1.0, 3.0],
    ),
    "update": (
        lambda v: tf.linalg.LinearOperatorLowRankUpdate(DIAG([1.0, 2.0]), v),
        [[1.0], [2.0]],
    ),
    "blocks": (lambda v: tf.linalg.LinearOperatorBlockDiag([DIAG(v)]), [1.0, 2.0]),
}


@pytest.mark.parametrize("name", OF_VARIABLE)
def test_an_operator_reads_its_variable_at_each_use(name: str) -> None:
    make, value = OF_VARIABLE[name]
    variable = tf.Variable(value)
    operator = make(variable)
    before = operator.to_dense().numpy()
    with tf.GradientTape() as tape:
        y = operator.matvec([3.0, 5.0])
    assert np.any(tape.gradient(y, variable).numpy())
    through = tf.function(lambda x: x.to_dense(), autograph=False)
    np.testing.assert_array_equal(through(operator), before)
    variable.assign(variable * 2 + tf.reduce_sum(variable))
    assert np.any(operator.to_dense().numpy() != before)
    np.testing.assert_array_equal(through(operator), operator.to_dense())
