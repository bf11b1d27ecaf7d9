"""What every verb prints in a terminal of 80 and of 200 columns.

``pytest --update-goldens`` rewrites the files; look at the difference.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from autograph_tools.main import VERBS
from tests.tools.test_main import ROOT, save_what_examples_name

pytestmark = pytest.mark.slow
CASES = Path(__file__).parent / "cases" / "terminal"
RELU = "examples/relu.py:simple_relu --arg 'i32[]'"
COLLATZ = "examples/collatz.py:collatz_length"
COMMANDS = {
    "code": f"code {COLLATZ} --map",
    "code-source": f"code {COLLATZ} --source",
    "graph": f"graph {COLLATZ} --arg 'i64[]'",
    "graph-flat": f"graph {COLLATZ} --arg 'i64[]' --flat",
    "optimize": f"optimize {RELU}",
    "explain": f"explain {RELU} --node cond/Identity",
    "diff": f"diff examples/relu.py:simple_relu {COLLATZ} --arg 'i32[]'",
    "stats": f"stats {RELU}",
    "pipeline": "pipeline examples/epoch_total.py:dataset",
    "model": "model saved/adder --all",
    "checkpoint": "checkpoint training/ckpt-2",
    "convert": "convert relu.pb -o relu.pbtxt",
    "freeze": f"freeze {RELU} -o frozen.pb",
    "run": f"run {COLLATZ} --arg i64=97 --compare",
    "check": "check printing.py:prints --arg i32=5",
    "trace-log": f"trace-log {COLLATZ} --call i32=1 --call f32=2",
    "doctor": "doctor program.py",
    "check-path": "check mixed.py",
    "edit": f"edit {RELU} --rename cond=branch -o renamed.pb",
    "explore": f"explore {COLLATZ} --arg i64=97 -o page.html",
    "bench": f"bench {COLLATZ} --arg i64=97 --repeat 2",
    "run-many": "run-many rows.py:double --input x.npz --output done",
}
"""Each verb's command; one that says other things of other targets has two."""
FILES = {
    "mixed.py": "def good(x):\n    return x + 1\n\n\ndef bad(x):\n"
    "    while x > 0:\n        yield x\n        x = x - 1\n",
    "rows.py": "def double(x):\n    return {'y': x * 2}\n",
    "printing.py": "def prints(n):\n    while n > 3:\n        print('at', n)\n"
    "        n = n - 1\n    return n\n",
    "program.py": "import tensorflow as tf\n\nprint(tf.nn.relu(tf.constant([1.0])))\n"
    "tf.estimator.train_and_evaluate()\n",
}
WRAPPED = {"diff", "model", "doctor", "trace-log", "stats", "checkpoint"}
"""Verbs with lines that are read to their end: terminals wrap them."""
ELSEWHERE = {"exec"}
"""It prints what the program prints, whatever the terminal."""
MEASURED = {"bench"}
"""Verbs whose numbers are measured: a golden has a 0 in the place of each."""


RUN = """
import contextlib, io, json, os, shlex, sys
import runtime
from autograph_tools.main import main
runtime.get_logger().setLevel("ERROR")  # one process traces a function many times
from autograph_tools.output import terminal
terminal.is_terminal = lambda: True
answers = []
for columns, command in json.load(sys.stdin):
    os.environ["COLUMNS"] = columns
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        status = main(shlex.split(command))
    answers.append([status, printed.getvalue()])
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, int], str]:
    """Every command's output, from one process: numbers of functions are its own."""
    folder = tmp_path_factory.mktemp("terminal")
    (folder / "examples").symlink_to(ROOT / "examples")
    for name, text in FILES.items():
        (folder / name).write_text(text)
    np.savez(folder / "x.npz", x=np.arange(6, dtype=np.float32))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        save_what_examples_name()
    before = ("80", f"graph {RELU} -o relu.pb -q")
    keys = [(verb, columns) for columns in (80, 200) for verb in COMMANDS]
    # a second run of all into the same files: it finds them there, as a user's does
    commands = [before, *((str(width), COMMANDS[verb]) for verb, width in keys)]
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(commands),
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert done.stderr == ""
    answers = json.loads(done.stdout)
    assert {status for status, _ in answers} <= {0, 1}
    texts = [same_every_time(text, folder) for _, text in answers[1:]]
    return {
        (verb, width): without_numbers(text) if verb in MEASURED else text
        for (verb, width), text in zip(keys, texts, strict=True)
    }


@pytest.mark.parametrize("columns", [80, 200])
@pytest.mark.parametrize("verb", COMMANDS)
def test_a_verb_fits_the_terminal(
    verb: str,
    columns: int,
    printed: dict[tuple[str, int], str],
    update_goldens: bool,
) -> None:
    found = printed[verb, columns]
    path = CASES / f"{verb}.{columns}.txt"
    if update_goldens:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert found == path.read_text(encoding="utf-8")
    if verb not in WRAPPED:
        assert max(map(len, found.splitlines())) <= columns


def same_every_time(text: str, folder: Path) -> str:
    """Times as zeros, without the folder of this run."""
    text = text.replace(f"{folder}/", "").replace(str(folder), ".")
    text = re.sub(r" +ms\b", "  ms", text)
    # the process of the tests saved the model, and counts functions on
    text = re.sub(r"(__inference_\S+?_)\d+ *", r"\1N ", text)
    text = re.sub(r"^function +nodes", "function  nodes", text, flags=re.MULTILINE)
    return re.sub(r" +\d+\.\d\d(?![.\d])", "  0.00", text)


def without_numbers(text: str) -> str:
    """A table of measurements: its words, one space between them."""
    text = re.sub(r"\d[\d.,]*", "0", text)
    return re.sub(r" +", " ", text)


def test_every_verb_has_its_command() -> None:
    assert set(COMMANDS) | ELSEWHERE >= set(VERBS)
