"""Records of passes: a file for each, and the bytes of constants."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.failures import Failure
from autograph_tools.output.pass_records import (
    ConstantBytes,
    GraphDump,
    constant_bytes,
)
from graphir.passes.pipeline import Pipeline
from graphir.text.parser import parse_graph
from graphir.watching import watched_by

TEXT = """
graph @g(%x: f32[]) -> (%y) {
  %a = Const() {value = [1.0, 2.0] : f32[2]}
  %unused = Neg(%x)
  %y = PartitionedCall(%x) {f = @f, Tout = [f32]} : f32[]
}
func @f(%p: f32[]) -> (%q) {
  %c = Const() {value = 2.0 : f32[]}
  %q = Mul(%p, %c)
}
"""


def test_bytes_of_functions_count() -> None:
    assert constant_bytes(parse_graph(TEXT)) == 12
    assert constant_bytes(parse_graph("graph @g() -> () { }")) == 0


def test_each_pass_has_its_file_and_they_read_back(tmp_path: Path) -> None:
    graph = parse_graph(TEXT)
    dump, sizes = GraphDump(str(tmp_path / "new")), ConstantBytes()
    with watched_by(dump), watched_by(sizes):
        Pipeline.of("dead_nodes,cse").run(graph)
    assert [each.name for each in dump.written[:3]] == [
        "00_given.txt",
        "01_dead_nodes.txt",
        "02_cse.txt",
    ]
    first, *_, last = (parse_graph(each.read_text()) for each in dump.written)
    assert "unused" in str(first)
    assert str(last) == str(graph)
    assert sizes.after == {"dead_nodes": 4, "cse": 4}


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Failure, match="that is a file"):
        GraphDump(str(tmp_path / "file"))
