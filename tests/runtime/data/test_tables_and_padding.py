"""Tables that datasets fill, and datasets that are filled up with zeros."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset


experimental = tf.data.experimental


def test_dictionaries_are_filled_up_and_marked() -> None:
    """Nested ones too; another key of that name is replaced, as in TensorFlow."""
    inner = Dataset.from_tensor_slices({"a": {"b": [1, 2]}, "valid": ["x", "y"]})
    padded = inner.apply(experimental.pad_to_cardinality(3))
    assert len(padded) == 3
    assert list(padded.as_numpy_iterator()) == [
        {"a": {"b": 1}, "valid": True},
        {"a": {"b": 2}, "valid": True},
        {"a": {"b": 0}, "valid": False},
    ]
    full = inner.apply(experimental.pad_to_cardinality(2, "m"))
    assert [(x["m"], x["valid"]) for x in full.as_numpy_iterator()] == [
        (True, b"x"),
        (True, b"y"),
    ]


@pytest.mark.parametrize(
    ("dataset", "told"),
    [
        (Dataset.from_tensor_slices({"a": [1, 2]}).repeat(), "known cardinalty"),
        (Dataset.from_tensor_slices({"a": [1, 2, 3, 4]}), "less than the target"),
        (Dataset.range(2), "to be a dictionary"),
        (Dataset.from_tensor_slices({"a": [[1]]}).batch(1), "partially known"),
    ],
)
def test_what_is_not_filled_up(dataset: Any, told: str) -> None:
    """Elements without names, without number, too many, or of unknown shapes."""
    with pytest.raises(ValueError, match=told):
        dataset.apply(experimental.pad_to_cardinality(3))


def test_names_of_earlier_versions_and_of_types() -> None:
    """`tf.compat.v1.data` has parts of specs, and `tf.__internal__` the base class."""
    dataset = Dataset.from_tensor_slices(
        {"a": [[1, 2]], "s": tf.sparse.from_dense([[1.0, 0.0]])}
    )
    earlier = tf.compat.v1.data
    assert earlier.get_output_shapes(dataset) == {"a": [2], "s": [2]}
    assert earlier.get_output_types(iter(dataset)) == {"a": tf.int32, "s": tf.float32}
    kinds = {"a": tf.Tensor, "s": tf.SparseTensor}
    assert earlier.get_output_classes(dataset) == kinds
    with pytest.raises(TypeError, match="Invalid `dataset_or_iterator`"):
        earlier.get_output_shapes(3)
    assert isinstance(dataset, tf.__internal__.types.data.Dataset)
    assert "threading" in dir(tf.data.Options())


@pytest.mark.parametrize("dtype", ["bool", "string", "bfloat16", "complex64", "uint8"])
def test_each_dtype_has_a_default_padding(dtype: str) -> None:
    rows = tf.constant(["a"]) if dtype == "string" else tf.cast([1], dtype)
    (found,) = tf.data.Dataset.from_tensors(rows).padded_batch(1, [2])
    nothing = tf.zeros([1], dtype)
    assert bool(tf.reduce_all(found[0] == tf.concat([rows, nothing], 0)))


def test_keys_and_sizes_of_windows_are_numbers_of_any_kind() -> None:
    def grouped(key: Any, size: Any) -> Any:
        batched = lambda k, window: window.batch(4)  # noqa: E731
        return Dataset.range(5).group_by_window(key, batched, window_size_func=size)

    found = grouped(lambda x: 1, lambda k: 2)
    assert [x.numpy().tolist() for x in found] == [[0, 1], [2, 3], [4]]
    with pytest.raises(ValueError, match="int64"):
        grouped(lambda x: tf.cast(x, tf.int32), lambda k: 2)
    with pytest.raises(ValueError, match="scalar"):
        grouped(lambda x: [x], lambda k: 2)


def test_padding_up_to_a_boundary_keeps_the_rank() -> None:
    spec = tf.TensorSpec([None], tf.int32)
    rows = Dataset.from_generator(lambda: iter([[1]]), output_signature=spec)
    padded = rows.bucket_by_sequence_length(
        tf.size, [3], [1, 1], pad_to_bucket_boundary=True
    )
    assert padded.element_spec.shape.as_list() == [None, None]
    assert [x.numpy().tolist() for x in padded] == [[[1, 0]]]
