"""`make demo`: every step of one example, and one line for each other example.

An example sets ``FUNCTION``, the name of the function to call; files without it are run
as programs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from graphir.analysis.input_names import names_of_inputs
from runtime.explorer.captured_names import captured_variables

from .failures import DIFFERENT, DONE, Failure
from .main import main as run_command
from .output.listing import listing
from .output.results import Table
from .targets.arguments import parse_arguments
from .targets.functions import load_function
from .targets.tracing import Traced, trace
from .verbs.run import results_agree

FUNCTION: Final = "FUNCTION"
"""What an example calls the name of its function."""

SHOWN: Final = "relu.py"
"""The example that is shown whole."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the examples in a folder; the status is 1 if a pair of results differs."""
    parser = argparse.ArgumentParser("demo", description=__doc__)
    parser.add_argument("folder", nargs="?", default="examples", type=Path)
    folder: Path = parser.parse_args(argv).folder
    paths = [path for path in sorted(folder.glob("*.py")) if _constant(path, FUNCTION)]
    if not paths:
        print(f"demo: no examples in {folder}", file=sys.stderr)
        return DIFFERENT
    try:
        _show_whole(folder / SHOWN)
        _heading("what the examples print while they run, staged and then plain")
        rows = [_row(path) for path in paths]
    except Failure as failure:
        print(f"demo: {failure}", file=sys.stderr)
        return failure.status
    headings = ("example", "result", "plain Python", "nodes", "optimized", "agree")
    _heading("every example: staged, beside the same function as plain Python")
    print(Table(headings, tuple(rows)).as_text())
    return DONE if all(row[-1] == "yes" for row in rows) else DIFFERENT


def _show_whole(path: Path) -> None:
    traced, arguments = _traced(path)
    module_name = f"{path}:{traced.python_function.__name__}"
    _heading(f"the source: {path}")
    print(path.read_text().rstrip())
    _heading(f"autograph code {module_name}")
    run_command(["code", module_name])
    given = [part for text in arguments for part in ("--arg", text)]
    _heading(f"the traced graph: autograph graph {module_name}")
    graph = traced.concrete.graph.ir
    captures = captured_variables(traced.call, traced.concrete)
    print(listing(graph, names=names_of_inputs(graph, captures)))
    _heading(f"the optimizer: autograph optimize {module_name}")
    run_command(["optimize", module_name, *given])
    _heading(f"the result: autograph run {module_name}")
    run_command(["run", module_name, *given, "--compare"])


def _traced(path: Path) -> tuple[Traced, list[str]]:
    # an example says in its first lines what to call, and with what
    name = _constant(path, FUNCTION)
    if name is None:
        raise Failure(f"{path} does not set {FUNCTION}.", DIFFERENT)
    target = load_function(f"{path}:{name}")
    texts: list[str] = target.module.ARGUMENTS
    return trace(target, parse_arguments(texts)), texts


def _constant(path: Path, name: str) -> Any:
    """The value that a file gives to a name in its own text; None if it gives none."""
    import ast

    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    return None


def _row(path: Path) -> tuple[Any, ...]:
    traced, texts = _traced(path)
    arguments = parse_arguments(texts).positional
    staged = traced.call(*arguments)
    plain = traced.python_function(*arguments)
    return (
        path.name,
        _short(staged),
        _short(plain),
        _node_count(traced.concrete.graph),
        _node_count(traced.concrete.optimized_graph),
        "yes" if results_agree(staged, plain) else "NO",
    )


def _short(value: Any) -> str:
    array = value.numpy() if hasattr(value, "numpy") else value
    return " ".join(str(array).split())


def _node_count(traced_graph: Any) -> int:
    graph = traced_graph.ir
    return len(graph) + sum(len(each.body) for each in graph.functions.values())


def _heading(text: str) -> None:
    print(f"\n--- {text}\n", flush=True)


if __name__ == "__main__":
    sys.exit(main())
