"""`tf.saved_model.load`: models found, chosen by tags, restored, and used on."""

from __future__ import annotations

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import runtime as tf
from runtime.saved_model.loading import paired_nodes


class Adder(tf.Module):
    def __init__(self, value: Any = 2.0) -> None:
        super().__init__()
        self.v = tf.Variable(value)

    @tf.function(input_signature=[tf.TensorSpec([None], name="x")])
    def add(self, x: Any) -> Any:
        return x + self.v


def saved(folder: Path, model: Any = None) -> str:
    path = str(folder / "model")
    tf.saved_model.save(model or Adder(), path)
    return path


def test_training_goes_on(tmp_path: Path) -> None:
    loaded = tf.saved_model.load(saved(tmp_path))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(loaded.add(tf.constant([1.0, 2.0])))
    assert tape.gradient(loss, loaded.v).numpy() == 2.0
    loaded.v.assign(10.0)
    assert loaded.add(tf.constant([1.0])).numpy().tolist() == [11.0]


def test_no_model_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="SavedModel file does not exist at"):
        tf.saved_model.load(tmp_path)
    # a model with one graph, as TensorFlow 2 writes them
    with pytest.raises(ValueError, match=r"has one MetaGraph with tags \['serve'\]"):
        tf.saved_model.load(saved(tmp_path), tags=["train"])


def test_a_cut_model_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path)
    file = Path(path) / "saved_model.pb"
    content = file.read_bytes()
    for size in range(1, len(content), len(content) // 23):
        file.write_bytes(content[:size])
        with pytest.raises((tf.errors.OpError, ValueError)):
            tf.saved_model.load(path)


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


def node(**children: int) -> Any:
    pairs = [SimpleNamespace(local_name=k, node_id=n) for k, n in children.items()]
    return SimpleNamespace(children=pairs)


def test_objects_are_paired_by_their_paths() -> None:
    # the second file has the objects in another order, one less, and one more
    first = [node(a=1, b=2), node(c=3), node(again=3), node(), node()]
    second = [node(b=1, a=3, new=4), node(), node(), node(c=2), node()]
    assert paired_nodes(first, second) == {0: 0, 1: 3, 2: 1, 3: 2}


def test_a_cycle_of_objects_is_paired_once() -> None:
    assert paired_nodes([node(me=0)], [node(me=0)]) == {0: 0}


def test_variables_are_left_out_if_asked(tmp_path: Path) -> None:
    options = tf.saved_model.LoadOptions(experimental_skip_checkpoint=True)
    loaded = tf.saved_model.load(saved(tmp_path), options=options)
    with pytest.raises(tf.errors.FailedPreconditionError, match="Variable"):
        loaded.v.numpy()


def test_a_function_has_its_aliases_if_asked(tmp_path: Path) -> None:
    model, path = Adder(), str(tmp_path)
    saving = tf.saved_model.SaveOptions(function_aliases={"plus": model.add})
    tf.saved_model.save(model, path, options=saving)
    options = tf.saved_model.LoadOptions(experimental_load_function_aliases=True)
    [(name, alias)] = tf.saved_model.load(
        path, options=options
    ).function_aliases.items()
    assert name == "plus"
    assert alias(tf.constant([1.0])).numpy().tolist() == [3.0]
    assert not hasattr(tf.saved_model.load(path), "function_aliases")


def test_a_model_tells_who_wrote_it(tmp_path: Path) -> None:
    loaded = tf.saved_model.load(saved(tmp_path))
    assert loaded.tensorflow_version == tf.__version__


def test_variables_of_another_model_are_damage(tmp_path: Path) -> None:
    path = saved(tmp_path)
    other = tmp_path / "other"
    tf.saved_model.save(Adder([1.0, 2.0]), str(other))
    for file in (Path(path) / "variables").iterdir():
        file.write_bytes((other / "variables" / file.name).read_bytes())
    with pytest.raises(tf.errors.DataLossError, match="are not those of its objects"):
        tf.saved_model.load(path)
