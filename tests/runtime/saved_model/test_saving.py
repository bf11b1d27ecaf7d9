"""SavedModels: what is refused, what stays in its folder, damaged files."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from graphir.wire import messages


class Adder(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([None], name="x")])
    def add(self, x):
        return x + self.v


class Reader(tf.Module):
    def __init__(self, path):
        super().__init__()
        self.file = tf.saved_model.Asset(path)

    @tf.function(input_signature=[])
    def own(self):
        return tf.io.read_file(self.file.asset_path)

    @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
    def read(self, name):
        return tf.io.read_file(name)

    @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
    def write(self, name):
        tf.io.write_file(name, "planted")
        return 1

    @tf.function(input_signature=[tf.TensorSpec([])])
    def python(self, x):
        return tf.numpy_function(lambda y: np.float32(y + 1), [x], tf.float32)


def saved(tmp_path: Path, model=None) -> str:
    path = str(tmp_path / "model")
    tf.saved_model.save(model or Adder(), path)
    return path


def reader(tmp_path: Path) -> tuple[str, Reader]:
    secret = tmp_path / "secret"
    secret.write_text("own words")
    model = Reader(str(secret))
    return saved(tmp_path, model), model


def test_the_files_of_the_guide(tmp_path: Path) -> None:
    path = saved(tmp_path)
    assert sorted(os.listdir(path)) == [
        "assets",
        "fingerprint.pb",
        "saved_model.pb",
        "variables",
    ]
    assert tf.saved_model.contains_saved_model(path)
    loaded = tf.saved_model.load(path)
    assert not isinstance(loaded, Adder)
    assert loaded.add(tf.constant([1.0])).numpy().tolist() == [3.0]
    # the only function that says what it takes is the signature
    result = loaded.signatures["serving_default"](x=tf.constant([1.0]))
    assert result["output_0"].numpy().tolist() == [3.0]


def test_training_goes_on(tmp_path: Path) -> None:
    loaded = tf.saved_model.load(saved(tmp_path))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(loaded.add(tf.constant([1.0, 2.0])))
    assert tape.gradient(loss, loaded.v).numpy() == 2.0
    loaded.v.assign(10.0)
    assert loaded.add(tf.constant([1.0])).numpy().tolist() == [11.0]


def test_a_checkpoint_reads_a_model(tmp_path: Path) -> None:
    model = Adder()
    model.v.assign(7.0)
    path = saved(tmp_path, model)
    other = Adder()
    tf.train.Checkpoint(other).restore(path).expect_partial()
    assert other.v.numpy() == 7.0


def test_a_variable_that_nothing_holds_is_refused(tmp_path: Path) -> None:
    outside = tf.Variable(1.0)

    class Lost(tf.Module):
        @tf.function(input_signature=[])
        def get(self):
            return outside + 1.0

    with pytest.raises(AssertionError, match="untracked"):
        saved(tmp_path, Lost())


def test_what_is_not_trackable_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Expected an object of type `Trackable`"):
        tf.saved_model.save(3, str(tmp_path / "m"))
    with pytest.raises(ValueError, match="with an input"):
        tf.saved_model.save(
            Adder(), str(tmp_path / "m"), signatures=tf.function(lambda x: x)
        )


def test_no_model_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="SavedModel file does not exist at"):
        tf.saved_model.load(tmp_path)
    # a model with one graph, as TensorFlow 2 writes them
    with pytest.raises(ValueError, match=r"has one MetaGraph with tags \['serve'\]"):
        tf.saved_model.load(saved(tmp_path), tags=["train"])


def test_a_model_reads_only_its_own_files(tmp_path: Path) -> None:
    path, _ = reader(tmp_path)
    other = tmp_path / "other"
    other.write_text("not for models")
    loaded = tf.saved_model.load(path)
    assert loaded.own().numpy() == b"own words"
    refusal = r"allow=\{'files'\}"
    with pytest.raises(tf.errors.PermissionDeniedError, match=refusal):
        loaded.read(tf.constant(str(other)))

    @tf.function
    def around(name):
        return loaded.read(name)

    with pytest.raises(tf.errors.PermissionDeniedError, match=refusal):
        around(tf.constant(f"{path}/../other"))
    with pytest.raises(tf.errors.PermissionDeniedError, match=refusal):
        loaded.write(tf.constant(f"{path}/planted"))
    trusted = tf.saved_model.load(path, allow={"files"})
    assert trusted.read(tf.constant(str(other))).numpy() == b"not for models"


def test_a_model_calls_no_python(tmp_path: Path) -> None:
    path, model = reader(tmp_path)
    assert model.python(tf.constant(1.0)).numpy() == 2.0
    with pytest.raises(tf.errors.PermissionDeniedError, match="python"):
        tf.saved_model.load(path).python(tf.constant(1.0))
    trusted = tf.saved_model.load(path, allow={"python"})
    assert trusted.python(tf.constant(1.0)).numpy() == 2.0


def test_a_graph_from_a_file_reads_nothing(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("text")
    with tf.Graph().as_default() as graph:
        tf.io.read_file(str(tmp_path / "f"), name="read")
    message = graph.as_graph_def()
    with pytest.raises(tf.errors.PermissionDeniedError, match="allow="):
        tf.run_graph(message, {}, ["read:0"])
    assert tf.run_graph(message, {}, ["read:0"], allow={"files"})[0] == b"text"
    with pytest.raises(ValueError, match="takes any of"):
        tf.run_graph(message, {}, ["read:0"], allow={"everything"})


def test_variables_outside_of_the_folder_are_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    os.rename(f"{path}/variables", tmp_path / "elsewhere")
    os.symlink(tmp_path / "elsewhere", f"{path}/variables")
    with pytest.raises(tf.errors.PermissionDeniedError, match="outside of its folder"):
        tf.saved_model.load(path)
    assert tf.saved_model.load(path, allow={"files"}).v.numpy() == 2.0


def test_assets_outside_of_the_folder_are_refused(tmp_path: Path) -> None:
    path, _ = reader(tmp_path)
    asset = Path(path, "assets", "secret")
    os.rename(asset, tmp_path / "elsewhere")
    asset.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(tf.errors.PermissionDeniedError, match="outside of its folder"):
        tf.saved_model.load(path)
    asset.unlink()

    def climbs(meta) -> None:
        meta.asset_file_def[0].filename = "../../elsewhere"

    changed(path, climbs)
    with pytest.raises(tf.errors.PermissionDeniedError, match="outside of its folder"):
        tf.saved_model.load(path)
    trusted = tf.saved_model.load(path, allow={"files"})
    assert trusted.own().numpy() == b"own words"


def changed(path: str, change) -> None:
    file = Path(path) / "saved_model.pb"
    model = messages.parse("SavedModel", file.read_bytes())
    change(model.meta_graphs[0])
    file.write_bytes(model.SerializeToString())


def dangling_child(meta) -> None:
    meta.object_graph_def.nodes[0].children[0].node_id = 1 << 30


def dangling_capture(meta) -> None:
    for each in meta.object_graph_def.concrete_functions.values():
        each.bound_inputs[:] = [999]


def no_function(meta) -> None:
    del meta.graph_def.library.function[:]


def no_objects(meta) -> None:
    del meta.object_graph_def.nodes[:]


def captures_itself(meta) -> None:
    for each in meta.object_graph_def.concrete_functions.values():
        each.bound_inputs[:] = [0]


@pytest.mark.parametrize(
    "change",
    [dangling_child, dangling_capture, no_function, no_objects, captures_itself],
)
def test_a_damaged_model_is_refused(tmp_path: Path, change) -> None:
    path = saved(tmp_path)
    changed(path, change)
    with pytest.raises((tf.errors.OpError, ValueError)):
        tf.saved_model.load(path)


def test_a_cut_model_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    file = Path(path) / "saved_model.pb"
    content = file.read_bytes()
    for size in range(1, len(content), len(content) // 23):
        file.write_bytes(content[:size])
        with pytest.raises((tf.errors.OpError, ValueError)):
            tf.saved_model.load(path)


def test_a_failed_save_leaves_the_model_that_was(tmp_path: Path) -> None:
    path = saved(tmp_path)
    before = Path(path, "saved_model.pb").read_bytes()
    model = Adder()
    model.bad = tf.saved_model.Asset(str(tmp_path / "missing"))
    with pytest.raises(tf.errors.NotFoundError):
        tf.saved_model.save(model, path)
    assert Path(path, "saved_model.pb").read_bytes() == before


def test_what_a_function_takes_is_written_as_its_input_signature_says(
    tmp_path: Path,
) -> None:
    module = tf.Module()

    def first(*args, **kwargs):
        return args[0]

    module.first = tf.function(first, input_signature=[tf.TensorSpec([], tf.float32)])
    tf.saved_model.save(module, tmp_path, signatures=module.first)
    content = (tmp_path / "saved_model.pb").read_bytes()
    model = messages.get("SavedModel").FromString(content)
    nodes = model.meta_graphs[0].object_graph_def.nodes
    (spec,) = (
        node.function.function_spec.fullargspec.named_tuple_value.values
        for node in nodes
        if node.WhichOneof("kind") == "function"
    )
    written = {each.key: each.value for each in spec}
    names = [each.string_value for each in written["args"].list_value.values]
    assert names == ["args_0"]
    for key in ("varargs", "varkw"):
        assert written[key].WhichOneof("kind") == "none_value"
    # a signature of one argument takes it without its name
    bare = [node.bare_concrete_function for node in nodes]
    counts = [e.allowed_positional_arguments for e in bare if e.argument_keywords]
    assert set(counts) == {1}
    loaded = tf.saved_model.load(tmp_path)
    assert loaded.first(tf.constant(2.0)).numpy() == 2.0


class Words(tf.Module):
    def __init__(self, *paths):
        super().__init__()
        self.files = [tf.saved_model.Asset(str(path)) for path in paths]

    @tf.function(input_signature=[])
    def texts(self):
        return [tf.io.read_file(each.asset_path) for each in self.files]


def test_assets_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    paths = [tmp_path / name / "words" for name in ("one", "two")]
    for path in paths:
        path.parent.mkdir()
        path.write_text(path.parent.name)
    loaded = tf.saved_model.load(saved(tmp_path, Words(*paths, paths[0])))
    texts = [each.numpy() for each in loaded.texts()]
    assert texts == [b"one", b"two", b"one"]


def test_a_reader_sees_whole_models_while_others_are_saved(tmp_path: Path) -> None:
    def model(number: int) -> tf.Module:
        made = Adder()
        made.v = tf.Variable(tf.fill([number + 1], float(number)))
        return made

    path = saved(tmp_path, model(0))
    stop = threading.Event()

    def replace() -> None:
        for number in range(12):
            tf.saved_model.save(model(number % 3), path)
        stop.set()

    writer = threading.Thread(target=replace)
    writer.start()
    try:
        while not stop.is_set():
            found = tf.saved_model.load(path).v.numpy()
            assert (found == len(found) - 1).all()
    finally:
        writer.join()
    assert [each.name for each in tmp_path.iterdir()] == ["model"]


def test_a_loaded_function_takes_a_variable(tmp_path: Path) -> None:
    made = tf.Module()
    made.v = tf.Variable([1.0])
    made.double = tf.function(lambda v: v * 2.0)
    made.double(made.v)
    loaded = tf.saved_model.load(saved(tmp_path, made))
    assert loaded.double(tf.Variable([4.0])).numpy().tolist() == [8.0]
    with pytest.raises(ValueError, match="Could not find matching concrete function"):
        loaded.double(tf.Variable([1, 2]))
