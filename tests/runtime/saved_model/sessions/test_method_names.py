"""Other method names for signatures of a SavedModel."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.saved_model.model_files import read_saved_model

Updater = tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater


@pytest.fixture
def folder(tmp_path: Path) -> str:
    module: Any = tf.Module()
    module.f = tf.function(lambda x: {"y": x + 1})
    signature = module.f.get_concrete_function(tf.TensorSpec([], tf.float32))
    tf.saved_model.save(module, str(tmp_path / "model"), {"foo": signature})
    return str(tmp_path / "model")


def _method(folder: str) -> str:
    found = read_saved_model(folder).meta_graphs[0].signature_def["foo"].method_name
    return str(found)


@pytest.mark.parametrize("tags", [None, "serve", ["serve"]])
def test_the_model_is_changed_in_place(folder: str, tags: Any) -> None:
    updater = Updater(folder)
    updater.replace_method_name("foo", "regress", tags)
    assert _method(folder) == "tensorflow/serving/predict"
    updater.save()
    assert _method(folder) == "regress"
    loaded = tf.saved_model.load(folder)
    assert loaded.signatures["foo"](tf.constant(1.0))["y"].numpy() == 2.0


def test_another_folder_gets_the_message_alone(folder: str, tmp_path: Path) -> None:
    updater = Updater(folder)
    updater.replace_method_name("foo", "classify")
    with pytest.raises(tf.errors.NotFoundError, match="No such file"):
        updater.save(tmp_path / "other")
    (tmp_path / "other").mkdir()
    updater.save(tmp_path / "other")
    names = [each.name for each in (tmp_path / "other").iterdir()]
    assert (names, _method(str(tmp_path / "other"))) == (
        ["saved_model.pb"],
        "classify",
    )
    assert _method(folder) == "tensorflow/serving/predict"


def test_a_text_stays_a_text(folder: str) -> None:
    model = read_saved_model(folder)
    (Path(folder) / "saved_model.pb").unlink()
    (Path(folder) / "saved_model.pbtxt").write_text(str(model))
    updater = Updater(folder)
    updater.replace_method_name("foo", "regress")
    updater.save()
    assert not (Path(folder) / "saved_model.pb").exists()
    assert _method(folder) == "regress"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("", "x"), "`signature_key` must be defined"),
        (("foo", ""), "`method_name` must be defined"),
        (("bar", "x"), "tags None does not have a signature_def with key: 'bar'"),
        (("foo", "x", ["q"]), r"tags \['q'\] could not be found"),
    ],
)
def test_what_is_not_there_is_an_error(folder: str, given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Updater(folder).replace_method_name(*given)


def test_a_folder_without_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="SavedModel file does not exist"):
        Updater(tmp_path)
