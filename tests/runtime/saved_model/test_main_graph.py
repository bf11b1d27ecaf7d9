"""The main graph of a SavedModel: what servers read, which know no objects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir.wire import messages
from runtime.saved_model.model_files import read_saved_model

SPEC = tf.TensorSpec([None], tf.float32, name="x")


class Model(tf.Module):
    def __init__(self, words: str) -> None:
        super().__init__()
        # of one name, and not one variable
        self.a, self.b = tf.Variable([2.0], name="w"), tf.Variable([3.0], name="w")
        self.file = tf.saved_model.Asset(words)
        pairs = tf.lookup.KeyValueTensorInitializer(["a"], [7])
        self.table = tf.lookup.StaticHashTable(pairs, -1)

    @tf.function(input_signature=[SPEC])
    def scale(self, x: Any) -> Any:
        return {"low": x * self.a, "high": x * self.b}

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string, name="keys")])
    def look(self, keys: Any) -> Any:
        return self.table.lookup(keys)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("main")
    (folder / "words.txt").write_text("a")
    model, path = Model(str(folder / "words.txt")), str(folder / "model")
    given = {"scale": model.scale, "look": model.look}
    tf.saved_model.save(model, path, signatures=given)
    return path


@pytest.fixture(scope="module")
def meta(path: str) -> Any:
    content = (Path(path) / "saved_model.pb").read_bytes()
    return messages.parse("SavedModel", content).meta_graphs[0]


@pytest.fixture(scope="module")
def ops(meta: Any) -> dict[str, str]:
    return {each.name: each.op for each in meta.graph_def.node}


def test_signatures_name_tensors_of_the_graph(meta: Any, ops: dict[str, str]) -> None:
    assert sorted(meta.signature_def) == ["__saved_model_init_op", "look", "scale"]
    scale = meta.signature_def["scale"]
    assert scale.method_name == "tensorflow/serving/predict"
    assert scale.inputs["x"].name == "scale_x:0"
    assert ops["scale_x"] == "Placeholder"
    high, low = (scale.outputs[each].name for each in ("high", "low"))
    # results of one call, in the order of their names
    node, _, number = high.partition(":")
    assert (ops[node], number, low) == ("StatefulPartitionedCall", "0", f"{node}:1")


def test_variables_of_one_name_are_two(meta: Any) -> None:
    handles = [each for each in meta.graph_def.node if each.op == "VarHandleOp"]
    assert [each.name for each in handles] == ["w", "w_1"]
    assert len({each.attr["shared_name"].s for each in handles}) == 2


def test_the_saver_has_the_keys_of_the_checkpoint(
    meta: Any, ops: dict[str, str]
) -> None:
    saver = meta.saver_def
    assert saver.version == 2
    assert ops[saver.restore_op_name] == "NoOp"
    assert saver.filename_tensor_name == "saver_filename:0"
    [restore] = [each for each in meta.graph_def.node if each.op == "RestoreV2"]
    nodes = {each.name: each for each in meta.graph_def.node}
    keys = nodes[restore.input[1]].attr["value"].tensor.string_val
    assert sorted(keys) == [f"{k}/.ATTRIBUTES/VARIABLE_VALUE".encode() for k in "ab"]


def test_tables_are_filled_by_the_initializer(meta: Any) -> None:
    [name] = meta.collection_def["saved_model_main_op"].node_list.value
    info = meta.signature_def["__saved_model_init_op"].outputs["__saved_model_init_op"]
    assert info.name == name
    [node] = [each for each in meta.graph_def.node if each.name == name]
    assert len([each for each in node.input if each.startswith("^")]) == 1


def test_assets_are_placeholders_of_paths(meta: Any, ops: dict[str, str]) -> None:
    [asset] = meta.asset_file_def
    assert asset.filename == "words.txt"
    assert ops[asset.tensor_info.name.partition(":")[0]] == "Placeholder"
    assert asset.tensor_info.dtype == tf.string.as_datatype_enum


def test_functions_say_the_shapes_of_their_arguments(meta: Any) -> None:
    shapes = [
        [len(each.dim) for each in function.attr["_input_shapes"].list.shape]
        for function in meta.graph_def.library.function
        if "signature_wrapper_scale" in function.signature.name
        or "_scale_" in function.signature.name
    ]
    # one vector, and the handles of two variables, which are scalars
    assert shapes
    assert all(each == [1, 0, 0] for each in shapes)


def test_a_session_restores_fills_and_answers(path: str) -> None:
    with tf.compat.v1.Session(graph=tf.Graph()) as session:
        meta = tf.compat.v1.saved_model.load(session, ["serve"], path)
        scale, look = meta.signature_def["scale"], meta.signature_def["look"]
        wanted = [scale.outputs[each].name for each in ("low", "high")]
        low, high = session.run(wanted, {scale.inputs["x"].name: [1.0, 2.0]})
        assert (low.tolist(), high.tolist()) == ([2.0, 4.0], [3.0, 6.0])
        feeds = {look.inputs["keys"].name: ["a", "b"]}
        found = session.run(look.outputs["output_0"].name, feeds)
        assert found.tolist() == [7, -1]


@pytest.mark.parametrize("policy", ["save_variable_devices", None])
def test_devices_of_variables_are_saved_by_a_policy(
    policy: str | None, tmp_path: Path
) -> None:
    model = tf.Module()
    model.v = tf.Variable(2.0)
    options = tf.saved_model.SaveOptions(experimental_variable_policy=policy)
    tf.saved_model.save(model, str(tmp_path / "model"), options=options)
    meta = read_saved_model(str(tmp_path / "model")).meta_graphs[0]
    [handle] = [node for node in meta.graph_def.node if node.op == "VarHandleOp"]
    [saved] = [
        each.variable
        for each in meta.object_graph_def.nodes
        if each.WhichOneof("kind") == "variable"
    ]
    expected = model.v.device if policy else ""
    assert (handle.device, saved.device) == (expected, expected)
    options = tf.saved_model.LoadOptions(experimental_variable_policy=policy)
    loaded = tf.saved_model.load(str(tmp_path / "model"), options=options)
    assert (loaded.v.numpy(), loaded.v.device) == (2.0, model.v.device)
