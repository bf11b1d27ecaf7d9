"""`autograph explore TARGET`: a page that shows every step, from source to result."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from graphir.watching import watched_by

from ..failures import BAD_INPUT, DONE, FAILED, Failure, failing_with
from ..optimizing.pipelines import add_pass_arguments, pipeline_of
from ..output.page_server import serve
from ..output.progress import PassProgress, working
from ..output.results import counted, show_json, show_written, write
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM
from ..targets.models import add_signature_arguments, is_model
from ..targets.random_inputs import is_all_fixed, random_feeds
from ..targets.subjects import Subject, subject_of

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
example: autograph explore examples/collatz.py:collatz_length --arg i64=97 -o p.html"""

DEFAULT_FILE: Final = "explorer.html"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument(
        "target",
        metavar="TARGET",
        help="a function, a dataset, a graph file, or a folder that --dump-dir wrote",
    )
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    add_pass_arguments(parser)
    parser.add_argument("--jit", action="store_true", help="compile to native code")
    parser.add_argument(
        "--random",
        action="store_true",
        help="run it on random values where the arguments are specs",
    )
    parser.add_argument(
        "--serve",
        action="store_true",
        help="serve the page to this machine, made anew when a source file changes",
    )
    parser.add_argument(
        "--port", type=int, default=0, metavar="N", help="for --serve; else a free one"
    )
    parser.add_argument(
        "--fetch",
        action="append",
        metavar="NAME",
        help="a result to keep, of a graph in a file; else all",
    )
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Writes the page, or serves it."""
    if args.serve:
        if args.output is not None:
            raise Failure("--serve writes no file: leave out -o.", BAD_INPUT)
        serve(args)
        return DONE
    with working(args) as tell, watched_by(PassProgress(tell)):
        model = _model(args)
    is_page = Path(args.output or "").suffix in (".html", ".htm")
    if args.json and not is_page:
        show_json(args, model)
        return DONE
    from runtime.explorer.page import page_of

    args.output = args.output or DEFAULT_FILE
    write(args, page_of(model))
    passes = _changes(model)
    if args.json:
        show_written(args, nodes=_size(model), passes=passes)
    elif not args.quiet:
        nodes = counted(_size(model), "node")
        changed = "1 run of a pass" if passes == 1 else f"{passes} runs of passes"
        print(f"{args.output}: {nodes}, {changed} changed the graph")
        if model["result"] is None and model["problem"]:
            print(f"no result: {model['problem'].splitlines()[0]}")
    return DONE


def _changes(model: dict[str, Any]) -> int:
    """The number of runs of passes that changed something."""
    graphs = [step["graphs"] for step in model["steps"]]
    return sum(before != after for before, after in pairwise(graphs))


def _size(model: dict[str, Any]) -> int:
    graphs = model["steps"][0]["graphs"]
    return sum(len(model["graphs"][each]["states"]) for each in graphs)


def _model(args: argparse.Namespace) -> dict[str, Any]:
    if Path(args.target).is_dir() and not is_model(args.target):
        return _dumps(args)
    from runtime.explorer.model import Explored, model_of

    subject = subject_of(args.target, args.arg, args.fetch, args.signature, args.allow)
    if args.jit:
        _check_native()
    explored = Explored(
        subject.graph,
        args.target,
        subject.function,
        _arrays(args, subject),
        _native(args, subject),
        pipeline_of(args, subject.passes),
        subject.kept_state() if subject.variables else nullcontext(),
        notes=_notes(args, subject),
        variables=subject.captures,
        result_names=_result_names(subject),
    )
    with failing_with(FAILED, f"exploring {args.target}"):
        return model_of(explored)


def _result_names(subject: Subject) -> list[str]:
    from runtime.explorer.result_names import result_names

    return [] if subject.concrete is None else result_names(subject.concrete)


def _notes(args: argparse.Namespace, subject: Subject) -> dict[str, str]:
    from runtime.explorer.result_names import short_signature

    notes = {}
    if subject.concrete is not None:
        notes["traced for"] = short_signature(subject.concrete)
    if args.random:
        notes["arguments"] = "random values, where specs were given"
    return notes


def _arrays(args: argparse.Namespace, subject: Subject) -> Sequence[Any] | None:
    """A value for each input; None where there are not all of them."""
    names = [value.node.name for value in subject.graph.inputs]
    if is_all_fixed(subject):
        return [subject.fixed[name] for name in names]
    if not args.random:
        return None
    import numpy as np

    feeds = random_feeds(subject, 0, np.random.default_rng(args.seed or 0))
    return [feeds[name] for name in names]


def _check_native() -> None:
    from runtime.native.calls.options import is_available

    if not is_available():
        raise Failure(
            "--jit needs llvmlite: pip install 'autograph-toolkit[jit]'.", BAD_INPUT
        )


def _native(args: argparse.Namespace, subject: Subject) -> Any:
    from runtime.native.calls.options import options_for

    asked = getattr(subject.concrete, "jit_compile", None)
    return options_for(True if args.jit else asked, args.numerics == "fast")


def _dumps(args: argparse.Namespace) -> dict[str, Any]:
    from graphir.errors import GraphirError
    from graphir.text.parser import parse_graph
    from runtime.explorer.dumps import model_of_dumps

    folder = Path(args.target)
    paths = sorted(folder.glob("[0-9][0-9]_*.txt"))
    if not paths:
        raise Failure(
            f"{folder} has no files such as 00_given.txt: name a folder that "
            "`autograph optimize --dump-dir` wrote.",
            BAD_INPUT,
        )
    dumps = []
    for path in paths:
        try:
            dumps.append((path.stem[3:], parse_graph(path.read_text("utf-8"))))
        except (GraphirError, OSError, UnicodeDecodeError) as error:
            raise Failure(f"{path}: {error}", BAD_INPUT) from error
    return model_of_dumps(args.target, dumps)


__all__ = ["DEFAULT_FILE", "EXAMPLE", "add_arguments", "run"]
