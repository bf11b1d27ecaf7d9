"""`autograph edit A --JOB ... -o B`: surgery on a graph."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final

from ..failures import BAD_INPUT, DONE, Failure
from ..output.files import write_all
from ..output.graph_files import format_of, needed_output, stored_content
from ..output.results import counted, show, show_json
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM
from ..targets.frozen import frozen_target
from ..targets.functions import is_graph_file, load_graph
from ..targets.models import add_signature_arguments

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
Jobs are done in the order in which they stand. A is a graph file, a function with
--arg, or the folder of a SavedModel; of the last two, variables become constants and
calls are inlined.

example: autograph edit examples/relu.py:simple_relu --arg 'i32[]' -o relu.pb
         autograph edit relu.pb --cut 'x->Greater' --rename x=number -o part.pb
         autograph edit relu.pb --tap 'Grea*' --open-batch -o tapped.pb
         autograph edit relu.pb --split Greater --rest rest.pb -o first.pb
         autograph edit first.pb --merge rest.pb --join Greater=Greater -o all.pb"""


_NODE_NAME: Final = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*")


_FOREIGN: Final = 2
"""What numpy says of a dtype that another package registers: bfloat16, 4 bits."""


class _Job(argparse.Action):
    """Keeps the jobs in the order in which they are given."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        jobs = list(getattr(namespace, "jobs", None) or [])
        namespace.jobs = [*jobs, (self.dest, values)]


_FLAGS: Final = {
    "cut": (
        "IN,..->OUT,..",
        "keep what computes OUT, from IN on, or from the inputs",
    ),
    "rename": ("OLD=NEW", "rename a node, or a scope, whose name ends in /"),
    "replace": ("NODE=OP", "another op of the same arguments"),
    "replace-part": (
        "IN,..->OUT,..=FILE",
        "the graph in a file in place of what computes OUT from IN",
    ),
    "tap": ("PATTERN", "make inner values further results; * matches"),
    "check": ("PATTERN", "stop a run where these values are infinite or NaN"),
    "half": ("DTYPE", "compute in float16 or bfloat16; inputs and results stay"),
    "constants-out": ("NAME=FILE.npy", "a constant becomes an input; its value a file"),
    "constants-in": ("NAME=V", "an input becomes a constant, as --arg: w=w.npy"),
    "split": ("NAME,..", "only what computes these values; the rest goes to --rest"),
    "merge": ("FILE", "append a graph, whose inputs --join connects"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument("target", metavar="A", help="a graph, function or SavedModel")
    parser.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="A",
        help="an argument of a function, see below",
    )
    for name, (metavar, text) in _FLAGS.items():
        parser.add_argument(f"--{name}", action=_Job, metavar=metavar, help=text)
    parser.add_argument(
        "--quantize", action=_Job, nargs=0, help="weights of products as int8"
    )
    parser.add_argument(
        "--functional",
        action=_Job,
        nargs=0,
        help="loops and branches of version 1 as While and If",
    )
    parser.add_argument(
        "--open-batch",
        action=_Job,
        nargs="?",
        const="",
        metavar="INPUT",
        help="any size of the first dimension; of all inputs, if none is named",
    )
    parser.add_argument("--rest", metavar="FILE", help="the second graph of --split")
    parser.add_argument(
        "--join",
        action="append",
        default=[],
        metavar="IN=VALUE",
        help="an input of the graph of --merge, and the value it reads",
    )
    add_signature_arguments(parser)


@dataclass
class _Work:
    """What the jobs of one command share."""

    args: argparse.Namespace
    files: dict[str, str | bytes] = field(default_factory=dict)
    """Path -> content: written when all jobs are done, so that none is left of a
    command that failed."""

    def keep(self, path: str, content: str | bytes) -> None:
        """Has a file written at the end.

        Raises:
          ValueError: if the command writes another file there.
        """
        taken = map(os.path.realpath, [*self.files, self.args.output])
        if os.path.realpath(path) in taken:
            raise ValueError(f"{path} would hold two things: give each its own file.")
        self.files[path] = content


def run(args: argparse.Namespace) -> int:
    """Does the jobs one after another and writes the graph."""
    from graphir.errors import GraphirError

    path = needed_output(args, "edit")
    format_of(path)
    jobs = getattr(args, "jobs", None) or []
    _check_flags(args, [name for name, _ in jobs])
    graph = _read(args)
    work = _Work(args)
    told = []
    for name, value in jobs:
        try:
            graph, text = _JOBS[name](work, graph, value)
        except (GraphirError, TypeError, ValueError) as error:
            flag = name.replace("_", "-")
            shown = f" {value!r}" if isinstance(value, str) else ""
            raise Failure(f"--{flag}{shown}: {error}", BAD_INPUT) from error
        told.append(text)
    results = [value.name for value in graph.outputs]
    nodes = len(graph)
    write_all({**work.files, path: stored_content(graph, path)})
    args.output = None
    if args.json:
        data = {"file": path, "nodes": nodes, "jobs": told, "outputs": results}
        show_json(args, data)
    elif not args.quiet:
        last = f"{path}: {counted(nodes, 'node')}, results {', '.join(results)}"
        show(args, "\n".join([*told, last]))
    return DONE


def _check_flags(args: argparse.Namespace, jobs: Sequence[str]) -> None:
    """Refuses flags that would do nothing, and jobs that would share a flag."""
    for flag, job in (("rest", "split"), ("join", "merge")):
        if jobs.count(job) > 1:
            raise Failure(f"--{job} is done once a command.", BAD_INPUT)
        if getattr(args, flag) and job not in jobs:
            raise Failure(f"--{flag} goes with --{job}.", BAD_INPUT)
    if not is_graph_file(args.target):
        return
    for flag in ("arg", "signature", "allow"):
        if getattr(args, flag):
            text = f"--{flag} says nothing of a graph file: {args.target} is one."
            raise Failure(text, BAD_INPUT)


def _read(args: argparse.Namespace) -> Any:
    if is_graph_file(args.target):
        return load_graph(args.target)
    from graphir.passes.pipeline import Pipeline

    graph = frozen_target(args)
    Pipeline.of("function_inlining,dead_nodes").run(graph)
    return graph


def _names(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _pair(text: str) -> tuple[str, str]:
    left, equals, right = text.partition("=")
    if not equals or not left or not right:
        raise ValueError(f"{text!r} is not of the form A=B.")
    return left, right


def _cut(work: _Work, graph: Any, text: str) -> tuple[Any, str]:
    inputs, arrow, outputs = text.rpartition("->")
    given = _names(inputs) if arrow else []
    part = graph.subgraph(_names(outputs), inputs=given)
    for name in given:
        value = part.value(graph.value(name.removeprefix("%")).name.replace(":", "_"))
        if not value.uses and value not in part.outputs:
            raise ValueError(f"nothing that computes {outputs.strip()} reads {name}.")
    return part, f"cut: {len(part)} of {counted(len(graph), 'node')} stay"


def _rename(work: _Work, graph: Any, text: str) -> tuple[Any, str]:
    from graphir.editing.replacing import rename

    old, new = _pair(text)
    if not _NODE_NAME.fullmatch(new):
        raise ValueError(f"{new!r} is no name of a node in a GraphDef.")
    rename(graph, {old: new})
    return graph, f"rename: {old} is {new}"


def _replace(work: _Work, graph: Any, text: str) -> tuple[Any, str]:
    from graphir.editing.replacing import replace_node

    name, op = _pair(text)
    if not op.isidentifier() or op.startswith("_"):
        raise ValueError(f"{op!r} is no name of an op.")
    before = graph.node(name).op
    replace_node(graph, name, lambda build, *values: getattr(build.op, op)(*values))
    return graph, f"replace: {name} was {before}, is {op}"


def _replace_part(work: _Work, graph: Any, text: str) -> tuple[Any, str]:
    from graphir.editing.replacing import replace_part

    place, path = _pair(text)
    inputs, arrow, outputs = place.rpartition("->")
    if not arrow:
        raise ValueError(f"{place!r} is not of the form IN,..->OUT,...")
    part = load_graph(path)
    replace_part(graph, _names(inputs), _names(outputs), part)
    return graph, f"replace-part: {outputs} by {counted(len(part), 'node')} of {path}"


def _tap(work: _Work, graph: Any, pattern: str) -> tuple[Any, str]:
    from graphir.editing.tapping import tap

    tapped = tap(graph, pattern)
    graph.outputs = [
        _unread(graph, each, each.name in tapped) for each in graph.outputs
    ]
    return graph, f"tap: {', '.join(tapped)}"


def _unread(graph: Any, value: Any, is_tapped: bool) -> Any:
    """A result that no node reads: these are the results of a file with a GraphDef."""
    from graphir.builder import GraphBuilder

    if not is_tapped or not value.uses:
        return value
    node = value.node
    name = f"{value.name.replace(':', '_')}/tap"
    made = GraphBuilder(graph).node("Identity", [value], name=name, origin=node.origin)
    return made.output


def _check(work: _Work, graph: Any, pattern: str) -> tuple[Any, str]:
    from graphir.editing.tapping import check_numbers

    return graph, f"check: {', '.join(check_numbers(graph, pattern))}"


def _half(work: _Work, graph: Any, dtype: str) -> tuple[Any, str]:
    from graphir.editing.precision import to_half

    return to_half(graph, dtype), f"half: computes in {dtype}"


def _quantize(work: _Work, graph: Any, value: Any) -> tuple[Any, str]:
    from graphir.editing.precision import quantize_weights

    lines = [
        f"quantize: {each.name}, {each.bytes_before:,} to {each.bytes_after:,} bytes, "
        f"{each.channels} channels, relative error {each.relative_error:.2g}"
        for each in quantize_weights(graph)
    ]
    return graph, "\n".join(lines) or "quantize: there are no large weights of products"


def _functional(work: _Work, graph: Any, value: Any) -> tuple[Any, str]:
    from graphir.editing.dataflow.functional import functional_control_flow

    made = functional_control_flow(graph)
    added = sorted(name for name in made.functions if name not in graph.functions)
    return made, f"functional: {', '.join(added) or 'there is nothing to change'}"


def _constants_out(work: _Work, graph: Any, text: str) -> tuple[Any, str]:
    import numpy as np

    from graphir.editing.joining import constants_as_inputs

    name, path = _pair(text)
    (value,) = constants_as_inputs(graph, name).values()
    content = BytesIO()
    np.save(content, _plain(value), allow_pickle=False)
    work.keep(path, content.getvalue())
    return graph, f"constants-out: {name} is an input; its value is in {path}"


def _plain(value: Any) -> Any:
    """The value as an array that a file of numpy holds.

    Raises:
      ValueError: if there is none.
    """
    import numpy as np

    if value.dtype == object:
        texts = value.astype("S") if value.size else np.zeros(value.shape, "S1")
        if (texts.astype(object) != value).any():
            raise ValueError("numpy's files keep no texts that end in zero bytes.")
        return texts
    if value.dtype.isbuiltin == _FOREIGN:
        raise ValueError(f"numpy's files hold no {value.dtype.name}.")
    return value


def _constants_in(work: _Work, graph: Any, text: str) -> tuple[Any, str]:
    import runtime as tf
    from graphir.editing.freezing import freeze

    from ..targets.arguments import parse_arguments

    try:
        named = parse_arguments([text]).named
    except Failure as error:
        said = str(error).replace("--arg", "--constants-in", 1)
        raise Failure(said, BAD_INPUT) from error
    if not named:
        raise ValueError(f"{text!r} is not of the form NAME=VALUE.")
    for name, value in named.items():
        if isinstance(value, tf.TensorSpec):
            raise ValueError(f"{name} needs a value, not a type.")
        _check_open(graph, name)
    values = {
        name: each.numpy() if hasattr(each, "numpy") else each
        for name, each in named.items()
    }
    return freeze(graph, values), f"constants-in: {', '.join(named)}"


def _check_open(graph: Any, name: str) -> None:
    """A node that has its value from nobody; other names may be shared names."""
    from graphir.editing.freezing import HANDLES, REFERENCES

    if name not in graph:
        return
    node = graph.node(name)
    if node.op not in HANDLES | REFERENCES and not {*node.outputs} & {*graph.inputs}:
        raise ValueError(f"{name} is a {node.op}, neither an input nor a variable.")


def _open_batch(work: _Work, graph: Any, name: str) -> tuple[Any, str]:
    from graphir.editing.joining import open_batch

    open_batch(graph, *([name] if name else []))
    shapes = ", ".join(f"{each.name} {each.shape}" for each in graph.outputs)
    return graph, f"open-batch: results {shapes}"


def _split(work: _Work, graph: Any, text: str) -> tuple[Any, str]:
    from graphir.editing.joining import split

    rest = work.args.rest
    if not rest:
        raise ValueError("--rest FILE says where the second graph goes.")
    format_of(rest, flag="--rest")
    first, second = split(graph, at=_names(text))
    work.keep(rest, stored_content(second, rest))
    return first, f"split: {rest} has {counted(len(second), 'node')}"


def _merge(work: _Work, graph: Any, path: str) -> tuple[Any, str]:
    from graphir.editing.joining import merge

    joined = dict(map(_pair, work.args.join))
    merged = merge(graph, load_graph(path), joined)
    added = [node.name for node in merged if node.name not in graph]
    scope = f" are named {added[0].partition('/')[0]}/..." if added else ": none is new"
    return merged, f"merge: nodes of {path}{scope}"


_Step = Callable[[_Work, Any, Any], "tuple[Any, str]"]

_JOBS: Final[dict[str, _Step]] = {
    "cut": _cut,
    "rename": _rename,
    "replace": _replace,
    "replace_part": _replace_part,
    "tap": _tap,
    "check": _check,
    "half": _half,
    "quantize": _quantize,
    "functional": _functional,
    "constants_out": _constants_out,
    "constants_in": _constants_in,
    "open_batch": _open_batch,
    "split": _split,
    "merge": _merge,
}
