"""Damaged SavedModels: a clear error, or a model; nothing else, and soon."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir.errors import GraphirError, OpError
from graphir.wire import messages

REFUSALS = GraphirError, OpError
"""What a damaged file is refused with."""


class Model(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.v = tf.Variable([[1.0, 2.0]])
        keys, values = tf.constant(["a", "b"]), tf.constant([1, 2])
        filling = tf.lookup.KeyValueTensorInitializer(keys, values)
        self.table = tf.lookup.StaticHashTable(filling, -1)

    @tf.function(input_signature=[tf.TensorSpec([None, 2], name="x")])
    def double(self, x: tf.Tensor) -> dict[str, tf.Tensor]:
        return {"y": tf.nn.silu(x) * self.v}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(self, words: tf.Tensor) -> tf.Tensor:
        return self.table.lookup(words)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    model, folder = Model(), tmp_path / "model"
    tf.saved_model.save(model, str(folder), signatures=model.double)
    return folder / "saved_model.pb"


def check(file: Path, content: bytes) -> None:
    """The content is a model, or is refused clearly."""
    file.write_bytes(content)
    with suppress(*REFUSALS):
        tf.saved_model.load(str(file.parent))


def flipped(content: bytes, source: random.Random) -> bytes:
    damaged = bytearray(content)
    damaged[source.randrange(len(content))] ^= 1 << source.randrange(8)
    return bytes(damaged)


def cut(content: bytes, source: random.Random) -> bytes:
    return content[: source.randrange(len(content))]


def overwritten(content: bytes, source: random.Random) -> bytes:
    at = source.randrange(len(content))
    return content[:at] + source.randbytes(8) + content[at + 8 :]


def shortened(content: bytes, source: random.Random) -> bytes:
    at = source.randrange(len(content))
    return content[:at] + content[at + source.randrange(1, 20) :]


DAMAGES = [flipped, cut, overwritten, shortened]
NUMBERS = 0, 1, -1, 7, 99, 2**31 - 1
UNSIGNED = 4, 6, 7, 13
"""The types of fields that take no number below zero, as protobuf counts them."""
TEXTS = "", "x", "../y", "Identity:0", "class"


def parts_of(message: Any) -> Iterator[Any]:
    """A message and all messages in it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if field.message_type.GetOptions().map_entry:
            held = [each for each in value.values() if hasattr(each, "ListFields")]
        else:
            held = value if hasattr(value, "add") else [value]
        for each in held:
            yield from parts_of(each)


def changed(content: bytes, source: random.Random) -> bytes:
    """A message that can be read, one field of which says something else."""
    model = messages.parse("SavedModel", content)
    meta = model.meta_graphs[0]
    parts = [*parts_of(meta.object_graph_def), *parts_of(meta.graph_def.library)]
    parts = [each for each in parts if each.ListFields()]
    part = source.choice(parts)
    field, value = source.choice(part.ListFields())
    is_repeated = hasattr(value, "append") or hasattr(value, "keys")
    if field.message_type is not None or is_repeated or source.random() < 0.3:
        part.ClearField(field.name)
        return model.SerializeToString()
    if isinstance(value, bool):
        setattr(part, field.name, not value)
    elif isinstance(value, int):
        least = 0 if field.type in UNSIGNED else -1
        numbers = [each for each in NUMBERS if each >= least]
        setattr(part, field.name, source.choice(numbers))
    elif isinstance(value, str):
        setattr(part, field.name, source.choice(TEXTS))
    return model.SerializeToString()


@pytest.mark.parametrize("damage", [*DAMAGES, changed])
def test_some_damage(damage: Callable[..., bytes], file: Path) -> None:
    source, content = random.Random(15), file.read_bytes()
    for _ in range(12):
        check(file, damage(content, source))


def renamed_variable(model: Any) -> None:
    """The checkpoint has no value for the variable's new name."""
    [*children] = model.meta_graphs[0].object_graph_def.nodes[0].children
    [child] = [each for each in children if each.local_name == "v"]
    child.local_name = "u"


def scalar_variable(model: Any) -> None:
    """The checkpoint's value has another shape."""
    nodes = model.meta_graphs[0].object_graph_def.nodes
    [variable] = [each.variable for each in nodes if each.HasField("variable")]
    variable.shape.ClearField("dim")


def shaped_capture(model: Any) -> None:
    """Functions say of the resources they capture that they have another shape."""
    for function in model.meta_graphs[0].graph_def.library.function:
        for position in [*function.arg_attr]:
            if position:  # the first is an argument
                said = function.arg_attr[position].attr["_output_shapes"].list
                said.shape.add().dim.add().size = 7


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (renamed_variable, "model are not those of its objects: Found 1 Python object"),
        (scalar_variable, "model are not those of its objects: Received incompatible"),
        (shaped_capture, "captures a resource as one of shape"),
    ],
)
def test_parts_that_do_not_fit_are_lost_data(
    damage: Callable[[Any], None], message: str, file: Path
) -> None:
    model = messages.parse("SavedModel", file.read_bytes())
    damage(model)
    file.write_bytes(model.SerializeToString())
    with pytest.raises(tf.errors.DataLossError, match=message):
        tf.saved_model.load(str(file.parent))


@pytest.mark.slow
@pytest.mark.parametrize("damage", [*DAMAGES, changed])
def test_much_damage(damage: Callable[..., bytes], file: Path) -> None:
    source, content = random.Random(0), file.read_bytes()
    for _ in range(150):
        check(file, damage(content, source))
