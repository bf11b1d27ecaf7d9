"""What graphs from files may do, for every op that uses files or calls Python."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.ops.contract.declaration import Op
from runtime.stateful_kernels.confinement import MARK, check_grants, grant_needed


def subclasses(kind: type[Op]) -> list[type[Op]]:
    found = kind.__subclasses__()
    return [*found, *(each for one in found for each in subclasses(one))]


for _module in ("runtime.data.kernels", "runtime.summary.kernels"):
    import_module(_module)

FILE_OPS = sorted(
    (
        each
        for each in subclasses(Op)
        if each.path_argument and each._runtime_kernel is not None
    ),
    key=lambda each: each.__name__,
)


def test_all_that_use_files_are_among_them() -> None:
    names = {each.__name__ for each in FILE_OPS}
    assert {"ReadFile", "WriteFile", "TFRecordDataset", "CacheDataset"} <= names
    assert {"CreateSummaryFileWriter", "InitializeTableFromTextFileV2"} <= names
    assert len(names) >= 18


def called(op: type[Op], folder: Path, path: Path) -> None:
    """Calls a marked op's kernel with a path; other arguments are left out."""
    inputs = op.declared().inputs
    arguments = [
        np.array(os.fsencode(path), object) if each.name == op.path_argument else None
        for each in inputs
    ]
    attrs: Any = _Attributes({MARK: os.fsencode(folder)})
    factory = op._runtime_kernel
    assert factory is not None
    factory(attrs)(*arguments)


class _Attributes(dict[str, Any]):
    """Attributes of which none matters but the mark."""

    def __missing__(self, name: str) -> Any:
        return b""


@pytest.mark.parametrize("op", FILE_OPS, ids=lambda op: op.__name__)
def test_files_outside_of_the_folder_are_refused(op: type[Op], tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "out").symlink_to(tmp_path)
    for path in (
        tmp_path / "x",
        folder / ".." / "x",
        folder / "out" / "x",
        folder / "*" / ".." / ".." / "x",
    ):
        with pytest.raises(tf.errors.PermissionDeniedError, match="allow={'files'}"):
            called(op, folder, path)


@pytest.mark.parametrize("op", FILE_OPS, ids=lambda op: op.__name__)
def test_writing_is_refused_within_it_too(op: type[Op], tmp_path: Path) -> None:
    if "writes_files" in op.all_traits():
        with pytest.raises(tf.errors.PermissionDeniedError):
            called(op, tmp_path, tmp_path / "x")
    else:
        # it gets as far as the kernel, which misses the other arguments
        try:
            called(op, tmp_path, tmp_path / "x")
        except tf.errors.PermissionDeniedError:
            pytest.fail("refused within the folder")
        except Exception:
            pass


def test_grants() -> None:
    assert grant_needed("TFRecordDatasetV2") == "files"
    assert grant_needed("PyFunc") == "python"
    assert grant_needed("AddV2") == grant_needed("NobodyKnows") == ""
    with pytest.raises(ValueError, match="allow="):
        check_grants({"everything"})


def graph_of(function: Any, *specs: Any) -> Any:
    concrete = tf.function(function).get_concrete_function(*specs)
    return concrete.graph.as_graph_def()


def test_a_graph_writes_and_prints_to_files_only_if_allowed(tmp_path: Path) -> None:
    path = tmp_path / "note"

    def note() -> Any:
        tf.io.write_file(str(path), "x")
        tf.print("y", output_stream=f"file://{path}")
        return tf.constant(1)

    graph = graph_of(note)
    for node in ("WriteFile", "PrintV2"):
        with pytest.raises(tf.errors.PermissionDeniedError, match="writes"):
            tf.run_graph(graph, {}, [f"^{node}"])
    assert not path.exists()
    tf.run_graph(graph, {}, ["^WriteFile"], allow={"files"})
    tf.run_graph(graph, {}, ["^PrintV2"], allow="files")
    assert path.read_text() == "xy\n"


def test_a_graph_cannot_allow_itself(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("x")
    graph = graph_of(lambda: tf.io.read_file(str(path)))
    for node in graph.node:
        if node.op == "ReadFile":
            node.attr[MARK].s = b"/"
    name = next(each.name for each in graph.node if each.op == "ReadFile")
    with pytest.raises(tf.errors.PermissionDeniedError):
        tf.run_graph(graph, {}, [f"{name}:0"])


def test_a_graph_calls_python_only_if_allowed() -> None:
    calls: list[int] = []

    def act(x: Any) -> Any:
        calls.append(1)
        return x

    def twice(x: Any) -> Any:
        return tf.numpy_function(act, [x], tf.float32)

    graph = graph_of(twice, tf.TensorSpec([], tf.float32))
    (call,) = (each for each in graph.node if each.op.endswith("PyFunc"))
    with pytest.raises(tf.errors.PermissionDeniedError, match="allow={'python'}"):
        tf.run_graph(graph, {"x:0": 1.0}, [f"{call.name}:0"])
    assert not calls
    # 64 random bits: counting finds none
    assert len(call.attr["token"].s.rpartition(b"_")[2]) == 16
    guessed = graph_of(lambda: tf.constant(1.0))
    guessed.CopyFrom(graph)
    for node in guessed.node:
        if node.name == call.name:
            node.attr["token"].s = call.attr["token"].s.rpartition(b"_")[0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="not found"):
        tf.run_graph(guessed, {"x:0": 1.0}, [f"{call.name}:0"], allow={"python"})


def test_datasets_of_a_loaded_model_stay_in_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text("a\nb\n")

    class Counter(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([], tf.string)])
        def count(self, name: Any) -> Any:
            lines = tf.data.TextLineDataset(name)
            return lines.reduce(tf.constant(0), lambda total, _: total + 1)

    folder = str(tmp_path / "model")
    tf.saved_model.save(Counter(), folder)
    loaded = tf.saved_model.load(folder)
    with pytest.raises(tf.errors.PermissionDeniedError):
        loaded.count(str(path))
    inside = Path(folder, "assets", "lines")
    inside.write_text("a\n")
    assert loaded.count(str(inside)).numpy() == 1
    assert tf.saved_model.load(folder, allow={"files"}).count(str(path)).numpy() == 2
