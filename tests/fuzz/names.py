"""Hostile names through every writer: nothing breaks out, nothing is executed.

A step is a name; the first one stands for a writer. What is written is parsed again as
what it is: the same names come out, or the same tags as with a plain name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from typing import Any, Final
from xml.etree import ElementTree

import numpy as np

import graphir
import runtime as tf
from autograph_tools.output.listing import listing
from autograph_tools.output.terminal import harmless, plain
from graphir import dtypes
from graphir.analysis.verifier import verify
from graphir.attributes import TensorValue
from graphir.builder import GraphBuilder
from graphir.drawing.page import to_html
from graphir.drawing.svg import to_svg
from graphir.errors import GraphirError
from graphir.files import parse_graph_def, print_graph_def
from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.text.parser import parse_graph
from graphir.text.printer import print_graph
from runtime.executor.program import compile_graph
from runtime.explorer.model import Explored, model_of
from runtime.explorer.page import page_of
from runtime.native.calls.options import options_for
from tests.fuzz.kinds import Kind, Steps

PARTS: Final = (
    *(
        '"',
        "'",
        "\\",
        "\n",
        "\r",
        "\t",
        "\0",
        "{",
        "}",
        "{0}",
        "%s",
        "%",
        "$",
        "`",
        ";",
    ),
    *(
        "<script>alert(1)</script>",
        "</script>",
        "<!--",
        "-->",
        "]]>",
        "<img src=x>",
        "&",
    ),
    *(
        '"""',
        "'''",
        "#",
        "\\n",
        "\\",
        "\u202e",
        "\u2028",
        "é",
        "名",
        "\x1b[31m",
        "\x7f",
    ),
    *(
        "__import__('os').system('touch broken')",
        "); import os; (",
        "f'{1/0}'",
        "lambda",
    ),
    *(
        "class",
        "None",
        "import",
        "def",
        "x",
        "y",
        "/",
        ":",
        "@",
        "^",
        " ",
        "",
        "a" * 10_000,
    ),
    *(
        '}, {"op": "',
        "\\u0000",
        "!0",
        "define i32 @main()",
        "*/",
        "//",
        "=",
        "%x",
        "\ufeff",
    ),
)


def graph_with(names: Sequence[str]) -> Graph:
    """A graph whose name, inputs, nodes, function, attribute and text are these."""
    one, two, three = (names[index % len(names)] for index in range(3))
    graph = Graph(one)
    build = GraphBuilder(graph)
    x = graph.add_input(f"{one}x", dtypes.float32, Shape([2]))
    y = build.node("Neg", [x], name=f"{two}y").output
    text = build.node(
        "Const",
        [],
        {
            "value": TensorValue(np.array(three.encode(), object), dtypes.string),
            "dtype": dtypes.string,
        },
        name=f"{three}t",
    )
    text.attrs["_" + two] = three.encode()
    z = build.node("AddV2", [y, x], name=f"{three}z").output
    z.node.attrs["_user_specified_name"] = one.encode()
    z.node.add_control_input(text)
    graph.outputs = [z]
    return graph


def _text(names: Sequence[str]) -> str | None:
    text = print_graph(graph_with(names))
    again = parse_graph(text)
    verify(again)
    return None if print_graph(again) == text else "reads back as another graph"


def _file(form: str) -> Callable[[Sequence[str]], str | None]:
    def check(names: Sequence[str]) -> str | None:
        message = graph_with(names).as_graph_def()
        again = parse_graph_def(print_graph_def(message, form), form)
        return None if again == message else "reads back as another message"

    return check


class _Tags(HTMLParser):
    """The tags of a page, and what its JSON holds."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.scripts: list[str] = []
        self._is_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self._is_script = tag == "script"

    def handle_data(self, data: str) -> None:
        if self._is_script:
            self.scripts.append(data)
            self._is_script = False


def _html(names: Sequence[str]) -> str | None:
    found = []
    for each in (names, ["plain", "other", "third"]):
        tags = _Tags()
        tags.feed(to_html(graph_with(each)))
        json.loads(tags.scripts[0])
        kinds = {tag for tag in tags.tags if tag[0] not in ("tspan", "line")}
        found.append((kinds, len(tags.scripts)))
    return (
        None if found[0] == found[1] else f"has other tags: {found[0][0] ^ found[1][0]}"
    )


def _explorer(names: Sequence[str]) -> str | None:
    """The page of the explorer, whose data are in a script."""
    found = []
    for each in (names, ["plain", "other", "third"]):
        tags = _Tags()
        tags.feed(page_of(model_of(Explored(graph_with(each), each[0]))))
        found.append((set(tags.tags), len(tags.scripts)))
    return (
        None if found[0] == found[1] else f"has other tags: {found[0][0] ^ found[1][0]}"
    )


def _terminal(names: Sequence[str]) -> str | None:
    """A listing with colours: so many lines, and no control but of its own."""
    found = []
    for each in (names, ["plain", "other", "third"]):
        text = listing(graph_with(each)).as_text(colour=True)
        if text != harmless(text):
            return "controls the terminal"
        controls = [each for each in text if ord(each) < 32]
        found.append((text.count("\n"), set(plain(text)) & set("\x1b"), len(controls)))
    return None if found[0] == found[1] else f"has other lines: {found}"


def _svg(names: Sequence[str]) -> str | None:
    found = []
    for each in (names, ["plain", "other", "third"]):
        root = ElementTree.fromstring(to_svg(graph_with(each)))
        found.append(
            {(element.tag, *sorted(element.attrib)) for element in root.iter()}
        )
    return None if found[0] <= found[1] else f"has other tags: {found[0] - found[1]}"


def _values(names: Sequence[str], native: Any) -> str | None:
    graph = graph_with(names)
    run = compile_graph(graph, graph.inputs, graph.outputs, (), native)
    (result,) = run(np.array([1.0, 2.0], np.float32))
    return None if np.all(result == 0.0) else f"computes {result!r}"


def _program(names: Sequence[str]) -> str | None:
    return _values(names, None)


def _native(names: Sequence[str]) -> str | None:
    return _values(names, options_for(True, False))


def _optimized(names: Sequence[str]) -> str | None:
    graph = graph_with(names)
    before = graph.outputs[0].name
    made = graphir.optimize(graph.as_graph_def(), [before])
    held = [each.name for each in made.node]
    return None if any(before.startswith(each) for each in held) else "loses its name"


def _saved(names: Sequence[str]) -> str | None:
    """Names of variables and of files."""
    holder = tf.Module()
    keys = [each for each in dict.fromkeys(names) if each and "\0" not in each]
    holder.kept = {each: tf.Variable(float(at)) for at, each in enumerate(keys)}
    path = tf.train.Checkpoint(m=holder).save("kept")
    again = tf.Module()
    again.kept = {each: tf.Variable(-1.0) for each in keys}
    tf.train.Checkpoint(m=again).restore(path).assert_consumed()
    same = all(float(again.kept[each]) == at for at, each in enumerate(keys))
    return None if same else "gives other values back"


def _errors(names: Sequence[str]) -> str | None:
    """What a failing node is called in an error stays one error."""
    graph = graph_with(names)
    run = compile_graph(graph, graph.inputs, graph.outputs)
    try:
        run(np.array(["a"], object))
    except (tf.errors.OpError, TypeError, ValueError) as error:
        str(error).encode("utf-8")
    return None


WRITERS: Final[dict[str, Callable[[Sequence[str]], str | None]]] = {
    "text": _text,
    "pb": _file("pb"),
    "pbtxt": _file("pbtxt"),
    "json": _file("json"),
    "html": _html,
    "svg": _svg,
    "explorer": _explorer,
    "terminal": _terminal,
    "program": _program,
    "native": _native,
    "optimized": _optimized,
    "saved": _saved,
    "errors": _errors,
}


def make(number: int) -> Steps:
    """A writer and some names."""
    random = Random(number)
    steps: Steps = [sorted(WRITERS)[number % len(WRITERS)]]
    for _ in range(3):
        count = random.choice((1, 1, 2, 3))
        steps.append("".join(random.choice(PARTS) for _ in range(count)))
    return steps


def run(steps: Steps, folder: Path) -> str | None:
    """What the writer makes of the names."""
    writer, *names = steps
    try:
        told = WRITERS[writer](names or ["a"])
    except GraphirError:
        told = None  # a name that no GraphDef can have is refused in words
    if told is None and (folder / "broken").exists():
        told = "runs what a name says"
    return told and f"{writer} {told}"


def prepare(folder: Path) -> None:
    """Calls each writer once: what that imports is no case's time."""
    for writer in WRITERS:
        run([writer, "a", "b", "c"], folder)


KIND: Final = Kind(make, run, least=2, seconds=20.0, memory=8 << 30, prepare=prepare)
