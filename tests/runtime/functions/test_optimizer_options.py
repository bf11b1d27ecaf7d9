"""TensorFlow's options of the optimizer: what each switches, and what does nothing."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.errors import InvalidArgumentError
from graphir.passes.optimizer import DEFAULT, default_pipeline
from graphir.passes.registry import (
    ON_REQUEST,
    OPTIONS,
    TENSORFLOW_OPTIONS,
    WITHOUT_EFFECT,
)
from runtime.devices.config import SETTINGS

set_options = tf.config.optimizer.set_experimental_options


@pytest.fixture(autouse=True)
def options_of_before() -> Iterator[None]:
    before = dict(SETTINGS.optimizer_options)
    yield
    SETTINGS.optimizer_options.clear()
    SETTINGS.optimizer_options.update(before)


def ops(function: Any, *args: Any) -> list[str]:
    concrete = tf.function(function).get_concrete_function(*args)
    return [node.op for node in concrete.optimized_graph.as_graph_def().node]


@pytest.mark.parametrize("option", TENSORFLOW_OPTIONS)
def test_option_switches_its_passes(option: str) -> None:
    is_off = option.startswith("disable_")
    names = [each.name for each in default_pipeline({option: is_off}).passes]
    expected = set(DEFAULT.split(",")) - set(TENSORFLOW_OPTIONS[option])
    assert set(names) == expected
    assert default_pipeline({option: not is_off}) == default_pipeline()


@pytest.mark.parametrize("option", ON_REQUEST)
def test_option_adds_its_pass(option: str) -> None:
    assert ON_REQUEST[option] in str(default_pipeline({option: True}))
    assert default_pipeline({option: False}) == default_pipeline()


@pytest.mark.parametrize("option", WITHOUT_EFFECT)
def test_option_without_effect_says_so(
    option: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        set_options({option: True})
    assert f"{option} changes nothing here: " in caplog.text
    assert default_pipeline(SETTINGS.optimizer_options) == default_pipeline()


def test_every_option_is_accepted() -> None:
    values: dict[str, Any] = dict.fromkeys(OPTIONS, False)
    set_options(values | {"numerics": "exact", "min_graph_nodes": -1})
    assert tf.config.optimizer.get_experimental_options()["numerics"] == "exact"


def test_fast_numerics_allow_rules_that_round_differently() -> None:
    x = tf.constant([1.0, 2.0])

    def doubled(x: Any) -> Any:
        return (x + 1.0) + 2.0

    assert ops(doubled, x).count("AddV2") == 2
    set_options({"numerics": "fast"})
    assert ops(doubled, x).count("AddV2") == 1
    with pytest.raises(ValueError, match="'numerics' is one of exact, fast, not 'no'"):
        set_options({"numerics": "no"})


def test_checks_are_stripped_only_at_wish() -> None:
    def checked(x: Any) -> Any:
        tf.debugging.assert_less(x, 1.0)
        return x + 1.0

    x = tf.constant(3.0)
    with pytest.raises(InvalidArgumentError):
        tf.function(checked)(x)
    set_options({"debug_stripper": True})
    assert tf.function(checked)(x).numpy() == 4.0


def test_mixed_precision_computes_products_in_16_bits() -> None:
    x = tf.constant(np.array([[1.0, 1e-4], [3.0, 4.0]], np.float32))

    def products(x: Any) -> Any:
        return tf.nn.relu(tf.matmul(tf.matmul(x, x), x))

    expected = tf.function(products)(x).numpy()
    set_options({"auto_mixed_precision": True})
    assert ops(products, x).count("Cast") == 2
    found = tf.function(products)(x)
    assert found.dtype == tf.float32
    assert not np.array_equal(found.numpy(), expected)
    np.testing.assert_allclose(found.numpy(), expected, rtol=1e-2, atol=1e-2)


def test_small_graphs_may_be_left_alone() -> None:
    def twice(x: Any) -> Any:
        return tf.negative(tf.negative(x))

    x = tf.constant(1.0)
    assert "Neg" not in ops(twice, x)
    set_options({"min_graph_nodes": 100})
    assert ops(twice, x).count("Neg") == 2


def test_fused_layers_have_gradients() -> None:
    rng = np.random.default_rng(3)
    x, w = (tf.constant(rng.normal(size=(4, 4)).astype(np.float32)) for _ in "xw")
    b = tf.constant(rng.normal(size=4).astype(np.float32))

    def layers(x: Any, w: Any, b: Any) -> Any:
        for activation in (
            tf.nn.relu,
            tf.nn.leaky_relu,
            tf.tanh,
            tf.sigmoid,
            tf.nn.elu,
        ):
            x = activation(tf.nn.bias_add(tf.matmul(x, w), b))
        return x

    results = []
    for is_fused in (False, True):
        set_options({"remapping": is_fused})
        assert ("_FusedMatMul" in ops(layers, x, w, b)) == is_fused
        with tf.GradientTape() as tape:
            tape.watch([x, w, b])
            y = tf.function(layers)(x, w, b)
        results.append([y, *tape.gradient(y, [x, w, b])])
    # native code adds up in an order of its own
    rtol = 1e-6 if os.environ.get("AUTOGRAPH_JIT") == "1" else 0
    for plain, fused in zip(*results, strict=True):
        np.testing.assert_allclose(plain.numpy(), fused.numpy(), rtol=rtol)
