"""Stateful random ops: sequences that go on, ranges, and generators in variables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.stateful_kernels.random import OpGenerator, sizes_of

RAW = tf.raw_ops


def test_a_generator_goes_on_and_restarts_with_the_global_seed() -> None:
    made, again = (
        OpGenerator({"seed": 1, "seed2": 2}),
        OpGenerator({"seed": 1, "seed2": 2}),
    )

    def words(generator: OpGenerator) -> list[int]:
        return generator.reserve(2).blocks(1).ravel().tolist()

    first, second = words(made), words(made)
    assert first != second
    assert words(again) == first
    tf.random.set_seed(7)
    assert words(made) == first
    tf.random.set_seed(None)


@pytest.mark.parametrize(
    ("shape", "told"),
    [([[1]], "must be a vector"), ([2, -1], "Dimension -1 must be >= 0")],
)
def test_shapes_that_are_none(shape: Any, told: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        sizes_of(np.array(shape))
    assert sizes_of(np.array([2, 0])) == (2, 0)


@pytest.mark.parametrize(
    "op", ["RandomUniform", "RandomStandardNormal", "TruncatedNormal"]
)
@pytest.mark.parametrize("dtype", [tf.float16, tf.float32, tf.float64])
def test_numbers_have_the_shape_and_the_range(op: str, dtype: Any) -> None:
    found = getattr(RAW, op)(shape=[50, 2], dtype=dtype, seed=1).numpy()
    assert (found.shape, found.dtype) == ((50, 2), dtype.as_numpy_dtype)
    if op == "RandomUniform":
        assert ((found >= 0) & (found < 1)).all()
    if op == "TruncatedNormal":
        assert (abs(found) <= 2).all()
    assert len(np.unique(found)) > 50
    assert getattr(RAW, op)(shape=[0], dtype=dtype).shape == (0,)


def test_integers_below_a_limit() -> None:
    found = RAW.RandomUniformInt(shape=[200], minval=-2, maxval=3, seed=1).numpy()
    assert set(found.tolist()) == {-2, -1, 0, 1, 2}
    with pytest.raises(tf.errors.InvalidArgumentError, match="minval < maxval"):
        RAW.RandomUniformInt(shape=[1], minval=3, maxval=3)


def test_parameters_are_axes_behind_the_shape() -> None:
    gammas = RAW.RandomGamma(shape=[4], alpha=[[0.5], [2.0]], seed=1).numpy()
    assert gammas.shape == (4, 2, 1)
    assert (gammas > 0).all()
    counts = RAW.RandomPoissonV2(shape=[3], rate=[0.0, 5.0], seed=1).numpy()
    assert counts.shape == (3, 2)
    assert (counts[:, 0] == 0).all()


def test_truncated_normals_by_rows() -> None:
    found = RAW.ParameterizedTruncatedNormal(
        shape=[2, 20],
        means=[0.0, 10.0],
        stdevs=[1.0, 2.0],
        minvals=[-1.0, 9.0],
        maxvals=[1.0, 9.5],
        seed=1,
    ).numpy()
    assert (abs(found[0]) <= 1).all()
    assert ((found[1] >= 9) & (found[1] <= 9.5)).all()
    for given, told in (
        ({"stdevs": 0.0}, "Invalid parameters"),
        ({"means": [1.0] * 3}, "length 1 or 2"),
    ):
        parameters = {"means": 0.0, "stdevs": 1.0, "minvals": -1.0, "maxvals": 1.0}
        with pytest.raises(tf.errors.InvalidArgumentError, match=told):
            RAW.ParameterizedTruncatedNormal(shape=[2], **{**parameters, **given})


def test_classes_by_logits_and_orders() -> None:
    logits = np.float32([[0, -np.inf, -np.inf], [-np.inf, 0, 0]])
    found = RAW.Multinomial(logits=logits, num_samples=40, seed=1).numpy()
    assert (set(found[0]), set(found[1])) == ({0}, {1, 2})
    shuffled = RAW.RandomShuffle(value=np.arange(20), seed=1).numpy()
    assert sorted(shuffled.tolist()) == list(range(20))
    assert RAW.RandomShuffle(value=5).numpy() == 5
    assert RAW.NonDeterministicInts(shape=[2, 3]).shape == (2, 3)


class TestGeneratorsInVariables:
    """Two words of counter, one of key."""

    @pytest.fixture
    def state(self) -> Any:
        return tf.Variable(np.int64([0, 0, 9]))

    def test_a_read_gives_the_state_before_it_skips(self, state: Any) -> None:
        found = RAW.RngReadAndSkip(
            resource=state.handle, alg=1, delta=tf.constant(1, tf.uint64)
        )
        assert found.numpy().tolist() == [0, 0, 9]
        assert state.numpy().tolist() == [256, 0, 9]

    def test_the_counter_carries_into_its_high_word(self, state: Any) -> None:
        state.assign([-256, 4, 9])
        RAW.RngSkip(resource=state.handle, algorithm=1, delta=1)
        assert state.numpy().tolist() == [0, 5, 9]

    def test_numbers_follow_from_the_state(self, state: Any) -> None:
        def drawn() -> list[float]:
            found = RAW.StatefulUniform(
                resource=state.handle, algorithm=1, shape=[3], dtype=tf.float32
            )
            return found.numpy().tolist()

        first, second = drawn(), drawn()
        state.assign([0, 0, 9])
        assert (drawn(), first != second) == (first, True)

    def test_what_is_refused(self, state: Any) -> None:
        skip = {"resource": state.handle, "delta": 1}
        with pytest.raises(tf.errors.UnimplementedError, match="ThreeFry"):
            RAW.RngSkip(algorithm=2, **skip)
        with pytest.raises(tf.errors.InvalidArgumentError, match="algorithm id: 9"):
            RAW.RngSkip(algorithm=9, **skip)
        short = tf.Variable(np.int64([0, 0]))
        with pytest.raises(tf.errors.InvalidArgumentError, match="at least 3; got 2"):
            RAW.RngSkip(resource=short.handle, algorithm=1, delta=1)
        with pytest.raises(
            tf.errors.InvalidArgumentError, match="minval < maxval, got"
        ):
            RAW.StatefulUniformInt(
                resource=state.handle, algorithm=1, shape=[1], minval=2, maxval=2
            )
