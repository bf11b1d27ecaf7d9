"""SavedModels of version 1, made by TensorFlow (`earlier_saved_models.py`)."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

CASES = Path(__file__).parent / "cases"


@pytest.fixture(params=["earlier_res", "earlier_ref"])
def folder(request: pytest.FixtureRequest) -> str:
    return str(CASES / request.param)


def test_signatures_give_what_tensorflow_gives(folder: str) -> None:
    signatures = tf.saved_model.load(folder).signatures
    found = signatures["serving_default"](inp=tf.constant([[1.0, 1.0]]))
    assert found["out"].numpy().tolist() == [[4.5, 6.5]]
    assert found["loss"].numpy() == 11.0
    ids = signatures["lookup"](words=tf.constant(["b", "z"]))["ids"]
    assert ids.numpy().tolist() == [20, -1]
    assert signatures["lookup"].structured_input_signature == (
        (),
        {"words": tf.TensorSpec([None], tf.string, "words")},
    )


def test_variables_can_be_changed_and_trained(folder: str) -> None:
    model = tf.saved_model.load(folder)
    assert [each.name for each in model.variables] == ["w:0", "b:0"]
    serve = model.signatures["serving_default"]
    x = tf.constant([[1.0, 1.0]])
    with tf.GradientTape() as tape:
        loss = serve(inp=x)["loss"]
    d_w, d_b = tape.gradient(loss, model.variables)
    assert d_w.numpy().tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert d_b.numpy().tolist() == [1.0, 1.0]
    model.variables[0].assign(tf.zeros([2, 2]))
    assert serve(inp=x)["out"].numpy().tolist() == [[0.5, -0.5]]
    # another one has variables and tables of its own
    other = tf.saved_model.load(folder)
    assert other.signatures["serving_default"](inp=x)["loss"].numpy() == 11.0


def test_any_part_can_be_taken(folder: str) -> None:
    model = tf.saved_model.load(folder)
    part = model.prune("x:0", "MatMul:0")
    assert part(tf.constant([[1.0, 1.0]])).numpy().tolist() == [[4.0, 7.0]]


def test_a_damaged_one_is_refused(folder: str, tmp_path: Path) -> None:
    copy = tmp_path / "model"
    shutil.copytree(folder, copy)
    (copy / "variables" / "variables.index").unlink()
    with pytest.raises(tf.errors.NotFoundError):
        tf.saved_model.load(str(copy))
    shutil.copyfile(Path(folder, "saved_model.pb"), copy / "saved_model.pb")
    content = bytearray((copy / "saved_model.pb").read_bytes())
    content = content.replace(b"MatMul", b"Mat?ul")
    (copy / "saved_model.pb").write_bytes(content)
    with pytest.raises(Exception, match="Mat") as caught:
        tf.saved_model.load(str(copy))
    assert not isinstance(caught.value, (KeyError, AttributeError, IndexError))


def test_slices_of_partitioned_variables_are_read_whole(tmp_path: Path) -> None:
    prefix = str(CASES / "earlier_ref" / "variables" / "variables")
    names: dict[str, Any] = dict(tf.train.list_variables(prefix))
    assert names == {"b": [2], "p": [4, 2], "w": [2, 2]}
    assert tf.train.load_variable(prefix, "p").tolist() == [[1.0, 1.0]] * 4


def test_signatures_take_and_give_the_parts_of_composite_tensors(
    tmp_path: Path,
) -> None:
    v1, path = tf.compat.v1, str(tmp_path / "sparse")
    with tf.Graph().as_default() as graph, v1.Session(graph=graph) as session:
        given = v1.sparse_placeholder(tf.float32, shape=[None, 3], name="given")
        doubled = tf.SparseTensor(given.indices, given.values * 2.0, given.dense_shape)
        total = tf.sparse.reduce_sum(doubled)
        info = v1.saved_model.build_tensor_info
        signature = v1.saved_model.build_signature_def(
            {"given": info(given)}, {"doubled": info(doubled), "total": info(total)}
        )
        builder = v1.saved_model.Builder(path)
        builder.add_meta_graph_and_variables(session, ["serve"], {"double": signature})
        builder.save()
    double = tf.saved_model.load(path).signatures["double"]
    names = ["given_indices", "given_values", "given_dense_shape"]
    assert sorted(double.structured_input_signature[1]) == sorted(names)
    sparse = tf.sparse.from_dense([[0.0, 1.0, 0.0], [2.0, 0.0, 0.0]])
    parts = [sparse.indices, sparse.values, sparse.dense_shape]
    found = double(**dict(zip(names, parts)))
    assert tf.sparse.to_dense(found["doubled"]).numpy().tolist() == [
        [0.0, 2.0, 0.0],
        [4.0, 0.0, 0.0],
    ]
    assert found["total"].numpy() == 6.0
