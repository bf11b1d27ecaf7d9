"""Graphs in files: three formats, clear refusals, never half a file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphir.errors import InvalidGraphError, ParseError, UnknownOpError
from graphir.files import (
    FORMATS,
    load_graph_def,
    parse_graph_def,
    print_graph_def,
    save_graph_def,
)
from graphir.wire import messages
from graphir.wire.graphdef import from_graph_def
from tests.graphir.wire.graph_texts import CALL, CONST, graph_def, identity


@pytest.mark.parametrize("suffix", FORMATS)
def test_graph_is_saved_and_loaded(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"g.{suffix}"
    save_graph_def(graph_def(CALL), path)
    assert load_graph_def(path) == graph_def(CALL)


@pytest.mark.parametrize("format", FORMATS)
def test_format_is_told_by_the_content(tmp_path: Path, format: str) -> None:
    path = tmp_path / "graph"
    save_graph_def(graph_def(CALL), path, format)
    assert load_graph_def(path) == graph_def(CALL)


def test_graph_is_saved_as_its_message(tmp_path: Path) -> None:
    graph = from_graph_def(graph_def(CALL))
    save_graph_def(graph, tmp_path / "g.pb")
    assert load_graph_def(tmp_path / "g.pb") == graph.as_graph_def()


def test_same_graph_gives_the_same_bytes() -> None:
    first, second = (print_graph_def(graph_def(CALL), "pb") for _ in range(2))
    assert first == second


def test_name_that_says_no_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="the name does not say the format"):
        save_graph_def(graph_def(CONST), tmp_path / "graph")


def test_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="no format 'xml'; use pb, pbtxt, json"):
        save_graph_def(graph_def(CONST), tmp_path / "g.pb", "xml")


def test_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "g.pb"
    path.write_bytes(b"old")

    def refuse(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="disk full"):
        save_graph_def(graph_def(CONST), path)
    assert [each.name for each in tmp_path.iterdir()] == ["g.pb"]
    assert path.read_bytes() == b"old"


def test_saved_file_has_the_usual_permissions(tmp_path: Path) -> None:
    path = tmp_path / "g.pb"
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    save_graph_def(graph_def(CONST), path)
    assert path.stat().st_mode == plain.stat().st_mode


def test_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "g.pb"
    save_graph_def(graph_def(identity("b")), path)
    with pytest.raises(InvalidGraphError, match=r"g\.pb: node 'a'"):
        load_graph_def(path)


def test_unknown_op_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "g.pb"
    save_graph_def(graph_def('node { name: "u" op: "Mystery" }'), path)
    with pytest.raises(UnknownOpError, match=r"g\.pb: node 'u'"):
        load_graph_def(path)


def test_unknown_op_may_be_allowed(tmp_path: Path) -> None:
    path = tmp_path / "g.pb"
    save_graph_def(graph_def('node { name: "u" op: "Mystery" }'), path)
    assert load_graph_def(path, allow_unknown_ops=True).node[0].op == "Mystery"


def test_check_may_be_left_out(tmp_path: Path) -> None:
    path = tmp_path / "g.pb"
    save_graph_def(graph_def(identity("b")), path)
    assert len(load_graph_def(path, verify=False).node) == 2


def test_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.pb"):
        load_graph_def(tmp_path / "none.pb")


def test_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError, match="is a folder: give a .pb"):
        load_graph_def(tmp_path)


def test_folder_of_a_saved_model_is_named(tmp_path: Path) -> None:
    (tmp_path / "saved_model.pb").write_bytes(b"")
    with pytest.raises(ParseError, match="is a SavedModel: this reads single"):
        load_graph_def(tmp_path)


def test_saved_model_file_is_named() -> None:
    model = messages.get("SavedModel")(saved_model_schema_version=1)
    model.meta_graphs.add().graph_def.CopyFrom(graph_def(CONST))
    with pytest.raises(ParseError, match="looks like a SavedModel message"):
        parse_graph_def(model.SerializeToString())


def test_meta_graph_is_named() -> None:
    meta = messages.get("MetaGraphDef")()
    meta.graph_def.CopyFrom(graph_def(CONST))
    with pytest.raises(ParseError, match="looks like a MetaGraphDef message"):
        parse_graph_def(meta.SerializeToString())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "file is empty"),
        (b"PK\x03\x04rest of an archive", "looks like a zip file"),
        (b"def f(x): return x\n", "looks like text"),
        (b"\xff\xfe\x00\x01", "are no GraphDef message"),
        (b"\x22\x02\x08\x01", "There is no node in it"),
    ],
)
def test_other_content_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(ParseError, match=reason):
        parse_graph_def(data)


def test_truncated_file_is_refused() -> None:
    data = print_graph_def(graph_def(CONST), "pb")
    with pytest.raises(ParseError, match="truncated, damaged"):
        parse_graph_def(data[:20])


@pytest.mark.parametrize("format", ["pbtxt", "json"])
def test_binary_content_is_no_text(format: str) -> None:
    with pytest.raises(ParseError, match=r"no UTF-8\. Is it the binary format"):
        parse_graph_def(b"\x0a\xff\xfe", format)


def test_text_without_nodes_is_refused() -> None:
    with pytest.raises(ParseError, match="There is no node in it"):
        parse_graph_def("versions { producer: 12 }", "pbtxt")
