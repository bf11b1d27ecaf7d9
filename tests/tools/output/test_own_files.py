"""Which ops of a SavedModel count as its own, and which only look so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from autograph_tools.main import main
from autograph_tools.output.own_files import own_files
from graphir.wire import messages


class Words(tf.Module):
    """A table that is filled from an asset, and a variable."""

    def __init__(self, words: Path) -> None:
        super().__init__()
        self.v = tf.Variable(1.0)
        index = tf.lookup.TextFileIndex
        rows = tf.lookup.TextFileInitializer(
            str(words), tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER
        )
        self.table = tf.lookup.StaticHashTable(rows, -1)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def look(self, words: Any) -> Any:
        return self.table.lookup(words)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    (tmp_path / "words.txt").write_text("a\n")
    tf.saved_model.save(Words(tmp_path / "words.txt"), str(tmp_path / "model"))
    return str(tmp_path / "model")


def test_a_usual_model_has_nothing_suspicious(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for verb in ("model", "graph"):
        assert main([verb, folder, "--scan"]) == 0
        told = capsys.readouterr().out.splitlines()
        assert told[0] == "no op uses files, calls Python, or is unknown"
        assert "to save and restore its variables" in told[1]
        assert "1 op to read its assets" in told[1]
    assert main(["model", folder, "--scan", "--json"]) == 0
    assert capsys.readouterr().out == "[]\n"


def meta_of_saver(*nodes: tuple[str, str, list[str]]) -> Any:
    """A model whose saver calls a function `save` of these nodes."""
    meta = messages.get("MetaGraphDef")()
    meta.graph_def.node.add(name="filename", op="Placeholder")
    call = meta.graph_def.node.add(name="call", op="StatefulPartitionedCall")
    call.input.append("filename")
    call.attr["f"].func.name = "save"
    function = meta.graph_def.library.function.add()
    function.signature.name = "save"
    function.signature.input_arg.add(name="path")
    for name, op, inputs in nodes:
        function.node_def.add(name=name, op=op).input.extend(inputs)
    meta.saver_def.save_tensor_name = "call:0"
    return meta


def test_a_saver_as_tensorflow_writes_it() -> None:
    meta = meta_of_saver(
        ("base", "StringJoin", ["path", "end:output:0"]),
        ("end", "Const", []),
        ("shard", "ShardedFilename", ["base:output:0"]),
        ("SaveV2", "SaveV2", ["shard:filename:0", "names:output:0"]),
        ("merge", "MergeV2Checkpoints", ["shard:filename:0", "path", "^SaveV2"]),
    )
    assert own_files(meta).savers == {("save", "SaveV2"), ("save", "merge")}


@pytest.mark.parametrize(
    "node",
    [
        ("harm", "WriteFile", ["path", "end:output:0"]),
        ("harm", "SaveV2", ["end:output:0", "path"]),
        ("harm", "ReadFile", ["path"]),
    ],
)
def test_what_hides_in_a_saver_is_told(node: tuple[str, str, list[str]]) -> None:
    """Other ops, and files that the graph chooses itself."""
    meta = meta_of_saver(("end", "Const", []), node, ("SaveV2", "SaveV2", ["path"]))
    assert own_files(meta).savers == {("save", "SaveV2")}


def test_an_asset_is_known_by_what_the_function_captures() -> None:
    meta = meta_of_saver()
    function = meta.graph_def.library.function.add()
    function.signature.name = "fill"
    for name in ("given", "table", "asset"):
        function.signature.input_arg.add(name=name)
    for name, path in (("own", "asset"), ("other", "given")):
        node = function.node_def.add(name=name, op="InitializeTableFromTextFileV2")
        node.input.extend(["table", path])
    objects = meta.object_graph_def
    objects.nodes.add().resource.SetInParent()
    objects.nodes.add().asset.SetInParent()
    objects.concrete_functions["fill"].bound_inputs.extend([0, 1])
    objects.concrete_functions["gone"].SetInParent()
    objects.concrete_functions["save"].bound_inputs.extend([1, -1, 99])
    assert own_files(meta).assets == {("fill", "own")}
