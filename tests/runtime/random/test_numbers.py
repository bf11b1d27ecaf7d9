"""The random numbers themselves: those of TensorFlow, recorded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

SEED = [1, 2]


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        (tf.float16, [0.543, 0.2354, 0.06055]),
        (tf.float32, [0.8440604, 0.19204533, 0.9962232]),
        (tf.float64, [0.75248375, 0.96978577, 0.17592234]),
    ],
)
def test_stateless_uniform(dtype: Any, expected: list[float]) -> None:
    found = tf.random.stateless_uniform([3], SEED, dtype=dtype).numpy()
    np.testing.assert_allclose(found, expected, rtol=1e-3)


def test_stateless_normal() -> None:
    found = tf.random.stateless_normal([3], [1, -2]).numpy()
    np.testing.assert_allclose(found, [-0.7619396, 0.03173809, 0.5835484], rtol=1e-5)


def test_stateless_truncated_normal() -> None:
    found = tf.random.stateless_truncated_normal([9], SEED).numpy()
    expected = [
        0.5441101,
        0.20738031,
        0.07356432,
        0.04643455,
        0.16820592,
        -1.6850333,
        0.24202858,
        1.7034503,
        1.1060678,
    ]
    np.testing.assert_allclose(found, expected, rtol=1e-5)


def test_stateless_integers() -> None:
    found = tf.random.stateless_uniform([5], SEED, -3, 10, tf.int64)
    assert found.numpy().tolist() == [7, 7, -3, -2, 5]


def test_stateless_rejection() -> None:
    gamma = tf.random.stateless_gamma([3], SEED, alpha=0.5).numpy()
    np.testing.assert_allclose(gamma, [0.06695361, 0.62823546, 0.18136732], rtol=1e-5)
    assert tf.random.stateless_poisson([3], SEED, 5.0).numpy().tolist() == [7, 5, 8]
    binomial = tf.random.stateless_binomial([8], SEED, 20.0, 0.3).numpy()
    assert binomial.tolist() == [10, 9, 9, 7, 7, 7, 10, 2]
    binomial = tf.random.stateless_binomial([6], SEED, 100.0, 0.3).numpy()
    assert binomial.tolist() == [36, 33, 37, 42, 26, 34]


def test_seeds_of_seeds() -> None:
    assert tf.random.fold_in(SEED, 7).numpy().tolist() == [1105988140, 7]
    assert tf.random.split(SEED, 3).numpy().tolist() == [
        [1105988140, 1738052849],
        [-335576002, 370444179],
        [10670227, -246211131],
    ]


def test_global_seed_then_op_seeds() -> None:
    tf.random.set_seed(7)
    drawn = [tf.random.uniform([3]).numpy() for _ in range(2)]
    seeded = [tf.random.uniform([3], seed=5).numpy() for _ in range(2)]
    np.testing.assert_allclose(drawn[0], [0.8344538, 0.23336661, 0.8796519])
    np.testing.assert_allclose(drawn[1], [0.01905346, 0.6496551, 0.6962069])
    expected = [0.8669311, 0.00216758, 0.91945195]
    np.testing.assert_allclose(seeded[0], expected, rtol=1e-5)
    np.testing.assert_allclose(seeded[1], [0.7997453, 0.9907882, 0.44618702])


def test_function_counts_its_ops() -> None:
    @tf.function
    def draw() -> Any:
        return tf.random.uniform([2]), tf.random.normal([2])

    tf.random.set_seed(7)
    first = [each.numpy() for each in draw()]
    second = [each.numpy() for each in draw()]
    np.testing.assert_allclose(first[0], [0.7537285, 0.0779376])
    np.testing.assert_allclose(first[1], [-0.5408054, 1.122033], rtol=1e-6)
    np.testing.assert_allclose(second[0], [0.39710164, 0.6849351])


def test_setting_the_seed_starts_again() -> None:
    tf.random.set_seed(1)
    first = tf.random.normal([3]).numpy()
    tf.random.set_seed(1)
    assert tf.random.normal([3]).numpy().tolist() == first.tolist()


def test_shuffle_keeps_the_rows() -> None:
    tf.random.set_seed(1)
    found = tf.random.shuffle(tf.range(10), seed=3).numpy().tolist()
    assert found == [7, 5, 9, 8, 0, 3, 1, 4, 6, 2]


def test_generator_goes_on() -> None:
    generator = tf.random.Generator.from_seed(3)
    drawn = generator.normal([3]).numpy()
    np.testing.assert_allclose(drawn, [-0.4364092, -1.9633987, -0.0645248], rtol=1e-5)
    assert generator.state.numpy().tolist() == [771, 0, 0]
    integers = generator.uniform([3], maxval=10, dtype=tf.int32)
    assert integers.numpy().tolist() != []
    assert generator.state.numpy().tolist() == [1539, 0, 0]


def test_split_generators_have_keys_of_their_own() -> None:
    generator = tf.random.Generator.from_seed(3)
    keys = {int(each.key) for each in generator.split(3)}
    assert len(keys) == 3


def test_candidates() -> None:
    tf.random.set_seed(1)
    true = tf.constant([[1, 2], [3, 4]], tf.int64)
    found = tf.random.log_uniform_candidate_sampler(true, 2, 4, True, 10, seed=1)
    assert len(set(found.sampled_candidates.numpy().tolist())) == 4


def test_truncated_normals_of_every_kind_of_limits() -> None:
    draw = tf.random.stateless_parameterized_truncated_normal
    wide = draw([3], SEED).numpy()
    close = draw([3], SEED, minvals=0.2, maxvals=0.25).numpy()
    tail = draw([3], SEED, minvals=3.0, maxvals=9.0).numpy()
    below = draw([3], SEED, means=1.0, stddevs=2.0, minvals=-3.0, maxvals=-1.0).numpy()
    np.testing.assert_allclose(wide, [0.5441101, 0.20738031, 0.07356432], rtol=1e-5)
    np.testing.assert_allclose(close, [0.24220303, 0.20960227, 0.24981116], rtol=1e-5)
    np.testing.assert_allclose(tail, [3.0513299, 3.0011456, 3.3942106], rtol=1e-5)
    np.testing.assert_allclose(below, [-1.209552, -1.0046773, -2.6093473], rtol=1e-5)


def test_truncated_normals_of_several_means() -> None:
    draw = tf.random.stateless_parameterized_truncated_normal
    found = draw([2, 3], SEED, means=[0.0, 1.0, 2.0]).numpy()
    expected = [[0.5441101, -0.30158985, 1.5356727], [0.20738031, 0.0461434, 1.209884]]
    np.testing.assert_allclose(found, expected, rtol=1e-4)


@pytest.mark.parametrize("limits", [(1.0, -1.0), (-np.inf, np.inf), (np.nan, 1.0)])
def test_truncated_normals_need_limits_in_order(limits: tuple[float, float]) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid parameters"):
        tf.random.stateless_parameterized_truncated_normal([3], SEED, 0.0, 1.0, *limits)


def test_shuffled_places() -> None:
    place = tf.random.experimental.index_shuffle
    found = place(tf.range(10), SEED, 9).numpy().tolist()
    assert found == [5, 0, 1, 4, 3, 6, 9, 8, 7, 2]
    raw = tf.raw_ops.RandomIndexShuffle
    numbers = {"seed": [7, -3, 2**31 - 1], "max_index": tf.constant(2**31 - 1)}
    assert int(raw(index=0, rounds=8, **numbers)) == 822216426
    assert int(raw(index=0, rounds=4, **numbers)) == 1841511859


@pytest.mark.parametrize("size", [1, 2, 3, 100, 70_000])
def test_shuffled_places_are_all_there(size: int) -> None:
    picks = range(size) if size < 1000 else range(0, size, 97)
    found = {
        int(tf.random.experimental.index_shuffle(each, [3, size], size - 1))
        for each in picks
    }
    assert len(found) == len(picks)
    assert found <= set(range(size))


def test_threefry_has_state_but_no_kernel() -> None:
    generator = tf.random.Generator.from_seed(5, alg="threefry")
    assert (generator.state.numpy().tolist(), generator.algorithm) == ([5, 0], 2)
    assert tf.random.create_rng_state(2**70, 2).numpy().tolist() == [0, 64]
    with pytest.raises(tf.errors.UnimplementedError, match="ThreeFry"):
        generator.normal([2])
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.random.stateless_uniform([2], SEED, alg="threefry")
    with pytest.raises(ValueError, match="unsupported value 7"):
        tf.random.stateless_uniform([2], SEED, alg=7)


def test_states_from_several_numbers() -> None:
    states = [
        tf.random.create_rng_state(seed, "philox").numpy().tolist()
        for seed in ([7], [1, 2, 3, 4], -1, [2**64 - 1])
    ]
    assert states == [[0, 0, 7], [1, 2, 3], [-1, -1, -1], [0, 0, -1]]
