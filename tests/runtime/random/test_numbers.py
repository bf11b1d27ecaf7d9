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
