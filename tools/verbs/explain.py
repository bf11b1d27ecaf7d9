"""`autograph explain TARGET --node N`: the origin of a node and its later changes."""

from __future__ import annotations

import argparse
from typing import Any, Final

from graphir.analysis.input_names import names_of_inputs

from ..failures import BAD_INPUT, DONE, FAILED, Failure, failing_with
from ..optimizing.pipelines import add_pass_arguments, pipeline_of
from ..output.progress import working
from ..output.results import Lines, show, show_json
from ..parsing import ARGUMENT_FORM, FUNCTION_FORM, GRAPH_FORM, did_you_mean
from ..targets.converters import rewriting_of
from ..targets.models import add_signature_arguments
from ..targets.subjects import Subject, subject_of

FORMS: Final = FUNCTION_FORM + GRAPH_FORM + ARGUMENT_FORM
EXAMPLE: Final = """\
example: autograph explain examples/relu.py:simple_relu --arg 'i32[]' --node Greater"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument(
        "target", metavar="TARGET", help="a function, a dataset or a graph file"
    )
    parser.add_argument(
        "--node",
        metavar="NAME",
        required=True,
        help="a node of the graph as traced, as optimized, or in between",
    )
    parser.add_argument(
        "--function",
        metavar="NAME",
        help="the function that the node is in, where several have one of its name",
    )
    parser.add_argument(
        "--arg", action="append", default=[], metavar="A", help="an argument, see below"
    )
    add_pass_arguments(parser)
    parser.add_argument(
        "--fetch",
        action="append",
        metavar="NAME",
        help="a result to keep, of a graph in a file; else all",
    )
    add_signature_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Runs the passes with a recorder, and prints the history of the node."""
    from graphir.analysis.history import History
    from graphir.watching import watched_by

    history = History()
    with working(args):
        subject = subject_of(
            args.target, args.arg, args.fetch, args.signature, args.allow
        )
        given = subject.graph.copy()
        pipeline = pipeline_of(args, subject.passes)
        with failing_with(FAILED, "optimizing"), watched_by(history):
            pipeline.run_with_report(subject.graph)
    name = args.node.removeprefix("%").partition(":")[0]
    story = _story(subject, given, history, (name, args.function))
    if args.json:
        show_json(args, story)
    else:
        show(args, Lines(_text(story)))
    return DONE


def _story(
    subject: Subject, given: Any, history: Any, asked: tuple[str, str | None]
) -> dict[str, Any]:
    name, function = asked
    _check_function(function, [given, subject.graph], history)
    # a node that a pass made stands in the graph that it left, maybe in a new function
    owner = function or _owner(given, name) or _owner(subject.graph, name)
    traced, optimized = _find(given, name, owner), _find(subject.graph, name, owner)
    events = history.of(name, owner)
    original = None
    if traced is None and optimized is not None:
        original, traced = _original(history, given, optimized)
    if traced is None and optimized is None and not events:
        raise Failure(f"--node: {_unknown(given, name)}", BAD_INPUT)
    node = traced or optimized
    made = [each for each in events if each.kind == "made"]
    return {
        "node": name,
        "graph": owner,
        "variable": names_of_inputs(given, subject.captures).get(traced),
        "traced": _line(traced),
        "optimized": _line(optimized),
        "sources": _sources(subject, node) or _named_sources(node),
        "becomes": _becomes(history, name, owner),
        "part_of": _part_of(history, name, owner),
        "lives_on": [
            {"graph": place, "node": twin.name, "text": _line(twin)}
            for place, twin in history.copies(name, owner, subject.graph)
        ],
        "made_for": sorted(
            {
                each.node
                for event in made
                for each in history.beside(event)
                if each.kind in ("replaced", "removed", "changed")
            }
        ),
        "events": [
            *_events_before(history, original),
            *({**each.as_data(), "text": str(each)} for each in events),
        ],
    }


def _original(history: Any, given: Any, node: Any) -> tuple[Any, Any]:
    """The record of how a node was copied, and the traced node; None if it was not."""
    for original in history.originals(node):
        found = _find(given, original.node, original.graph)
        if found is not None:
            return original, found
    return None, None


def _events_before(history: Any, original: Any) -> list[dict[str, Any]]:
    """What happened to the original up to the copying, and the copying."""
    if original is None:
        return []
    earlier = history.of(original.node, original.graph)
    found = [
        {**each.as_data(), "text": str(each)}
        for each in earlier
        if each.number <= original.number
    ]
    return [*found, {"kind": "copied", **original._asdict(), "text": str(original)}]


def _check_function(function: str | None, graphs: list[Any], history: Any) -> None:
    """Raises a Failure for a function that neither a graph has nor a pass made."""
    known = [name for each in graphs for name in (each.name, *each.functions)]
    known += [event.graph for event in history.events]
    if function is not None and function not in known:
        hint = did_you_mean(function, dict.fromkeys(known))
        raise Failure(f"--function: there is no {function!r}; {hint}", BAD_INPUT)


def _owner(graph: Any, name: str) -> str | None:
    """The graph, or else the first function of it, that has a node of that name."""
    if name in graph:
        return str(graph.name)
    functions = graph.functions.values()
    return next((each.name for each in functions if name in each.body), None)


def _find(graph: Any, name: str, owner: str | None) -> Any:
    """The node of that name, where the owner is still there."""
    function = graph.functions.get(owner)
    body = graph if owner in (None, graph.name) else function and function.body
    return body.node(name) if body is not None and name in body else None


def _unknown(graph: Any, name: str) -> str:
    from difflib import get_close_matches

    bodies = [function.body for function in graph.functions.values()]
    nodes = [node for each in (graph, *bodies) for node in each]
    names = [node.name for node in nodes]
    of_op = [node.name for node in nodes if node.op.lower() == name.lower()]
    close = of_op[:3] or get_close_matches(name, names, n=3, cutoff=0.4)
    hint = f"did you mean {', '.join(close)}?" if close else f"it has {len(names)}."
    return f"neither the graph nor any pass has a node {name!r}; {hint}"


def _line(node: Any) -> str | None:
    from graphir.text.printer import print_node

    return None if node is None else print_node(node, origins=False)


def _sources(subject: Subject, node: Any) -> list[dict[str, Any]]:
    """The user's lines, each with the converters that rewrote it."""
    if node is None or node.origin is None:
        return []
    found = []
    for frames in node.origin.sources:
        if not frames:
            continue
        first, callers = frames[0], frames[1:]
        entry: dict[str, Any] = {
            "file": first.filename,
            "line": first.line,
            "function": first.function,
            "text": first.text,
            "called_from": [f"{each.filename}:{each.line}" for each in callers],
        }
        if subject.function is not None:
            done = rewriting_of(subject.function, first.filename, first.line)
            entry["converters"] = [] if done is None else list(done.converters)
            entry["generated"] = [] if done is None else list(done.generated)
        found.append(entry)
    return found


def _named_sources(node: Any) -> list[dict[str, Any]]:
    """Sources of a node that a graph file names: its names before other passes."""
    if node is None:
        return []
    from graphir.wire.node_reading import original_names

    return [
        {"original_node": node_name, "original_function": function}
        for node_name, function in original_names(node)
    ]


def _becomes(history: Any, name: str, owner: str | None) -> list[str]:
    """The nodes that replaced a node one after the other, by name."""
    seen, current = [name], name
    while True:
        events = [
            each for each in history.of(current, owner) if each.kind == "replaced"
        ]
        if not events:
            break
        current = events[-1].detail.partition(":")[0]
        if current in seen:
            break
        seen.append(current)
    return [] if len(seen) == 1 else [*seen[1:]]


def _part_of(history: Any, name: str, owner: str | None) -> str | None:
    """The node that does the work of a removed one, maybe fused again and again."""
    whole, seen = None, {name}
    while True:
        events = [each for each in history.of(name, owner) if each.kind == "removed"]
        if not events or not events[-1].detail or events[-1].detail in seen:
            return whole
        name = whole = events[-1].detail
        seen.add(name)


def _text(story: dict[str, Any]) -> str:
    lines = [
        f"graph      {story['graph'] or 'made by a pass'}",
        f"traced     {story['traced'] or 'not there: a pass made it'}",
        f"optimized  {story['optimized'] or _gone(story)}",
    ]
    if story["variable"]:
        lines.append(f"variable   {story['variable']}")
    for index, source in enumerate(story["sources"]):
        label = "from" if not index else "and"
        lines += _source_lines(label, source)
    if not story["sources"]:
        lines.append("from       no line is known: it was not traced from Python here")
    if story["made_for"]:
        names = ", ".join(f"%{each}" for each in story["made_for"])
        lines.append(f"made for   {names}")
    for index, event in enumerate(story["events"]):
        lines.append(f"{'passes' if not index else '':<11}{event['text']}")
    if not story["events"]:
        lines.append("passes     none of them touched it")
    return "\n".join(lines)


def _gone(story: dict[str, Any]) -> str:
    if story["lives_on"]:
        copies = [f"%{each['node']} in {each['graph']}" for each in story["lives_on"]]
        return f"gone from here; lives on as {', '.join(copies)}"
    chain = " -> ".join(f"%{each}" for each in story["becomes"])
    if chain:
        return f"gone; {chain} stands for it"
    if story["part_of"]:
        return f"gone; it is part of %{story['part_of']}"
    return "gone; nothing needs it"


def _source_lines(label: str, source: dict[str, Any]) -> list[str]:
    if "original_node" in source:
        function = source["original_function"]
        inside = f" in {function}" if function else ""
        return [f"{label:<11}%{source['original_node']}{inside}, says the file"]
    file = source["file"].rpartition("/")[2]
    inside = f" in {source['function']}" if source["function"] else ""
    lines = [f"{label:<11}{file}:{source['line']}{inside}    {source['text']}"]
    lines += [
        f"{'':<11}called from {each.rpartition('/')[2]}"
        for each in source["called_from"]
    ]
    if source.get("converters"):
        lines.append(f"{'converters':<11}{', '.join(source['converters'])}")
        staged = [each for each in source["generated"] if "ag__." in each]
        lines += [f"{'':<11}{each}" for each in staged[:1]]
    return lines
