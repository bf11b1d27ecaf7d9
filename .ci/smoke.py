"""Smoke test of an installed wheel: the packages, and the command on a small file."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PROGRAM = """\
import runtime as tf


def collatz_steps(x):
    steps = 0
    while x > 1:
        if x % 2 == 0:
            x = x // 2
        else:
            x = 3 * x + 1
        steps += 1
    return steps
"""
TARGET = ["program.py:collatz_steps", "--arg", "i32=27"]
STEPS = 111


def autograph(*words: str) -> str:
    """Run the command `autograph`; what it printed."""
    command = Path(sys.executable).with_name("autograph")
    run = subprocess.run([command, *words], capture_output=True, text=True)
    print(f"autograph {' '.join(words)}: exit status {run.returncode}")
    if run.returncode:
        sys.exit(run.stdout + run.stderr)
    return run.stdout


def expect(condition: object, what: str) -> None:
    """Stop with a message unless the condition holds."""
    if not condition:
        sys.exit(f"smoke test: {what}")
    print(f"ok: {what}")


def check_packages() -> None:
    """The three packages work together, from the installed files."""
    import autograph as ag
    import graphir
    import runtime as tf

    for package in (ag, graphir, tf):
        expect(
            "site-packages" in str(package.__file__), f"{package.__name__} is installed"
        )
    sys.path.insert(0, ".")
    from program import collatz_steps

    expect("ag__.while_stmt(" in ag.to_code(collatz_steps), "to_code stages the loop")
    staged = tf.function(collatz_steps)
    expect(int(staged(tf.constant(27))) == STEPS, "the traced function counts right")
    concrete = staged.get_concrete_function(tf.constant(27))
    message = concrete.graph.as_graph_def()
    copy = graphir.GraphDef.FromString(message.SerializeToString())
    expect(copy == message, "GraphDef survives its wire format")


def check_command() -> None:
    """The command line converts, traces and runs the same function."""
    help_text = autograph("--help")
    for verb in ("code", "graph", "optimize", "diff", "run", "check", "doctor"):
        expect(re.search(rf"\b{verb}\b", help_text), f"--help names {verb}")
    expect("ag__.while_stmt(" in autograph("code", TARGET[0]), "code stages the loop")
    expect("While" in autograph("graph", *TARGET), "graph has the loop")
    autograph("optimize", *TARGET)
    printed = autograph("run", *TARGET)
    expect(re.search(rf"\b{STEPS}\b", printed), "run prints the right count")
    autograph("run", *TARGET, "--compare")
    autograph("check", *TARGET)
    autograph("diff", TARGET[0], *TARGET)
    autograph("graph", *TARGET, "-o", "graph.pb")
    autograph("optimize", "graph.pb", "-o", "small.pb")
    expect(Path("small.pb").stat().st_size > 0, "optimize writes a graph")
    autograph("doctor")


def main() -> None:
    Path("program.py").write_text(PROGRAM, encoding="utf-8")
    check_packages()
    check_command()


if __name__ == "__main__":
    main()
