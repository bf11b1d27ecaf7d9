"""`--arg`: every form, and what is said of texts that have none of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from autograph_tools.failures import BAD_INPUT, Failure
from autograph_tools.targets.arguments import parse_arguments


def test_a_spec_has_dtype_and_sizes() -> None:
    """`?` is an unknown size, `[...]` an unknown rank."""
    specs = parse_arguments(["f32[2,?]", "i64[]", "bool[...]"]).positional

    assert [spec.dtype for spec in specs] == [tf.float32, tf.int64, tf.bool]
    assert [spec.shape.sizes for spec in specs] == [(2, None), (), None]


def test_a_typed_literal_is_a_tensor() -> None:
    """`i64=5` and `f64=[1, 2]` take the dtype they name."""
    scalar, vector = parse_arguments(["i64=5", "f64=[1, 2]"]).positional

    assert (scalar.dtype, vector.dtype) == (tf.int64, tf.float64)
    assert vector.numpy().tolist() == [1.0, 2.0]


def test_plain_literals_stay_python_values() -> None:
    """Numbers, strings and None are passed as they are; lists become tensors."""
    number, text, nothing, vector = parse_arguments(
        ["3", "'a'", "None", "[1.0, 2.0]"]
    ).positional

    assert (number, text, nothing) == (3, "a", None)
    assert vector.dtype == tf.float32


def test_a_name_goes_before_any_form() -> None:
    """`n=i32=3` is a tensor for the argument n."""
    named = parse_arguments(["n=i32=3", "flag=True", "x=f32[2]"]).named

    assert int(named["n"]) == 3
    assert named["flag"] is True
    assert named["x"].shape == (2,)


def test_arrays_come_from_files(tmp_path: Path) -> None:
    """An array of an .npz by its key, an .npy whole."""
    np.savez(tmp_path / "a.npz", k=np.arange(3, dtype=np.int16))
    np.save(tmp_path / "b.npy", np.ones(2))

    first, second = parse_arguments(
        [f"{tmp_path}/a.npz[k]", f"{tmp_path}/b.npy"]
    ).positional

    assert (first.dtype, second.dtype) == (tf.int16, tf.float64)


@pytest.mark.parametrize(
    "text",
    [
        "f32[2,x]",
        "__import__('os')",
        "1 +",
        "i32=abc",
        "i32=[[1], [1, 2]]",
        "f32[-1]",
    ],
)
def test_a_text_of_no_form_is_refused(text: str) -> None:
    """The message names the text and the forms that can be read."""
    with pytest.raises(Failure) as caught:
        parse_arguments([text])

    assert caught.value.status == BAD_INPUT
    assert text in str(caught.value)
    assert "Give a spec like 'f32[2,3]'" in str(caught.value)
