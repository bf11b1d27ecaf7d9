"""Features of examples, read as dense, sparse and ragged tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf

io = tf.io
Ragged = io.RaggedFeature


def feature(*values: Any) -> Any:
    """A feature of the kind of its first value; of integers if there is none."""
    first = values[0] if values else 0
    if isinstance(first, bytes):
        return tf.train.Feature(bytes_list=tf.train.BytesList(value=values))
    if isinstance(first, float):
        return tf.train.Feature(float_list=tf.train.FloatList(value=values))
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def example(**features: tuple[Any, ...]) -> bytes:
    made = {key: feature(*values) for key, values in features.items()}
    message = tf.train.Example(features=tf.train.Features(feature=made))
    data: bytes = message.SerializeToString()
    return data


ONE = example(
    a=(1.0, 2.0), b=(3,), c=(b"x", b"yz"), i=(5, 2), j=(1, 0), v=(0.5, 0.25),
    lengths=(1, 1), splits=(0, 1, 2), starts=(0, 1), limits=(1, 2), rows=(0, 1),
)  # fmt: skip
TWO = example(a=(3.0, 4.0), splits=(0,))
BATCH = [ONE, TWO]


def read(kind: Any, data: Any = None, key: str = "a") -> Any:
    """One feature of the batch."""
    return io.parse_example(BATCH if data is None else data, {key: kind})[key]


def listed(value: Any) -> Any:
    return value.to_list() if hasattr(value, "to_list") else value.numpy().tolist()


def test_fixed_length() -> None:
    assert listed(read(io.FixedLenFeature([1, 2], tf.float32))) == [
        [[1.0, 2.0]],
        [[3.0, 4.0]],
    ]
    assert listed(read(io.FixedLenFeature([], tf.int64, -1), key="b")) == [3, -1]
    assert listed(read(io.FixedLenFeature([2], tf.float32), [])) == []


def test_any_length() -> None:
    found = read(io.VarLenFeature(tf.string), key="c")
    assert listed(found.indices) == [[0, 0], [0, 1]]
    assert (listed(found.values), listed(found.dense_shape)) == ([b"x", b"yz"], [2, 2])


def test_sequences_are_padded() -> None:
    plain = io.FixedLenSequenceFeature([], tf.string, allow_missing=True)
    assert listed(read(plain, key="c")) == [[b"x", b"yz"], [b"", b""]]
    filled = io.FixedLenSequenceFeature([], tf.string, True, default_value="q")
    assert listed(read(filled, key="c")) == [[b"x", b"yz"], [b"q", b"q"]]
    pairs = io.FixedLenSequenceFeature([2], tf.float32, True)
    assert listed(read(pairs)) == [[[1.0, 2.0]], [[3.0, 4.0]]]


def test_indices_and_values() -> None:
    found = read(io.SparseFeature("i", "v", tf.float32, 10))
    assert listed(found.indices) == [[0, 2], [0, 5]]
    assert (listed(found.values), listed(found.dense_shape)) == ([0.25, 0.5], [2, 10])
    found = read(io.SparseFeature(["i", "j"], "v", tf.float32, [10, 3], True))
    assert listed(found.indices) == [[0, 5, 1], [0, 2, 0]]
    assert listed(found.dense_shape) == [2, 10, 3]


PARTITIONS = [
    Ragged.RowLengths("lengths"),
    Ragged.RowSplits("splits"),
    Ragged.RowStarts("starts"),
    Ragged.RowLimits("limits"),
    Ragged.ValueRowIds("rows"),
]


@pytest.mark.parametrize("partition", PARTITIONS, ids=lambda each: type(each).__name__)
@pytest.mark.parametrize("dtype", [tf.int32, tf.int64])
def test_partitions(partition: Any, dtype: Any) -> None:
    kind = Ragged(tf.string, "c", [partition], row_splits_dtype=dtype)
    found = read(kind)
    assert (found.row_splits.dtype, listed(found)) == (dtype, [[[b"x"], [b"yz"]], []])
    single = io.parse_single_example(ONE, {"r": kind})["r"]
    assert listed(single) == [[b"x"], [b"yz"]]


def test_partitions_within_partitions() -> None:
    kind = Ragged(tf.string, "c", [Ragged.UniformRowLength(2), PARTITIONS[0]])
    assert listed(read(kind)) == [[[[b"x"], [b"yz"]]], []]
    kind = Ragged(tf.string, "c", [2])
    assert listed(read(kind)) == [[[b"x", b"yz"]], []]
    assert listed(io.parse_single_example(ONE, {"r": kind})["r"]) == [[b"x", b"yz"]]


def test_without_partitions() -> None:
    assert listed(read(Ragged(tf.string), key="c")) == [[b"x", b"yz"], []]
    single = io.parse_single_example(ONE, {"c": Ragged(tf.string)})
    assert listed(single["c"]) == [b"x", b"yz"]


def test_single_examples_have_no_batch() -> None:
    kinds = {
        "a": io.FixedLenFeature([2], tf.float32),
        "c": io.VarLenFeature(tf.string),
        "i": io.FixedLenSequenceFeature([], tf.int64, True),
    }
    found = io.parse_single_example(ONE, kinds)
    assert list(found) == ["c", "a", "i"]
    assert listed(found["a"]) == [1.0, 2.0]
    assert listed(found["c"].indices) == [[0], [1]]
    assert listed(found["i"]) == [5, 2]


def test_traced_shapes() -> None:
    kinds = {
        "a": io.FixedLenFeature([2], tf.float32),
        "c": io.VarLenFeature(tf.string),
        "e": io.FixedLenSequenceFeature([2], tf.float32, True),
        "i": Ragged(tf.int64),
    }
    shapes = {}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def parse(data):
        found = io.parse_example(data, kinds)
        shapes.update({key: each.shape.as_list() for key, each in found.items()})
        return found

    eager, traced = io.parse_example(BATCH, kinds), parse(tf.constant(BATCH))
    assert shapes == {
        "a": [None, 2],
        "c": [None, None],
        "e": [None, None, 2],
        "i": [None, None],
    }
    assert listed(traced["i"]) == listed(eager["i"]) == [[5, 2], []]
    np.testing.assert_array_equal(traced["a"], eager["a"])


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (io.FixedLenFeature([2], tf.int64), "Data types don't match"),
        (
            io.FixedLenFeature([3], tf.float32),
            r"Values size: 2 but output shape: \[3\]",
        ),
        (io.VarLenFeature(tf.string), "expected type: string"),
        (io.FixedLenSequenceFeature([3], tf.float32, True), "multiple of stride"),
        (io.FixedLenFeature([2], tf.int32), "not in the list of allowed values"),
    ],
)
def test_refused_values(kind: Any, message: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        read(kind)


def test_refused_data() -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="b is required|Feature: b"
    ):
        read(io.FixedLenFeature([], tf.int64), key="b")
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not parse"):
        read(io.VarLenFeature(tf.string), [b"\xff\xff"])
    with pytest.raises(tf.errors.InvalidArgumentError, match="scalar or vector"):
        read(io.VarLenFeature(tf.string), [[ONE]])
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="Name: second, Feature: b"
    ):
        io.parse_example(
            BATCH, {"b": io.FixedLenFeature([], tf.int64)}, ["x", "second"]
        )


@pytest.mark.parametrize(
    ("features", "message"),
    [
        ({}, "cannot be None"),
        ({"a": 3}, "Unsupported int 3 for key 'a'"),
        ({"a": io.VarLenFeature(None)}, "Missing type for feature a"),
        ({"a": io.FixedLenFeature(None, tf.int64)}, "Missing shape for feature a"),
        (
            {"a": io.FixedLenFeature([None], tf.int64)},
            "Consider using FixedLenSequence",
        ),
        ({"a": io.FixedLenSequenceFeature([], tf.int64)}, "requires allow_missing"),
        ({"a": Ragged(tf.int64, "i"), "i": io.VarLenFeature(tf.int64)}, "intersect"),
        ({"a": Ragged(tf.int64, "i"), "i": Ragged(tf.string)}, "Conflicting type"),
    ],
)
def test_refused_features(features: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        io.parse_example(BATCH, features)


def test_partitions_are_checked_when_made() -> None:
    with pytest.raises(TypeError, match="must be a list of partition objects"):
        Ragged(tf.int64, partitions=["lengths"])
    with pytest.raises(ValueError, match="must be a scalar"):
        io.parse_single_example(BATCH, {"a": io.VarLenFeature(tf.float32)})


# --- sequence examples


def sequence(context: dict[str, Any], **lists: list[tuple[Any, ...]]) -> bytes:
    made = {
        key: tf.train.FeatureList(feature=[feature(*step) for step in steps])
        for key, steps in lists.items()
    }
    message = tf.train.SequenceExample(
        context=tf.train.Features(
            feature={key: feature(*values) for key, values in context.items()}
        ),
        feature_lists=tf.train.FeatureLists(feature_list=made),
    )
    data: bytes = message.SerializeToString()
    return data


FIRST = sequence({"a": (7,)}, w=[(1, 2), (3,)], z=[(1.0, 2.0), (3.0, 4.0), (5.0, 6.0)])
SECOND = sequence({"a": (8,)}, w=[(4,)], z=[(9.0, 9.0)])
CONTEXT = {"a": io.FixedLenFeature([], tf.int64)}
STEPS = {
    "w": io.VarLenFeature(tf.int64),
    "z": io.FixedLenSequenceFeature([2], tf.float32),
}


def test_sequence_batches() -> None:
    context, lists, lengths = io.parse_sequence_example([FIRST, SECOND], CONTEXT, STEPS)
    assert listed(context["a"]) == [7, 8]
    assert listed(lengths["z"]) == [3, 1]
    assert listed(lists["z"]) == [
        [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
        [[9.0, 9.0], [0.0, 0.0], [0.0, 0.0]],
    ]
    assert listed(lists["w"].indices) == [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]
    assert listed(lists["w"].dense_shape) == [2, 2, 2]


def test_single_sequences() -> None:
    context, lists = io.parse_single_sequence_example(FIRST, CONTEXT, STEPS)
    assert listed(context["a"]) == 7
    assert listed(lists["z"]) == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
    assert listed(lists["w"].indices) == [[0, 0], [0, 1], [1, 0]]
    assert listed(lists["w"].dense_shape) == [2, 2]


def test_ragged_sequences() -> None:
    wanted = {"w": Ragged(tf.int64)}
    _, lists, _ = io.parse_sequence_example([FIRST, SECOND], None, wanted)
    assert listed(lists["w"]) == [[[1, 2], [3]], [[4]]]
    _, single = io.parse_single_sequence_example(FIRST, None, wanted)
    assert listed(single["w"]) == [[1, 2], [3]]


def test_missing_lists() -> None:
    strict = {"q": io.FixedLenSequenceFeature([2], tf.float32)}
    with pytest.raises(tf.errors.InvalidArgumentError, match="q is required"):
        io.parse_single_sequence_example(FIRST, CONTEXT, strict)
    lenient = {"q": io.FixedLenSequenceFeature([2], tf.float32, allow_missing=True)}
    _, lists = io.parse_single_sequence_example(FIRST, CONTEXT, lenient)
    assert lists["q"].shape == [0, 2]


def test_refused_sequences() -> None:
    wrong = {"z": io.FixedLenSequenceFeature([3], tf.float32)}
    with pytest.raises(tf.errors.InvalidArgumentError, match="step 0"):
        io.parse_sequence_example([FIRST], None, wrong)
    with pytest.raises(tf.errors.InvalidArgumentError, match="types don't match"):
        io.parse_sequence_example([FIRST], {"a": io.FixedLenFeature([], tf.float32)})
    with pytest.raises(ValueError, match="Missing features"):
        io.parse_sequence_example([FIRST])
    with pytest.raises(ValueError, match="Unsupported FixedLenFeature"):
        io.parse_sequence_example([FIRST], None, CONTEXT)
