"""Bad input: one message with the place and the way out, and no half-made file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograph_tools import main as command
from autograph_tools.main import main

FUNCTIONS = """\
import runtime as tf


class Model:
    def __init__(self, factor):
        self.factor = factor

    def scaled(self, x):
        return x * self.factor


class Doubler:
    def doubled(self, x):
        return x * 2


made = {}
exec("def without_source(x):\\n    return x", made)
without_source = made["without_source"]
built_in = len


async def waits(x):
    return x


def ends(x):
    raise SystemExit(3)


def endless(x):
    return endless(x + 1)


def divided(x):
    return tf.constant(10) // x


def positive(x):
    if x > 0:
        y = x
    else:
        y = -x
    return y
"""

NEG = """\
node {{
  name: "{0}" op: "Neg" input: "{1}"
  attr {{ key: "T" value {{ type: DT_FLOAT }} }}
}}
"""
PLACEHOLDER = """\
node {
  name: "x" op: "Placeholder"
  attr { key: "dtype" value { type: DT_FLOAT } }
}
"""
FILES = {
    "functions.py": FUNCTIONS,
    "missing_import.py": "X = 1\nimport no_such_package_anywhere\n",
    "no_python.py": "def f(x):\n    return x +\n",
    "raises.py": "def set_up():\n    raise OSError('no disk')\n\nset_up()\n",
    "leaves.py": "import sys\nsys.exit(0)\n",
    "text.pb": "this is no protocol buffer",
    "unknown_op.pbtxt": 'node { name: "a" op: "NoSuchOp" }\n',
    "cycle.pbtxt": NEG.format("a", "b") + NEG.format("b", "a"),
    "dangling.pbtxt": NEG.format("a", "nowhere"),
    "half.pbtxt": 'node { name: "a" op:',
    "half.json": '{"node": [',
    "graph.pbtxt": PLACEHOLDER + NEG.format("y", "x"),
    "empty.pb": "",
}

CASES = [
    ("code functions.py:without_source", 3, ["no source text", "put it in a file"]),
    ("code functions.py:built_in", 3, ["len", "not written in Python"]),
    ("code functions.py:waits", 3, ["coroutines are not supported", ":23"]),
    ("code functions.py", 2, ["it defines ends", "functions.py:ends"]),
    ("code .", 2, ["is a folder"]),
    ("code graph.pbtxt", 2, ["is a graph"]),
    (
        "code missing_import.py:f",
        2,
        ["py:2: import no_such_package_anywhere", "Install"],
    ),
    ("code no_python.py:f", 2, ["py:2: return x +"]),
    ("code raises.py:f", 2, ["py:2 in set_up: raise", "no disk"]),
    ("code leaves.py:f", 2, ["py:2: sys.exit(0)", "__name__ == '__main__'"]),
    (
        "code functions.py:ends --pass nonsense",
        2,
        ["no pass 'nonsense'", "control_flow"],
    ),
    ("graph functions.py:Model --arg i32=1", 2, ["is a class", "Model.scaled"]),
    ("graph functions.py:Model.scaled --arg i32=1", 2, ["'factor'", "model = Model("]),
    ("graph functions.py:positive --arg f32[2", 2, ["--arg 'f32[2'", "'f32[2,3]'"]),
    ("graph functions.py:positive --arg x=1 --arg x=2", 2, ["x is given twice"]),
    ("graph functions.py:positive --arg none.npy", 2, ["no file none.npy"]),
    ("graph functions.py:positive --arg graph.pbtxt.npz[x]", 2, ["no file"]),
    ("graph functions.py:positive --arg broken.npz[x]", 2, ["holds no plain arrays"]),
    ("graph functions.py:endless.inner", 2, ["has no name outside"]),
    ("graph folder.pb", 2, ["is a folder"]),
    (
        "code functions.py:endless --golden folder.pb --update",
        2,
        ["--golden folder.pb"],
    ),
    ("code functions.py:endless --golden broken.npz", 2, ["--golden broken.npz"]),
    ("check functions.py:positive", 2, ["missing a required argument: 'x'"]),
    ("run functions.py:ends --arg i32=1", 3, ["SystemExit: 3"]),
    ("run functions.py:endless --arg i32=1", 3, ["RecursionError", "more times"]),
    ("run functions.py:divided --arg i32=0", 4, ["functions.py:36", "// x"]),
    ("graph text.pb", 2, ["text.pb", "no GraphDef"]),
    ("graph empty.pb", 2, ["empty.pb: The file is empty"]),
    ("graph unknown_op.pbtxt --focus b", 2, ["--focus", "no node 'b'"]),
    ("graph unknown_op.pbtxt --depth 2", 2, ["--depth goes with --format svg"]),
    ("optimize unknown_op.pbtxt --verify", 2, ["cannot run", "NoSuchOp"]),
    ("graph cycle.pbtxt", 2, ["node 'a' (Neg) <- node 'b' (Neg)"]),
    ("graph dangling.pbtxt", 2, ["node 'a' (Neg)", "'nowhere' names no node"]),
    ("graph half.pbtxt", 2, ["half.pbtxt", "text form of a GraphDef"]),
    ("graph half.json", 2, ["half.json", "JSON form of a GraphDef"]),
    ("optimize graph.pbtxt --fetch z", 2, ["no node 'z'", "Its results are: y"]),
    ("optimize graph.pbtxt --passes nonsense", 2, ["no pass 'nonsense'"]),
    ("run graph.pbtxt", 2, ["no value for x", "--arg NAME=VALUE", "x: f32["]),
    ("run graph.pbtxt --arg z=1", 2, ["the graph has no 'z'", "x: f32["]),
    ("run graph.pbtxt --arg 1", 2, ["--arg NAME=VALUE"]),
    ("run graph.pbtxt --arg x='text'", 4, ["'x'", "float32"]),
    ("run graph.pbtxt --arg x=1 --fetch z", 2, ["no node 'z'", "Its results are: y"]),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files of every kind of mistake."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "folder.pb").mkdir()
    (tmp_path / "broken.npz").write_bytes(b"PK\x03\x04\xff\xff")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("words", "status", "told"), CASES)
@pytest.mark.usefixtures("folder")
def test_message_names_the_place_and_the_way_out(
    words: str, status: int, told: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == status

    printed = capsys.readouterr()
    assert [part for part in told if part not in printed.err] == []
    assert printed.err.startswith("autograph ")
    assert "Traceback" not in printed.err
    assert os.path.dirname(command.__file__) not in printed.err
    assert printed.out == ""


@pytest.mark.parametrize(
    "words",
    [
        "graph functions.py:positive",
        "graph cycle.pbtxt --format pb",
        "run functions.py:divided --arg i32=0",
        "optimize dangling.pbtxt",
        "code functions.py:waits",
    ],
)
def test_failure_leaves_the_output_file_as_it_was(words: str, folder: Path) -> None:
    output = folder / "made.pb"
    output.write_text("earlier")
    before = sorted(folder.iterdir())

    assert main([*words.split(), "-o", str(output)]) > 1

    assert output.read_text() == "earlier"
    after = [path for path in folder.iterdir() if path.name != "__pycache__"]
    assert sorted(after) == before


@pytest.mark.usefixtures("folder")
def test_output_that_cannot_be_written_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["graph", "graph.pbtxt", "-o", "text.pb/x.pb"]) == 2
    assert "cannot write text.pb/x.pb" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_traceback_comes_with_the_same_status_and_message(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["run", "functions.py:divided", "--arg", "i32=0", "--traceback"]) == 4

    printed = capsys.readouterr().err
    assert printed.startswith("Traceback (most recent call last)")
    assert "autograph run: running functions.py:divided" in printed


@pytest.mark.usefixtures("folder")
def test_mistake_of_ours_is_told_without_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from autograph_tools.verbs import doctor

    def broken(args: object) -> int:
        raise ZeroDivisionError("broken")

    monkeypatch.setattr(doctor, "run", broken)
    assert main(["doctor"]) == 4
    told = capsys.readouterr().err
    assert "a mistake in this program" in told
    assert "ZeroDivisionError: broken" in told
    assert "Traceback" not in told


@pytest.mark.usefixtures("folder")
def test_reader_that_leaves_early_is_no_error() -> None:
    line = (
        f"{sys.executable} -m autograph_tools graph functions.py:positive "
        f"--arg 'i32[]' | head -n 1; echo status ${{PIPESTATUS[0]}}"
    )
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)

    assert done.stdout.splitlines() == ["positive(x: i32[]) -> i32[]", "status 0"]
    assert done.stderr == ""


@pytest.mark.usefixtures("folder")
def test_closed_output_is_no_error() -> None:
    line = (
        f"{sys.executable} -m autograph_tools doctor | true; "
        "echo status ${PIPESTATUS[0]}"
    )
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)

    assert done.stdout == "status 0\n"
    assert done.stderr == ""
