"""Objects and functions made of a model's messages, and damage that is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir.errors import InvalidGraphError
from tests.runtime.saved_model.saved_models import edit_model


class Model(tf.Module):
    """An object of each kind that files have."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.v = tf.Variable(
            [2.0],
            name="weights",
            trainable=False,
            aggregation=tf.VariableAggregation.MEAN,
        )
        self.items, self.named = [tf.Variable(1)], {"k": tf.Variable(3)}
        self.file = tf.saved_model.Asset(words)
        self.large = tf.range(200.0)
        pairs = tf.lookup.KeyValueTensorInitializer(["a"], [7])
        self.table = tf.lookup.StaticHashTable(pairs, -1)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(self, keys: Any) -> Any:
        return self.table.lookup(keys)

    @tf.function(input_signature=[])
    def total(self) -> Any:
        return tf.reduce_sum(self.v) + tf.reduce_sum(self.large)


@pytest.fixture
def path(tmp_path: Path) -> str:
    words = tmp_path / "words.txt"
    words.write_text("a")
    path = str(tmp_path / "model")
    tf.saved_model.save(Model(str(words)), path)
    return path


def test_objects_are_what_was_saved(path: str) -> None:
    loaded = tf.saved_model.load(path)
    v = loaded.v
    assert (v.name, v.trainable, v.aggregation.name) == ("weights:0", False, "MEAN")
    assert v.numpy().tolist() == [2.0]
    assert [each.numpy() for each in loaded.items] == [1]
    assert loaded.named["k"].numpy() == 3
    assert Path(loaded.file.asset_path.numpy().decode()).read_text() == "a"
    assert loaded.total().numpy() == 2.0 + 199 * 100
    assert loaded.look(tf.constant(["a", "b"])).numpy().tolist() == [7, -1]


def test_two_loads_share_no_table_and_no_variable(path: str) -> None:
    first, second = tf.saved_model.load(path), tf.saved_model.load(path)
    first.v.assign([5.0])
    assert second.total().numpy() - first.total().numpy() == -3.0
    handles = [each.table.resource_handle for each in (first, second)]
    assert handles[0] is not handles[1]


def nodes_of(meta: Any, kind: str) -> list[Any]:
    nodes = meta.object_graph_def.nodes
    return [each for each in nodes if each.WhichOneof("kind") == kind]


def no_objects(meta: Any) -> None:
    del meta.object_graph_def.nodes[:]


def no_kind(meta: Any) -> None:
    meta.object_graph_def.nodes[0].ClearField("user_object")


def dangling_child(meta: Any) -> None:
    meta.object_graph_def.nodes[0].children[0].node_id = 1 << 30


def dangling_capture(meta: Any) -> None:
    for each in meta.object_graph_def.concrete_functions.values():
        each.bound_inputs[:] = [999]


def no_function(meta: Any) -> None:
    for each in nodes_of(meta, "function"):
        each.function.concrete_functions[:] = ["nothing"]


def captures_the_root(meta: Any) -> None:
    for each in meta.object_graph_def.concrete_functions.values():
        if each.bound_inputs:
            each.bound_inputs[:] = [0]


def no_asset(meta: Any) -> None:
    nodes_of(meta, "asset")[0].asset.asset_file_def_index = 9


def no_constant(meta: Any) -> None:
    nodes_of(meta, "constant")[0].constant.operation = "nothing"


def no_aggregation(meta: Any) -> None:
    nodes_of(meta, "variable")[0].variable.aggregation = 17


def no_creator(meta: Any) -> None:
    for each in nodes_of(meta, "resource"):
        for child in each.children:
            if child.local_name == "_create_resource":
                child.local_name = "other"


def creates_itself(meta: Any) -> None:
    nodes = meta.object_graph_def.nodes
    for number, each in enumerate(nodes):
        if each.WhichOneof("kind") != "resource":
            continue
        for child in each.children:
            if child.local_name == "_create_resource":
                [name] = nodes[child.node_id].function.concrete_functions
                message = meta.object_graph_def.concrete_functions[name]
                message.bound_inputs[:] = [number]


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (no_objects, "the SavedModel has no objects"),
        (no_kind, "object 0 is of no kind"),
        (dangling_child, r"object 0 refers to an object that is none of the \d+"),
        (dangling_capture, "captures an object that does not exist"),
        (no_function, "there is no function 'nothing'"),
        (captures_the_root, "captures object 0, which is no tensor"),
        (no_asset, "there is no asset 9"),
        (no_constant, "there is no constant 'nothing'"),
        (no_aggregation, "there is no VariableAggregation 17"),
        (no_creator, r"nothing makes the resource \d+"),
        (creates_itself, "captures an object that it creates itself"),
    ],
)
def test_damage_is_said(path: str, change: Callable[[Any], None], text: str) -> None:
    edit_model(path, change)
    with pytest.raises(tf.errors.DataLossError, match=text) as caught:
        tf.saved_model.load(path)
    assert path in str(caught.value)


def test_a_graph_without_its_functions_is_refused(path: str) -> None:
    edit_model(path, lambda meta: meta.graph_def.library.ClearField("function"))
    with pytest.raises(InvalidGraphError, match="which the library lacks"):
        tf.saved_model.load(path)


def test_a_scope_of_creators_makes_the_variables(path: str) -> None:
    made: list[Any] = []

    def noting(creator: Any, **kwargs: Any) -> Any:
        made.append(creator(**kwargs))
        return made[-1]

    with tf.variable_creator_scope(noting):
        loaded = tf.saved_model.load(path)
    assert any(each is loaded.v for each in made)
    assert len(made) == 3
    assert loaded.total().numpy() == 2.0 + 199 * 100
