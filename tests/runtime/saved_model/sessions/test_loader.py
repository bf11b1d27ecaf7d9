"""SavedModels in a session's graph: under a scope, restored, and confined."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

v1 = tf.compat.v1
SPEC = tf.TensorSpec([None], tf.float32, name="x")


@pytest.fixture
def path(tmp_path: Path) -> str:
    model = tf.Module()
    model.v = tf.Variable([2.0], name="w")
    model.scale = tf.function(lambda x: x * model.v, input_signature=[SPEC])
    path = str(tmp_path / "model")
    tf.saved_model.save(model, path)
    return path


def test_names_of_a_scope_stand_before_all_nodes(path: str) -> None:
    with v1.Session(graph=tf.Graph()) as session:
        meta = v1.saved_model.load(session, ["serve"], path, import_scope="part")
        signature = meta.signature_def["serving_default"]
        assert all(
            each.name.startswith("part/") for each in session.graph.get_operations()
        )
        found = session.run(
            f"part/{signature.outputs['output_0'].name}",
            {f"part/{signature.inputs['x'].name}": [3.0]},
        )
        assert found.tolist() == [6.0]


def test_two_models_are_loaded_side_by_side(path: str) -> None:
    with v1.Session(graph=tf.Graph()) as session:
        for scope in ("one", "two"):
            v1.saved_model.load(session, ["serve"], path, import_scope=scope)
        for scope in ("one", "two"):
            read = f"{scope}/StatefulPartitionedCall:0"
            feeds = {f"{scope}/serving_default_x:0": [1.0]}
            assert session.run(read, feeds).tolist() == [2.0]


def test_tags_choose_the_graph(path: str) -> None:
    with v1.Session(graph=tf.Graph()) as session:
        with pytest.raises(RuntimeError, match="train"):
            v1.saved_model.load(session, ["train"], path)
        with pytest.raises(OSError, match="SavedModel file does not exist"):
            v1.saved_model.load(session, ["serve"], path + "_not_there")


def test_variables_outside_of_the_folder_are_refused(path: str, tmp_path: Path) -> None:
    os.rename(f"{path}/variables", tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", f"{path}/variables")
    with v1.Session(graph=tf.Graph()) as session:
        with pytest.raises(tf.errors.PermissionDeniedError, match="outside of its"):
            v1.saved_model.load(session, ["serve"], path)
        v1.saved_model.load(session, ["serve"], path, allow={"files"})


def test_folders_of_models_are_known(path: str, tmp_path: Path) -> None:
    assert v1.saved_model.maybe_saved_model_directory(path)
    assert not v1.saved_model.maybe_saved_model_directory(tmp_path)


def test_the_main_op_initializes_variables_and_tables() -> None:
    with v1.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=3.0)
        pairs = tf.lookup.KeyValueTensorInitializer(["a"], [7])
        table = tf.lookup.StaticHashTable(pairs, -1)
        found = table.lookup(tf.constant(["a"]))
        session.run(v1.saved_model.main_op.main_op())
        assert session.run(v) == 3.0
        assert session.run(found).tolist() == [7]


def test_the_main_op_restores_too() -> None:
    with v1.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=3.0)
        with tf.control_dependencies([v.initializer]):
            restore = v1.assign(v, 5.0).op
        session.run(v1.saved_model.main_op.main_op_with_restore(restore))
        assert session.run(v) == 5.0


@pytest.fixture
def composites(tmp_path: Path) -> str:
    model: Any = tf.Module()
    scalar, rows = [tf.TensorSpec([])], [tf.RaggedTensorSpec([None, None])]
    model.sparse = tf.function(
        lambda x: (tf.sparse.from_dense([x]), x), input_signature=scalar
    )
    model.ragged = tf.function(lambda r: {"r": r * 2.0}, input_signature=rows)
    path = str(tmp_path / "composites")
    given = {"sparse": model.sparse, "ragged": model.ragged}
    tf.saved_model.save(model, path, signatures=given)
    return path


def test_sessions_find_the_parts_of_composite_results(composites: str) -> None:
    with tf.compat.v1.Session(graph=tf.Graph()) as session:
        load = tf.compat.v1.saved_model.load
        found = load(session, ["serve"], composites).signature_def
        parts = found["sparse"].outputs["output_0"].coo_sparse
        wanted = [parts.indices_tensor_name, parts.values_tensor_name]
        feeds = {found["sparse"].inputs["x"].name: 4.0}
        indices, values = session.run(wanted, feeds)
        assert (indices.tolist(), values.tolist()) == ([[0]], [4.0])
        ragged = found["ragged"].outputs["r"].composite_tensor
        assert [each.dtype for each in ragged.components] == [1, 9]
