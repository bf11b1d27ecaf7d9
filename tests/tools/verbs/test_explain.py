"""`autograph explain`: the story of a node, from the user's line to what is left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.main import main
from graphir.wire import messages
from graphir.wire.graphdef import from_graph_def
from graphir.wire.node_reading import original_names

SOURCE = """\
import runtime as tf


def half(v):
    return v / 2.0


@tf.function
def step(x):
    k = tf.constant(2.0) * tf.constant(3.0)
    a = x * k
    b = x * k
    if tf.reduce_sum(a) > 3.0:
        a = half(a)
    return (a + b, "{place}")[0]
"""


@pytest.fixture
def target(tmp_path: Path) -> str:
    path = tmp_path / "story.py"
    # code that is equal but for its file counts as the same
    path.write_text(SOURCE.replace("{place}", str(tmp_path)))
    return f"{path}:step"


def explained(
    target: str, node: str, capsys: pytest.CaptureFixture[str], *words: str
) -> str:
    command = ["explain", target, "--arg", "f32[2]", "--node", node, *words]
    assert main(command) == 0
    return capsys.readouterr().out


def test_a_folded_node(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = explained(target, "mul", capsys)
    assert "traced     %mul = Mul(%Const, %Const_1)" in printed
    assert "optimized  %mul = Const() {value = 6.0" in printed
    assert (
        "from       story.py:10 in step    k = tf.constant(2.0) * tf.constant(3.0)"
        in printed
    )
    assert "converters calls, variables" in printed
    assert "constant_folding.folded: Mul became Const" in printed


def test_a_merged_node(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    printed = explained(target, "%mul_2:0", capsys)
    assert "optimized  gone; %mul_1 stands for it" in printed
    assert "cse.merged: replaced by %mul_1" in printed


def test_a_staged_branch_names_its_converter(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(explained(target, "cond", capsys, "--json"))
    (source,) = data["sources"]
    assert source["line"] == 13
    assert "control_flow" in source["converters"]
    assert any("ag__.if_stmt" in line for line in source["generated"])


def test_a_node_of_a_called_function_tells_the_caller(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(explained(target, "cond/truediv", capsys, "--json"))
    (source,) = data["sources"]
    assert (source["line"], source["function"]) == (5, "half")
    assert source["called_from"][0].endswith("story.py:14")


DENSE = """\
import runtime as tf


@tf.function
def dense(x, w, b):
    return tf.nn.relu(tf.nn.bias_add(tf.matmul(x, w), b)), "{place}"
"""


@pytest.mark.parametrize("node", ["MatMul", "BiasAdd"])
def test_a_fused_node_names_what_it_is_part_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], node: str
) -> None:
    path = tmp_path / "dense.py"
    path.write_text(DENSE.replace("{place}", str(tmp_path)))
    shapes = ("f32[2,3]", "f32[3,4]", "f32[4]")
    words = [word for shape in shapes for word in ("--arg", shape)]
    assert main(["explain", f"{path}:dense", "--node", node, *words]) == 0
    assert "optimized  gone; it is part of %Relu\n" in capsys.readouterr().out


def test_what_is_not_there_is_told(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["explain", target, "--arg", "f32[2]", "--node", "mul_9"]
    assert main(command) == 2
    assert "has a node 'mul_9'; did you mean mul_" in capsys.readouterr().err


def test_a_file_may_say_what_a_node_stands_for() -> None:
    """The notes of TensorFlow's optimizer."""
    message = messages.get("GraphDef")()
    node = message.node.add(name="both", op="NoOp")
    node.experimental_debug_info.original_node_names.extend(["a", "b"])
    node.experimental_debug_info.original_func_names.extend(["f"])
    graph = from_graph_def(message)
    assert original_names(graph.node("both")) == [("a", "f"), ("b", "")]


CALLS = """\
import runtime as tf


@tf.function
def inner(v):
    return tf.tanh(v) * 2.0


@tf.function
def outer(x):
    if tf.reduce_sum(x) > 1.0:
        x = inner(x) + 1.0
    return x + inner(x), "{place}"
"""


def test_a_node_of_a_function_that_was_inlined_lives_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "calls.py"
    path.write_text(CALLS.replace("{place}", str(tmp_path)))
    command = ["explain", f"{path}:outer", "--arg", "f32[2]", "--node", "Tanh"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert "gone from here; lives on as %PartitionedCall/Tanh in outer" in printed
    assert "%cond/PartitionedCall/Tanh in cond_true" in printed
    assert "dead_nodes.functions_removed: removed" in printed
    assert main([*command, "--json"]) == 0
    story = json.loads(capsys.readouterr().out)
    assert {each["node"] for each in story["lives_on"]} == {
        "PartitionedCall/Tanh",
        "cond/PartitionedCall/Tanh",
    }


LOOP = """\
import runtime as tf


def power(base, n):
    result = tf.ones_like(base)
    for _ in tf.range(n):
        result = result * base
    return result, "{place}"
"""


def test_a_node_in_a_specialised_body_has_its_line_and_its_original(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "loop.py"
    path.write_text(LOOP.replace("{place}", str(tmp_path)))
    target = [f"{path}:power", "--arg", "f32[]", "--arg", "i32[]"]
    graph = str(tmp_path / "loop.pb")  # its functions keep their names
    assert main(["graph", *target, "-o", graph]) == 0
    assert main(["explain", graph, "--node", "while/mul", "--json"]) == 0
    story = json.loads(capsys.readouterr().out)
    (copy,) = story["lives_on"]
    inside = ["--function", copy["graph"]]
    assert main(["explain", graph, "--node", copy["node"], *inside]) == 0
    told = capsys.readouterr().out
    assert f"copied from %while/mul in {story['graph']}" in told
    assert "not there" not in told
    assert main(["explain", graph, "--node", "delta"]) == 0
    told = capsys.readouterr().out
    assert f"graph      {copy['graph']}" in told
    assert "gone" not in told
    assert "loops.constant_variable: made" in told
    assert main(["explain", *target, "--node", "delta"]) == 0
    assert "loop.py:6 in power" in capsys.readouterr().out


def test_a_node_of_a_dataset_is_rewritten_by_the_passes_of_datasets(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "data.py"
    path.write_text(
        "import runtime as tf\n\n"
        "data = tf.data.Dataset.range(20).map(lambda x: x * 2).batch(5)\n"
    )
    command = ["explain", f"{path}:data", "--node", "MapDataset"]
    assert main(command) == 0
    assert "batch_before_map" in capsys.readouterr().out


def test_a_node_of_a_signature(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import runtime as tf

    module = tf.Module()
    traced = [
        tf.function(each, autograph=False).get_concrete_function(
            tf.TensorSpec([2], name="x")
        )
        for each in (tf.tanh, tf.exp)
    ]
    saved = str(tmp_path / "saved")
    signatures = dict(zip(("first", "second"), traced, strict=True))
    tf.saved_model.save(module, saved, signatures=signatures)
    command = ["explain", saved, "--node", "Exp"]
    assert main([*command, "--signature", "second"]) == 0
    assert "= Exp(" in capsys.readouterr().out
    assert main([*command, "--signature", "first"]) == 2
    assert "has a node 'Exp'" in capsys.readouterr().err
