"""Pipelines in graphs that TensorFlow wrote, and in graphs that are written here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir.errors import GraphirError
from graphir.wire import messages

from .exchanged_pipelines import packed, read, unpacked, written
from .generated_pipelines import functions

RECORDED = json.loads((Path(__file__).parent / "exchanged_pipelines.json").read_text())


@pytest.fixture(autouse=True)
def _no_seed_stays() -> Any:
    yield
    tf.random.set_seed(None)


def message(text: str) -> Any:
    found = messages.get("GraphDef")()
    found.ParseFromString(unpacked(text))
    return found


@pytest.mark.parametrize("start", range(0, len(RECORDED["pipelines"]), 10))
def test_pipelines_that_tensorflow_wrote(start: int) -> None:
    for text, graph, types, elements in RECORDED["pipelines"][start : start + 10]:
        assert read(tf, graph, types) == elements, text


def test_pipelines_that_are_written_here_are_read_here() -> None:
    helpers, count = functions(tf), 0
    for text, *_ in RECORDED["pipelines"]:
        found = written(tf, helpers, text)
        if found is not None:
            count += 1
            _, graph, types, elements = found
            assert read(tf, graph, types) == elements, text
    assert count > 30


@pytest.mark.parametrize("name", [each[0] for each in RECORDED["functions"]])
def test_functions_that_tensorflow_wrote(name: str) -> None:
    (found,) = [each for each in RECORDED["functions"] if each[0] == name]
    _, graph, argument, result, answer = found
    (value,) = tf.run_graph(message(graph), {argument: 7}, [result])
    assert value == answer


def test_the_last_node_returns_the_dataset() -> None:
    graph_def = messages.get("GraphDef")()
    dataset = tf.data.Dataset.range(3).map(lambda x: x + 1).shuffle(2, seed=1)
    graph_def.ParseFromString(dataset._as_serialized_graph().numpy())
    ops = [node.op for node in graph_def.node]
    assert ops.count("Const") == 6
    assert ops[-2:] == ["ShuffleDatasetV3", "_Retval"]
    assert graph_def.node[-1].name == "dataset"
    assert len(graph_def.library.function) == 1


def test_what_lives_in_a_process_is_not_written() -> None:
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, -1)
    dataset = tf.data.Dataset.range(2).map(table.lookup)
    with pytest.raises(tf.errors.FailedPreconditionError, match="MapDataset holds a"):
        dataset._as_serialized_graph()


@pytest.mark.parametrize("data", [b"no message", b""])
def test_other_bytes_are_no_pipeline(data: bytes) -> None:
    with pytest.raises((tf.errors.InvalidArgumentError, GraphirError)):
        tf.raw_ops.DatasetFromGraph(graph_def=tf.constant(data))


# --- what graphs of others may do


def graph_of(function: Any) -> tuple[Any, str]:
    concrete = tf.function(function).get_concrete_function()
    return concrete.graph.as_graph_def(), concrete.outputs[0].name


def test_a_graph_that_reads_files_needs_the_permission(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("a\nb\n")

    def count() -> Any:
        lines = tf.data.TextLineDataset(str(file))
        return lines.reduce(tf.constant(0), lambda total, _: total + 1)

    graph_def, name = graph_of(count)
    assert tf.run_graph(graph_def, {}, [name], allow={"files"}) == [2]
    with pytest.raises(tf.errors.PermissionDeniedError, match="reads"):
        tf.run_graph(graph_def, {}, [name])


def test_a_graph_within_a_graph_needs_it_too(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("a\nb\n")
    inner = tf.data.TextLineDataset(str(file))._as_serialized_graph()

    def first() -> Any:
        variant = tf.raw_ops.DatasetFromGraph(graph_def=inner)
        spec = tf.TensorSpec([], tf.string)
        dataset = tf.data.experimental.from_variant(variant, spec)
        return dataset.take(1).get_single_element()

    graph_def, name = graph_of(first)
    found = tf.run_graph(graph_def, {}, [name], allow={"files", "python"})
    assert found == [b"a"]
    with pytest.raises(tf.errors.PermissionDeniedError, match="reads"):
        tf.run_graph(graph_def, {}, [name], allow={"python"})


def test_a_cache_in_a_file_needs_it_too(tmp_path: Path) -> None:
    file = tmp_path / "kept"

    def count() -> Any:
        kept = tf.data.Dataset.range(3).cache(str(file))
        return kept.reduce(tf.constant(0), lambda total, _: total + 1)

    graph_def, name = graph_of(count)
    with pytest.raises(tf.errors.PermissionDeniedError, match="writes"):
        tf.run_graph(graph_def, {}, [name])
    assert not list(tmp_path.iterdir())


def test_packing_keeps_bytes() -> None:
    assert unpacked(packed(b"abc")) == b"abc"
