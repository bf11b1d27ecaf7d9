"""SavedModels: what is refused, what stays in its folder, damaged files."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import graphir
import runtime as tf
from graphir.wire import messages
from tests.runtime.saved_model.saved_models import edit_model


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

    edit_model(path, climbs)
    with pytest.raises(tf.errors.PermissionDeniedError, match="outside of its folder"):
        tf.saved_model.load(path)
    trusted = tf.saved_model.load(path, allow={"files"})
    assert trusted.own().numpy() == b"own words"


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


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"namespace_whitelist": "Own"}, TypeError),
        ({"namespace_whitelist": [1]}, ValueError),
        ({"experimental_variable_policy": "none"}, ValueError),
    ],
)
def test_options_that_cannot_be(options, error):
    with pytest.raises(error):
        tf.saved_model.SaveOptions(**options)


def test_policies_of_variables_have_names():
    policies = tf.saved_model.experimental.VariablePolicy
    made = tf.saved_model.SaveOptions(
        experimental_variable_policy="Save_Variable_Devices"
    )
    assert made.experimental_variable_policy is policies.SAVE_VARIABLE_DEVICES
    assert tf.saved_model.LoadOptions().experimental_variable_policy is policies.NONE


def test_an_asset_folder_that_leads_out_is_refused(tmp_path: Path) -> None:
    for target in ("elsewhere", "../elsewhere"):
        path, _ = reader(tmp_path)
        outside = tmp_path / "elsewhere"
        os.rename(f"{path}/assets", outside)
        os.symlink(target if target[0] == "." else outside, f"{path}/assets")
        with pytest.raises(tf.errors.PermissionDeniedError, match="outside of its"):
            tf.saved_model.load(path)
        os.unlink(f"{path}/assets")
        os.rename(outside, f"{path}/assets")


def test_a_function_is_taken_out_optimized_and_put_back(tmp_path: Path) -> None:
    loaded = tf.saved_model.load(saved(tmp_path))
    [concrete] = loaded.add.concrete_functions
    result = concrete.outputs[0].name
    graph = graphir.optimize(concrete.graph.as_graph_def(), [result])
    places = [each.name for each in concrete.inputs]

    def body(x):
        given = dict(zip(places, [x, *concrete.captured_inputs], strict=True))
        [found] = tf.graph_util.import_graph_def(
            graph, input_map=given, return_elements=[result]
        )
        return found

    model = tf.Module()
    model.v = loaded.v
    spec = tf.TensorSpec([None], tf.float32, name="x")
    model.add = tf.compat.v1.wrap_function(body, [spec])
    again = str(tmp_path / "again")
    tf.saved_model.save(model, again, signatures=model.add)
    found = tf.saved_model.load(again)
    assert found.add(tf.constant([1.0])).numpy().tolist() == [3.0]
    found.v.assign(10.0)
    [answer] = found.signatures["serving_default"](x=tf.constant([1.0])).values()
    assert answer.numpy().tolist() == [11.0]
