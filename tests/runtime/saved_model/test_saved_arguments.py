"""Arguments of saved functions: extension types, names alone, files of the model."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir.wire import messages
from tests.tensorflow_process import TensorFlowProcess

MASKED = """
import typing


class Masked(tf.experimental.ExtensionType):
    __name__ = "saved_arguments.Masked"
    values: tf.Tensor
    mask: tf.Tensor
    times: int = 3
    more: typing.Tuple[tf.Tensor, ...] = ()


def made():
    model = tf.Module()
    model.f = tf.function(
        lambda m: Masked(m.values * m.times, m.mask, 4, (m.values,))
    )
    model.f(Masked(tf.constant([1.0, 2.0]), tf.constant([True, False])))
    return model


def answer(model):
    found = model.f(Masked(tf.constant([3.0, 4.0]), tf.constant([True, True])))
    assert isinstance(found, Masked)
    parts = [found.values.numpy().tolist(), found.mask.numpy().tolist(), found.times]
    refused = []
    for other in (Masked([1.0, 2.0], [True, True], 5), tf.constant(1.0)):
        try:
            model.f(other)
        except ValueError as error:
            refused.append(str(error).split(" to call")[0])
    return [*parts, found.more[0].numpy().tolist(), refused]
"""
ANSWER = [
    [9.0, 12.0],
    [True, True],
    4,
    [3.0, 4.0],
    ["Could not find matching concrete function"] * 2,
]


@pytest.fixture(scope="module")
def masked(tmp_path_factory: pytest.TempPathFactory) -> Any:
    path = tmp_path_factory.mktemp("code") / "masked.py"
    path.write_text(MASKED)
    found: dict[str, Any] = {"tf": tf, "__name__": __name__}
    exec(compile(MASKED, str(path), "exec"), found)
    return found


def test_extension_types_are_arguments_and_results(masked: Any, tmp_path: Path) -> None:
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    tf.saved_model.save(masked["made"](), one)
    loaded = tf.saved_model.load(one)
    assert masked["answer"](loaded) == ANSWER
    tf.saved_model.save(loaded, two)
    assert masked["answer"](tf.saved_model.load(two)) == ANSWER


def test_extension_types_both_ways(
    masked: Any, tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    mine, theirs = str(tmp_path / "mine"), str(tmp_path / "theirs")
    tf.saved_model.save(masked["made"](), mine)
    load = "result = answer(tf.saved_model.load(folder))"
    assert tensorflow_python.run(MASKED + load, folder=mine) == ANSWER
    # the class is known there from the first program
    save = MASKED.replace("saved_arguments.", "other_arguments.")
    save += f"tf.saved_model.save(made(), folder)\n{load}"
    assert tensorflow_python.run(save, folder=theirs) == ANSWER
    other: dict[str, Any] = {"tf": tf, "__name__": __name__}
    exec(MASKED.replace("saved_arguments.", "other_arguments."), other)
    assert other["answer"](tf.saved_model.load(theirs)) == ANSWER


def test_an_extension_type_without_name_is_no_matter_of_files(tmp_path: Path) -> None:
    class Plain(tf.experimental.ExtensionType):
        x: tf.Tensor

    model = tf.Module()
    model.f = tf.function(lambda m: m.x)
    model.f(Plain(tf.constant(1.0)))
    with pytest.raises(ValueError, match="No encoder for object .*__name__ = "):
        tf.saved_model.save(model, str(tmp_path / "model"))


def renamed(spec: Any) -> None:
    spec.type_spec_class_name = "saved_arguments.Unknown.Spec"


def without_a_field(spec: Any) -> None:
    del spec.type_state.tuple_value.values[0]


def other_field(spec: Any) -> None:
    pair = spec.type_state.tuple_value.values[2].tuple_value
    pair.values[0].string_value = "__class__"


def other_kind(spec: Any) -> None:
    pair = spec.type_state.tuple_value.values[0].tuple_value
    pair.values[1].string_value = "x"


def no_pairs(spec: Any) -> None:
    spec.type_state.tuple_value.values[0].int64_value = 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (renamed, "define the extension type, with its `__name__`"),
        (without_a_field, "the fields of Masked.Spec are values, mask, times, more"),
        (other_field, "the fields of Masked.Spec are"),
        (other_kind, "cannot be: values: expected"),
        (no_pairs, "EXTENSION_TYPE_SPEC that cannot be"),
    ],
)
def test_a_file_makes_no_other_extension_type(
    change: Callable[[Any], None], message: str, masked: Any, tmp_path: Path
) -> None:
    tf.saved_model.save(masked["made"](), str(tmp_path))
    file = tmp_path / "saved_model.pb"
    model = messages.parse("SavedModel", file.read_bytes())
    [saved] = model.meta_graphs[0].object_graph_def.concrete_functions.values()
    arguments = saved.canonicalized_input_signature.tuple_value.values[0]
    change(arguments.tuple_value.values[0].type_spec_value)
    file.write_bytes(model.SerializeToString())
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        tf.saved_model.load(str(tmp_path))


def test_two_classes_have_no_common_name(masked: Any) -> None:
    with pytest.raises(ValueError, match="Masked.Spec has already been registered for"):
        exec(MASKED, {"tf": tf, "__name__": __name__})


class Named(tf.Module):
    """Keyword-only arguments that do not stand in the order of their names."""

    @tf.function
    def f(self, x: Any, *, mode: str = "add", extra: Any = None, **rest: Any) -> Any:
        found = x + 1.0 if mode == "add" else x * 10.0
        found = found if extra is None else found + extra["k"][0]
        return found + rest["z"] - rest["a"] if rest else found


def test_arguments_that_have_names_alone(tmp_path: Path) -> None:
    def answers(model: Any) -> list[float]:
        one, two, three = map(tf.constant, (1.0, 2.0, 3.0))
        calls = (
            model.f(one),
            model.f(one, mode="mul"),
            model.f(one, extra={"k": [two]}),
            model.f(one, z=three, a=two),
            model.f(one, a=two, z=three),
        )
        return [each.numpy().item() for each in calls]

    model = Named()
    expected = answers(model)
    tf.saved_model.save(model, str(tmp_path))
    assert answers(tf.saved_model.load(str(tmp_path))) == expected


def test_a_graph_that_knows_fewer_sizes(tmp_path: Path) -> None:
    model = tf.Module()
    model.f = tf.function(lambda x: x * tf.cast(tf.shape(x)[0], tf.float32))
    model.f(tf.ones([2, 3]))
    tf.saved_model.save(model, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    spec = tf.TensorSpec([None, None])
    outer = tf.function(lambda x: loaded.f(x) + 1.0, input_signature=[spec])
    assert outer(tf.ones([2, 3])).numpy().tolist() == [[3.0] * 3] * 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="shape"):
        outer(tf.ones([3, 3]))
    other = tf.function(lambda x: loaded.f(x), input_signature=[tf.TensorSpec([3, 3])])
    with pytest.raises(ValueError, match="Could not find matching"):
        other(tf.ones([3, 3]))


def test_an_asset_is_a_tensor(tmp_path: Path) -> None:
    words, first = tmp_path / "words.txt", str(tmp_path / "first")
    words.write_text("here")
    model = tf.Module()
    model.asset = tf.saved_model.Asset(str(words))
    model.read = tf.function(lambda: tf.io.read_file(model.asset), input_signature=[])
    assert model.read().numpy() == b"here"
    tf.saved_model.save(model, first)
    words.unlink()
    os.rename(first, tmp_path / "second")
    loaded = tf.saved_model.load(str(tmp_path / "second"))
    assert loaded.read().numpy() == tf.io.read_file(loaded.asset).numpy() == b"here"
