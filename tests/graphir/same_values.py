"""Whether two graphs compute the same, tried on a few inputs."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.analysis.evaluation import evaluate_graph
from graphir.dtypes import DType
from graphir.errors import MissingKernelError
from graphir.graph import Graph
from graphir.shapes import Shape

SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-40, 3e38, 0.5, -2.0]


def random_array(dtype: DType, shape: Shape, rng: np.random.Generator) -> Any:
    """Elements of that type, special values among them; unknown sizes are 2."""
    dims = [] if shape.sizes is None else [2 if d is None else d for d in shape.sizes]
    if dtype.is_bool:
        return rng.integers(0, 2, dims).astype(bool)
    if dtype.is_integer:
        low, high = max(dtype.min, -(2**62)), min(dtype.max, 2**62)
        picked = rng.choice(np.array([0, 1, 2, 3, low, high], np.int64), dims)
        return np.asarray(picked).astype(dtype.numpy_dtype)
    if dtype.is_floating or dtype.is_complex:
        normal = rng.normal(size=dims)
        special = rng.choice(SPECIAL, dims)
        mixed = np.where(rng.random(dims) < 0.6, special, normal)
        with np.errstate(all="ignore"):
            return np.asarray(mixed).astype(dtype.numpy_dtype)
    return np.full(dims, b"text", object)


def results_or_error(graph: Graph, feeds: dict[str, Any]) -> Any:
    """The outputs, or the class of the error; None if there is no kernel."""
    try:
        return evaluate_graph(graph, feeds)
    except MissingKernelError:
        return None
    except Exception as error:
        return type(error)


def assert_same_values(first: Graph, second: Graph, seed: int = 0) -> None:
    """Both graphs give the same bits for the same inputs, where they can be run.

    What depends on state (random numbers) differs from run to run: not compared.
    """
    if any(node.is_stateful for node in first):
        return
    rng = np.random.default_rng(seed)
    for _ in range(5):
        feeds = {
            value.node.name: random_array(value.dtype, value.shape, rng)
            for value in first.inputs
        }
        a, b = results_or_error(first, feeds), results_or_error(second, feeds)
        if a is None:
            return
        assert_same_bits(a, b)


def assert_same_bits(first: Any, second: Any) -> None:
    """Equal errors, or arrays equal bit for bit; NaN equals NaN."""
    if isinstance(first, type) or isinstance(second, type):
        assert first is second
        return
    assert len(first) == len(second)
    for x, y in zip(first, second, strict=True):
        assert x.dtype == y.dtype
        assert x.shape == y.shape
        if x.dtype.kind == "V":
            # NumPy does not know the NaN of the types of ml_dtypes
            x, y = x.astype(np.float32), y.astype(np.float32)
        np.testing.assert_array_equal(x, y)
        if x.dtype.kind == "f":
            np.testing.assert_array_equal(
                np.signbit(x) & ~np.isnan(x), np.signbit(y) & ~np.isnan(y)
            )
