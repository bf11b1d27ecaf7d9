"""Results in files of NumPy's: every name, every text, and what is refused."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from autograph_tools.failures import Failure
from autograph_tools.output.array_files import write_arrays


def written(results: dict[str, Any], tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "results.npz"
    write_arrays(Namespace(output=str(path), quiet=True, json=False), results)
    with np.load(path) as found:
        return dict(found)


@pytest.mark.parametrize("name", ["file", "allow_pickle", "a/b", "größe", "x:0", ""])
def test_a_result_may_have_any_name(name: str, tmp_path: Path) -> None:
    """Arguments of `numpy.savez` were once no names of results."""
    found = written({name: tf.constant([1.0, 2.0])}, tmp_path)
    assert {key: each.tolist() for key, each in found.items()} == {name: [1.0, 2.0]}


@pytest.mark.parametrize(
    "value", [3, True, -0.5, [], np.zeros((0, 2), np.int8), np.float16(1)]
)
def test_arrays_keep_dtype_and_shape(value: Any, tmp_path: Path) -> None:
    result = {"r": tf.constant(value) if isinstance(value, list) else value}
    found = written(result, tmp_path)["r"]
    expected = np.asarray(result["r"])
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)


def test_parts_of_a_nest_are_numbered_and_named(tmp_path: Path) -> None:
    found = written({"r": {"a": 1, "b": (2, [3])}}, tmp_path)
    assert {key: int(each) for key, each in found.items()} == {
        "r.a": 1,
        "r.b.0": 2,
        "r.b.1.0": 3,
    }


def test_texts_are_their_bytes(tmp_path: Path) -> None:
    texts = np.array([["é", b"\xff"], ["", b"a b"]], object)
    found = written({"r": texts, "none": texts[:0]}, tmp_path)
    assert found["r"].tolist() == [["é".encode(), b"\xff"], [b"", b"a b"]]
    assert found["none"].shape == (0, 2)


@pytest.mark.parametrize(
    ("results", "told"),
    [
        ({"r": tf.constant([b"a\0", b"b"])}, "zero byte"),
        ({"r": object()}, "r is no array but object"),
        ({"r": {"a": [1, None]}}, "r.a.1 is no array"),
        ({"a.b": 1, "a": {"b": 2}}, "two results would be named a.b"),
    ],
)
def test_a_result_that_would_change_is_refused(
    results: dict[str, Any], told: str, tmp_path: Path
) -> None:
    with pytest.raises(Failure, match=told):
        written(results, tmp_path)
    assert not list(tmp_path.iterdir())
