"""Batches of messages of one form are parsed to what each message alone is."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.ops.strings import parsed_features
from graphir.ops.strings.example_parsing import ParseExampleV2
from graphir.ops.strings.example_templates import MOST_KEPT, Templates
from graphir.shapes import Shape

KINDS = {
    "label": tf.io.FixedLenFeature([], tf.int64, 7),
    "row": tf.io.FixedLenFeature([2, 2], tf.float32, [[0.5] * 2] * 2),
    "words": tf.io.FixedLenFeature([2], tf.string, ["", "x"]),
    "numbers": tf.io.FixedLenFeature([3], tf.int64, [1, 2, 3]),
}


ATTRS: dict[str, Any] = {
    "Tdense": [dtypes.float32],
    "dense_shapes": [Shape([4])],
    "num_sparse": 0,
    "sparse_types": [],
    "ragged_value_types": [],
    "ragged_split_types": [],
}
NO_TEXT, NO_FLOATS = np.array([], object), np.array([], np.float32)


def message(draw: random.Random, **changed: Any) -> bytes:
    """A message whose numbers and words take the same bytes as another's, mostly."""
    values = {
        "label": tf.train.Int64List(value=[draw.choice((1, 100, -5, 300))]),
        "row": tf.train.FloatList(value=[draw.random() for _ in range(4)]),
        "words": tf.train.BytesList(value=[draw.choice((b"ab", b"\0z")), b"c"]),
        "numbers": tf.train.Int64List(value=[2**63 - 1, -(2**63), draw.randint(0, 9)]),
        **changed,
    }
    fields = {tf.train.Int64List: "int64_list", tf.train.FloatList: "float_list"}
    features = {
        name: tf.train.Feature(**{fields.get(type(each), "bytes_list"): each})
        for name, each in values.items()
        if each is not None
    }
    return bytes(
        tf.train.Example(
            features=tf.train.Features(feature=features)
        ).SerializeToString(deterministic=True)
    )


def apart(serialized: list[bytes]) -> list[dict[str, Any]]:
    """The features of each message, parsed alone."""
    return [tf.io.parse_single_example(each, KINDS) for each in serialized]


@pytest.mark.parametrize("seed", range(12))
def test_parses_a_batch_as_its_messages(seed: int, monkeypatch: Any) -> None:
    draw = random.Random(seed)
    taken: list[bool] = []

    plain = Templates.columns_of

    def noted(*args: Any) -> Any:
        found = plain(*args)
        taken.append(found is not None)
        return found

    monkeypatch.setattr(Templates, "columns_of", noted)
    odd: dict[str, Any] = {}
    if seed % 3 == 1:
        odd = {draw.choice(list(KINDS)): None}
    serialized = [message(draw) for _ in range(40)]
    if odd:
        serialized[draw.randrange(40)] = message(draw, **odd)
    found = tf.io.parse_example(serialized, KINDS)
    assert taken == [not odd]
    alone = apart(serialized)
    for name in KINDS:
        assert found[name].numpy().tolist() == [
            each[name].numpy().tolist() for each in alone
        ]
        assert found[name].dtype == alone[0][name].dtype


@pytest.mark.parametrize(
    "changed",
    [
        {"label": tf.train.Int64List(value=[1, 2])},
        {"label": tf.train.FloatList(value=[1.0])},
        {"row": tf.train.FloatList(value=[])},
    ],
)
def test_refuses_what_the_parser_refuses(changed: dict[str, Any]) -> None:
    draw = random.Random(0)
    serialized = [message(draw, **changed) for _ in range(16)]
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.io.parse_example(serialized, KINDS)


def test_damaged_messages_are_left_to_the_parser() -> None:
    draw = random.Random(1)
    whole = [message(draw, label=tf.train.Int64List(value=[1])) for _ in range(16)]
    wanted = {"row": ("float", 4)}
    assert Templates().columns_of(whole, wanted) is not None
    accepted = 0
    for place in range(len(whole[0])):
        damaged = bytearray(whole[0])
        damaged[place] ^= 1 << draw.randrange(8)
        each = [bytes(damaged)] * 16
        found = Templates().columns_of(each, wanted)
        if found is None:
            continue
        accepted += 1
        parsed = tf.io.parse_example(
            each, {"row": tf.io.FixedLenFeature([4], tf.float32)}
        )
        assert found["row"].tobytes() == parsed["row"].numpy().tobytes()
        row = parsed_features.example_features(each)[0]["row"]
        assert list(row.float_list.value) == found["row"][0].tolist()
    assert accepted > 10


def test_lists_of_numbers_are_packed_as_tensorflow_writes_them() -> None:
    numbers = tf.train.Int64List(value=[1, 2]).SerializeToString()
    floats = tf.train.FloatList(value=[1.0]).SerializeToString()
    assert (numbers, floats) == (b"\n\x02\x01\x02", b"\n\x04\x00\x00\x80?")


def test_a_kernel_keeps_the_forms_that_it_has_read() -> None:
    draw = random.Random(2)
    kernel, other = (ParseExampleV2.bind(ATTRS) for _ in range(2))
    array = np.array([message(draw) for _ in range(16)], object)
    given = [array, NO_TEXT, NO_TEXT, np.array([b"row"], object), NO_TEXT, NO_FLOATS]
    templates: list[Templates] = []

    with pytest.MonkeyPatch.context() as patch:
        plain = Templates.columns_of

        def noted(self: Templates, *rest: Any) -> Any:
            templates.append(self)
            return plain(self, *rest)

        patch.setattr(Templates, "columns_of", noted)
        for each in (kernel, kernel, other):
            (rows,) = each(*given)
            assert rows.shape == (16, 4)
    first, again, of_other = templates
    assert first is again
    assert first is not of_other


def test_no_more_forms_are_kept_than_allowed() -> None:
    templates, wanted = Templates(), {"words": ("string", 1)}
    for size in range(MOST_KEPT + 2):
        words = tf.train.BytesList(value=[b"x" * size])
        features = {"words": tf.train.Feature(bytes_list=words)}
        each = tf.train.Example(features=tf.train.Features(feature=features))
        found = templates.columns_of([each.SerializeToString()] * 8, wanted)
        assert found is not None
        assert found["words"].tolist() == [[b"x" * size]] * 8
    assert 0 < len(templates._kept) <= MOST_KEPT
