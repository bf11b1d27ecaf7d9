"""The lines that made the nodes of a model, in the file that TensorFlow writes."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir.wire import messages
from tests.tensorflow_process import TensorFlowProcess

WITH_LINES = tf.saved_model.SaveOptions(save_debug_info=True)
PARTS = "debug", "saved_model_debug_info.pb"

SAVE = """
class Halving(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def halve(self, x):
        if tf.reduce_sum(x) > 0:
            return x / 2.0
        return tf.nn.relu(x)

tf.saved_model.save(
    Halving(), folder, options=tf.saved_model.SaveOptions(save_debug_info=True)
)
result = None
"""
READ = """
loaded = tf.saved_model.load(folder)
result = [loaded.halve([4.0]), [each for each in loaded.graph_debug_info.files]]
"""


class Halving(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def halve(self, x):
        if tf.reduce_sum(x) > 0:
            return x / 2.0
        return tf.nn.relu(x)


def saved(tmp_path: Path, options: Any = WITH_LINES) -> Path:
    tf.saved_model.save(Halving(), str(tmp_path / "model"), options=options)
    return tmp_path / "model"


def lines(folder: Path) -> dict[str, int]:
    """The innermost line of each op of a loaded function and its branches."""
    [trace] = tf.saved_model.load(str(folder)).halve.concrete_functions
    graph = trace.graph.ir
    bodies = [graph, *(each.body for each in graph.functions.values())]
    return {
        node.op: node.origin.frame.line
        for body in bodies
        for node in body
        if node.origin is not None
    }


def test_loaded_nodes_have_their_lines(tmp_path: Path) -> None:
    found = lines(saved(tmp_path))
    first = inspect.getsourcelines(Halving)[1]
    assert found["Sum"] == found["Greater"] == first + 3
    assert found["RealDiv"] == first + 4
    assert found["Relu"] == first + 5


def test_lines_are_written_again(tmp_path: Path) -> None:
    folder = saved(tmp_path)
    again = tmp_path / "again"
    loaded = tf.saved_model.load(str(folder))
    tf.saved_model.save(loaded, str(again), options=WITH_LINES)
    kept, found = lines(folder), lines(again)
    assert {op: found[op] for op in kept} == kept


def test_no_lines_stay_of_an_earlier_model(tmp_path: Path) -> None:
    assert saved(tmp_path).joinpath(*PARTS).exists()
    folder = saved(tmp_path, None)
    assert not folder.joinpath(*PARTS).exists()
    assert not lines(folder)


def no_file(info: Any) -> None:
    del info.files[:]


def no_frame(info: Any) -> None:
    info.frames_by_id.clear()


def no_trace(info: Any) -> None:
    info.traces_by_id.clear()


@pytest.mark.parametrize("change", [no_file, no_frame, no_trace])
def test_what_is_missing_is_said(change: Callable[[Any], None], tmp_path: Path) -> None:
    folder = saved(tmp_path)
    path = folder.joinpath(*PARTS)
    info = messages.parse("GraphDebugInfo", path.read_bytes())
    change(info)
    path.write_bytes(info.SerializeToString())
    with pytest.raises(tf.errors.DataLossError, match=r"saved_model_debug_info\.pb"):
        tf.saved_model.load(str(folder))


def test_damage_is_said(tmp_path: Path) -> None:
    folder = saved(tmp_path)
    path = folder.joinpath(*PARTS)
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(tf.errors.DataLossError, match=r"saved_model_debug_info\.pb"):
        tf.saved_model.load(str(folder))


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    folder = saved(tmp_path)
    path = folder.joinpath(*PARTS)
    path.replace(tmp_path / "outside")
    path.symlink_to(tmp_path / "outside")
    with pytest.raises(tf.errors.PermissionDeniedError, match="outside of its folder"):
        tf.saved_model.load(str(folder))


def test_both_ways(tmp_path: Path, tensorflow_python: TensorFlowProcess) -> None:
    mine, theirs = saved(tmp_path), tmp_path / "theirs"
    result, files = tensorflow_python.run(READ, folder=str(mine))
    assert result == [2.0]
    assert __file__ in files
    tensorflow_python.run(SAVE, folder=str(theirs))
    first = SAVE[: SAVE.index("class")].count("\n") + 1
    found = lines(theirs)
    assert found["Sum"] == found["Greater"] == first + 3
    assert found["RealDiv"] == first + 4
    assert found["Relu"] == first + 5
