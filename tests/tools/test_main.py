"""The command line: each verb on small inputs, and one clear message for bad ones."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from autograph_tools.main import VERBS, main

ROOT = Path(__file__).parent.parent.parent

SOURCE = """\
import runtime as tf


def double(x):
    if x > 0:
        return x * 2
    return x


def fails(x):
    return tf.reshape(x, [7, -1])


def not_traceable(x):
    return undefined_name + x


class Model:
    def scaled(self, x):
        return x * 3


CONSTANT = 1
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file of functions."""
    path = tmp_path / "small.py"
    path.write_text(SOURCE)
    return path


def test_code_prints_the_generated_function(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The text is that of `to_code`."""
    assert main(["code", f"{source}:double"]) == 0

    printed = capsys.readouterr().out
    assert printed.startswith("def tf__double(x):\n")
    assert "ag__.if_stmt(ag__.ld(x) > 0" in printed


def test_code_source_stands_beside(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Original at the left, generated at the right."""
    assert main(["code", f"{source}:double", "--source"]) == 0

    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("def double(x):")
    assert first.endswith("|  def tf__double(x):")


def test_code_map_names_the_source_line(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The staged condition comes from line 5 of the file."""
    assert main(["code", f"{source}:double", "--map", "--json"]) == 0

    rows = json.loads(capsys.readouterr().out)
    (line,) = [row for row in rows if "ag__.if_stmt(ag__.ld(x) > 0" in row["generated"]]
    assert line["from"] == "small.py:5"
    assert line["source"] == "if x > 0:"


def test_code_ast_is_a_tree(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The dump names the node classes."""
    assert main(["code", f"{source}:double", "--ast"]) == 0
    assert "".join(capsys.readouterr().out.split()).startswith(
        "Module(body=[FunctionDef(name='tf__double'"
    )


def test_code_golden_is_made_compared_and_rewritten(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --update a difference is status 1 and the file stays as it is."""
    golden = tmp_path / "double.expected.py"
    command = ["code", f"{source}:double", "--golden", str(golden)]

    assert main(command) == 1
    assert not golden.exists()
    assert main([*command, "--update"]) == 0
    assert main(command) == 0
    golden.write_text("old\n")
    assert main(command) == 1
    assert golden.read_text() == "old\n"
    assert "-old" in capsys.readouterr().out


def test_graph_lists_nodes_with_their_lines(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each node has its type and the user's line."""
    assert main(["graph", f"{source}:double", "--arg", "i32[]"]) == 0

    printed = capsys.readouterr().out
    assert "(x: i32[]) -> i32[]" in printed
    assert "small.py:5  if x > 0:" in printed


@pytest.mark.parametrize("form", ["text", "pbtxt", "json", "dot", "python", "program"])
def test_graph_has_every_text_format(
    form: str, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each starts as its language does."""
    command = ["graph", f"{source}:double", "--arg", "i32[]", "--format", form]
    assert main(command) == 0

    start = {
        "text": "graph @",
        "pbtxt": "node {",
        "json": "{",
        "dot": "digraph",
        "python": "import runtime as tf\n",
        "program": "def ",
    }
    assert capsys.readouterr().out.startswith(start[form])


def test_a_written_graph_can_be_run(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """graph --format pb -o F, then run F with named inputs."""
    file = tmp_path / "double.pb"
    command = ["graph", f"{source}:double", "--arg", "i32[]", "--format", "pb"]

    assert main([*command, "-o", str(file)]) == 0
    assert main(["run", str(file), "--arg", "x=i32=21", "--fetch", "Identity"]) == 0
    assert capsys.readouterr().out == "42\n"


def test_optimize_tells_ops_and_passes(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A row an op and a row a pass."""
    command = ["optimize", f"{source}:double", "--arg", "i32[]", "--json"]
    assert main(command) == 0

    data = json.loads(capsys.readouterr().out)
    assert {row["pass"] for row in data["passes"]} >= {"dead_nodes", "cse"}
    total = sum(row["after"] - row["before"] for row in data["ops"])
    assert total < 0


def test_optimize_until_stops_after_a_pass(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Later passes do not run."""
    command = ["optimize", f"{source}:double", "--arg", "i32[]", "--json"]
    assert main([*command, "--until", "dead_nodes"]) == 0

    data = json.loads(capsys.readouterr().out)
    assert [row["pass"] for row in data["passes"]] == ["dead_nodes"]


def test_run_compares_with_plain_python(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both results and whether they agree."""
    assert main(["run", f"{source}:double", "--arg", "i32=4", "--compare"]) == 0
    assert capsys.readouterr().out.split() == [
        *("result", "8", "plain", "Python", "8", "agree", "True")
    ]


def test_a_verb_writes_its_file_whole(source: Path, tmp_path: Path) -> None:
    """-o writes the same text, and nothing else into the folder."""
    folder = tmp_path / "made"
    assert main(["code", f"{source}:double", "-o", str(folder / "code.txt")]) == 0
    assert [path.name for path in folder.iterdir()] == ["code.txt"]
    assert (folder / "code.txt").read_text().startswith("def tf__double")


BAD = {
    "no such file": (["code", "missing.py:f"], 2, "there is no such file"),
    "no function named": (["code", "{source}"], 2, "names no function"),
    "wrong function": (["code", "{source}:doubel"], 2, "did you mean 'double'?"),
    "not a function": (["code", "{source}:CONSTANT"], 2, "not a function"),
    "no module": (
        ["code", "no_such_module_here:f"],
        2,
        "importing no_such_module_here",
    ),
    "no source": (["code", "math:sin"], 3, "not written in Python"),
    "wrong argument": (["run", "{source}:double", "--arg", "1 +"], 2, "--arg '1 +'"),
    "missing argument": (["run", "{source}:double"], 2, "missing a required argument"),
    "spec to run": (["run", "{source}:double", "--arg", "i32[]"], 2, "has no value"),
    "tracing fails": (
        ["run", "{source}:not_traceable", "--arg", "i32=1"],
        3,
        "undefined_name",
    ),
    "running fails": (
        ["run", "{source}:fails", "--arg", "x=[1, 2]"],
        3,
        "requires a multiple of 7",
    ),
    "damaged graph": (["graph", "{damaged}"], 2, "are no GraphDef"),
    "no such pass": (
        ["optimize", "{source}:double", "--arg", "i32[]", "--until", "nonsense"],
        2,
        "no pass 'nonsense'",
    ),
    "missing update": (["code", "{source}:double", "--update"], 2, "--golden"),
    "unknown verb": (["nonsense"], 2, "there is no verb 'nonsense'"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_one_clear_message(
    case: str, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The right status, the cause named, no traceback of ours."""
    damaged = tmp_path / "damaged.pb"
    damaged.write_bytes(b"\x0a\xff\xff\xff\x7f truncated")
    command, status, message = BAD[case]
    filled = [part.format(source=source, damaged=damaged) for part in command]

    assert main(filled) == status

    printed = capsys.readouterr()
    assert message in printed.err
    assert "Traceback" not in printed.err
    assert printed.out == ""


@pytest.mark.parametrize("verb", VERBS)
def test_help_of_each_verb_shows_an_example(
    verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the example names the verb."""
    assert main([verb, "--help"]) == 0
    assert f"autograph {verb} " in capsys.readouterr().out.partition("example: ")[2]


def save_what_examples_name() -> None:
    """The model and the checkpoint that help texts show."""
    import runtime as tf

    module = tf.Module()
    module.w = tf.Variable(1.0)
    module.add = tf.function(lambda x: module.w + x)
    signature = module.add.get_concrete_function(tf.TensorSpec([None], name="x"))
    tf.saved_model.save(module, "saved/adder", signatures=signature)
    state = tf.train.Checkpoint(model=module, optimizer=tf.Module())
    state.optimizer.step = tf.Variable(0)
    for number in (2, 3):
        state.write(f"training/ckpt-{number}")
    Path("rows").mkdir()
    np.savez("rows/some.npz", x=np.ones(3, np.float32))


@pytest.mark.parametrize("verb", VERBS)
def test_the_example_of_each_verb_works(
    verb: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """As printed by its help, run beside the examples of a checkout."""
    import shlex

    assert main([verb, "--help"]) == 0
    printed = capsys.readouterr().out.partition("example: ")[2].replace("\\\n", " ")
    commands = [shlex.split(line) for line in printed.splitlines() if line.strip()]
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    save_what_examples_name()

    for words in commands:
        assert words[0] == "autograph"
        assert main(words[1:]) == 0


def test_help_does_not_import_the_packages() -> None:
    """What makes --help quick: nothing heavy is loaded for it."""
    code = (
        "import sys; from autograph_tools.main import main; main(['--help']);"
        "heavy = ('numpy', 'runtime', 'graphir', 'rich');"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_diff_compares_by_meaning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other names are no difference; another op is, and status 1."""
    path = tmp_path / "pair.py"
    path.write_text(
        "def first(x):\n    return x * 2\n\n\n"
        "def renamed(value):\n    return value * 2\n\n\n"
        "def other(x):\n    return x + 2\n"
    )
    graphs = [f"{path}:first", f"{path}:renamed", "--arg", "i32[]"]

    assert main(["diff", *graphs]) == 0
    assert capsys.readouterr().out == "the same computation\n"
    assert main(["diff", f"{path}:first", f"{path}:other", "--arg", "i32[]"]) == 1
    assert "AddV2" in capsys.readouterr().out


LOOPING = """\
def first_even(xs):
    for x in xs:
        if x % 2 == 0:
            return x
    return -1
"""


def test_a_written_loop_is_run_without_naming_its_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The lists of tensors that a loop carries are no results to show."""
    source, file = tmp_path / "loop.py", tmp_path / "loop.pb"
    source.write_text(LOOPING)
    command = ["graph", f"{source}:first_even", "--arg", "i32[?]", "-o", str(file)]

    assert main(command) == 0
    assert main(["run", str(file), "--arg", "xs=[3, 8]"]) == 0
    assert "8" in capsys.readouterr().out.split()


def test_a_long_row_of_a_listing_keeps_the_others_narrow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A loop with much state sticks out of its column instead of widening it."""
    source = tmp_path / "loop.py"
    source.write_text(LOOPING)

    assert main(["graph", f"{source}:first_even", "--arg", "i32[?]"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert min(len(row) for row in rows if " = Const(" in row) < 140
