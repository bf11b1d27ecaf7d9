"""`autograph edit`: each job of surgery, on a graph that was traced from a file."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphir
import runtime as tf
from autograph_tools.main import main
from graphir.text.parser import parse_graph

PROGRAM = """\
import numpy as np
import runtime as tf

W = tf.Variable(np.linspace(-1, 1, 64 * 32, dtype=np.float32).reshape(64, 32), name="w")


@tf.function
def net(x):
    scores = tf.matmul(x, W, name="scores")
    return tf.sigmoid(scores, name="out")
"""


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a program, and the graph that was traced of it."""
    folder = tmp_path_factory.mktemp("traced")
    (folder / "program.py").write_text(PROGRAM)
    command = f"edit {folder}/program.py:net --arg f32[8,64] --rename out=head/out"
    assert main([*command.split(), "-o", str(folder / "net.pb")]) == 0
    return folder


@pytest.fixture
def net(traced: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    shutil.copytree(traced, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return "net.pb"


def edited(jobs: str, net: str = "net.pb") -> Any:
    assert main(f"edit {net} {jobs} -o made.pb".split()) == 0
    return graphir.from_graph_def(graphir.load_graph_def("made.pb"))


def result(graph: Any, *more: Any) -> Any:
    x = np.linspace(-1, 1, 8 * 64, dtype=np.float32).reshape(8, 64)
    feeds = dict(zip([each.name for each in graph.inputs], (x, *more), strict=True))
    return tf.run_graph(graph, feeds, [graph.outputs[0].name.partition(":")[0] + ":0"])[
        0
    ]


@pytest.mark.parametrize(
    ("jobs", "ops", "results"),
    [
        ("--cut scores->head/out", ["Placeholder", "Sigmoid"], ["head/out"]),
        ("--cut scores", ["Placeholder", "Const", "MatMul"], ["scores"]),
        ("--rename head/=tail/ --cut tail/out", None, ["tail/out"]),
        ("--replace head/out=Tanh --cut scores->head/out", None, ["head/out"]),
        ("--cut head/out --tap sco*", None, ["head/out", "scores/tap"]),
        ("--cut head/out --check head/*", None, ["head/out/checked"]),
    ],
)
def test_parts_and_names(
    net: str, jobs: str, ops: list[str] | None, results: list[str]
) -> None:
    graph = edited(jobs)
    assert [value.name for value in graph.outputs] == results
    if ops is not None:
        assert [node.op for node in graph] == ops


def test_precision(net: str, capsys: pytest.CaptureFixture[str]) -> None:
    exact = result(edited("--cut head/out"))
    half = edited("--half bfloat16")
    assert half.node("scores").output.dtype.name == "bfloat16"
    np.testing.assert_allclose(result(half), exact, atol=0.1)
    capsys.readouterr()
    small = edited("--quantize")
    assert "8,192 to 2,176 bytes" in capsys.readouterr().out
    np.testing.assert_allclose(result(small), exact, atol=0.02)


def test_constants_out_and_in_again(net: str) -> None:
    exact = result(edited("--cut head/out"))
    opened = edited("--constants-out w=w.npy")
    assert [value.name for value in opened.inputs] == ["x", "w"]
    np.testing.assert_array_equal(result(opened, np.load("w.npy")), exact)
    closed = edited("--constants-in w=w.npy", "made.pb")
    np.testing.assert_array_equal(result(closed), exact)


def test_a_batch_of_any_size(net: str) -> None:
    assert edited("--open-batch x").outputs[0].shape.as_list() == [None, 32]
    assert edited("--open-batch").outputs[0].shape.as_list() == [None, 32]


def test_two_of_one_and_one_of_two(net: str) -> None:
    exact = result(edited("--cut head/out"))
    edited("--split scores --rest rest.pb")
    whole = edited("--merge rest.pb --join scores=scores", "made.pb")
    np.testing.assert_array_equal(result(whole), exact)


LINES = {"w": "program.py:9", "scores": "program.py:9", "head/out": "program.py:10"}

SURGERY: dict[str, tuple[str, dict[str, str]]] = {
    "cut": ("--cut scores->head/out", {"head/out": LINES["head/out"]}),
    "rename": ("--rename scores=numbers", {"numbers": LINES["scores"]}),
    "rename a scope": ("--rename head/=tail/", {"tail/out": LINES["head/out"]}),
    "replace": ("--replace head/out=Tanh", LINES),
    "tap": ("--tap sco*", {**LINES, "scores/tap": LINES["scores"]}),
    "check": (
        "--check head/*",
        {**LINES, "head/out/checked": LINES["head/out"]},
    ),
    "half": ("--half bfloat16", LINES),
    "quantize": (
        "--quantize",
        {"w/int8": LINES["w"], "w/whole": LINES["w"], "scores": LINES["scores"]},
    ),
    "constants out": ("--constants-out w=w.npy", LINES),
    "open batch": ("--open-batch", LINES),
    "functional": ("--functional", LINES),
    "split": ("--split scores --rest rest.pb", {"scores": LINES["scores"]}),
}


@pytest.mark.parametrize("job", SURGERY)
def test_explain_tells_the_line_after_surgery(
    net: str, job: str, capsys: pytest.CaptureFixture[str]
) -> None:
    jobs, lines = SURGERY[job]
    edited(jobs)
    for name, line in lines.items():
        capsys.readouterr()
        assert main(["explain", "made.pb", "--node", name]) == 0
        assert line in capsys.readouterr().out, name


def test_a_part_becomes_the_graph_of_a_file(
    net: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = """graph @part(%a: f32[8,64], %b: f32[64,32]) -> (%r) {
      %m = MatMul(%a, %b)
      %r = Relu(%m)
    }"""
    graphir.save_graph_def(parse_graph(text), "part.pb")
    exact = result(edited("--cut scores"))
    graph = edited("--replace-part x,w->head/out=part.pb")
    assert "Sigmoid" not in [node.op for node in graph]
    assert graph.node("head/out").op == "Relu"
    np.testing.assert_array_equal(result(graph), np.maximum(exact, 0))
    capsys.readouterr()
    assert main(["explain", "made.pb", "--node", "head/out"]) == 0
    assert LINES["head/out"] in capsys.readouterr().out
    job = "--replace-part scores->head/out=part.pb"
    assert main(f"edit {net} {job} -o other.pb".split()) == 2
    assert "1 values are given to a graph of 2 inputs" in capsys.readouterr().err


def test_explain_tells_the_line_after_split_and_merge(
    net: str, capsys: pytest.CaptureFixture[str]
) -> None:
    edited("--split scores --rest rest.pb")
    edited("--merge rest.pb --join scores=scores --constants-out w=w.npy", "made.pb")
    graph = edited("--constants-in w=w.npy", "made.pb")
    (last,) = (node.name for node in graph if node.op == "Sigmoid")
    for name, line in (("w", "9"), ("scores", "9"), (last, "10")):
        capsys.readouterr()
        assert main(["explain", "made.pb", "--node", name]) == 0
        assert f"program.py:{line}" in capsys.readouterr().out, name


@pytest.mark.parametrize(
    ("jobs", "said"),
    [
        ("--rename x", "A=B"),
        ("--rename gone=x", "gone"),
        ("--rename x=scores", "two nodes named 'scores'"),
        ("--rename x=-", "'-' is no name of a node"),
        ("--rename head/=tail", "ends in '/'"),
        ("--replace scores=Tahn", "Tahn"),
        ("--replace scores=__class__", "no name of an op"),
        ("--tap gone*", "gone"),
        ("--cut head/out->scores", "nothing that computes scores reads head/out"),
        ("--cut scores->", "name at least one"),
        ("--split scores", "--rest"),
        ("--split scores --rest rest.xyz", "--rest rest.xyz: the name"),
        ("--split scores --rest ./made.pb", "would hold two things"),
        ("--split scores --split w --rest rest.pb", "once a command"),
        ("--split scores --rest rest.pb --cut gone", "gone"),
        ("--rest rest.pb", "--rest goes with --split"),
        ("--join scores=x", "--join goes with --merge"),
        ("--merge gone.pb", "gone.pb"),
        ("--merge net.pb --join gone=x", "no input 'gone'; its inputs: x"),
        ("--merge net.pb --join x=scores", "has shape (8, 64)"),
        ("--half int32", "int32"),
        ("--half float64", "float64"),
        ("--open-batch w", "%w is no input"),
        ("--constants-out w", "A=B"),
        ("--constants-out w=made.pb", "would hold two things"),
        ("--constants-out w=w.npy --cut gone", "gone"),
        ("--constants-out w=program.py/w.npy", "cannot write program.py/w.npy"),
        ("--constants-in scores=1", "a MatMul, neither an input nor a variable"),
        ("--constants-in gone=1", "no such input"),
        ("--constants-in x=gone.npy", "--constants-in 'x=gone.npy': no file"),
        ("--constants-in x=f32[8,64]", "a value, not a type"),
        ("--arg f32[2]", "--arg says nothing of a graph file"),
        ("--signature f", "--signature says nothing of a graph file"),
    ],
)
def test_mistakes_are_told_and_leave_no_file(
    net: str, capsys: pytest.CaptureFixture[str], jobs: str, said: str
) -> None:
    capsys.readouterr()
    before = set(Path().iterdir())
    assert main(f"edit net.pb {jobs} -o made.pb".split()) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert set(Path().iterdir()) == before


def test_values_that_files_of_numpy_hold(
    net: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("texts.pbtxt").write_bytes(
        graphir.files.print_graph_def(
            parse_graph(
                """graph @g(%x: str[]) -> (%y, %h) {
                %t = Const() {value = ["a", "bc"] : str[2]}
                %h = Const() {value = [1.0] : bf16[1]}
                %y = Equal(%x, %t)
                }"""
            ).as_graph_def(),
            "pbtxt",
        )
    )
    edited("--constants-out t=t.npy", "texts.pbtxt")
    assert np.load("t.npy").tolist() == [b"a", b"bc"]
    closed = edited("--constants-in t=t.npy", "made.pb")
    assert closed.node("t").attrs["value"].array.tolist() == [b"a", b"bc"]
    assert (
        main(["edit", "texts.pbtxt", "--constants-out", "h=h.npy", "-o", "h.pb"]) == 2
    )
    assert "numpy's files hold no bfloat16" in capsys.readouterr().err
    assert not Path("h.npy").exists()
