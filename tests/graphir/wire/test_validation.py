"""Checks of messages from elsewhere: each names the node and what is wrong."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from graphir.errors import GraphirError, InvalidGraphError, UnknownOpError
from graphir.files import parse_graph_def
from graphir.wire.calls import check_no_recursion
from graphir.wire.validation import validate_graph_def
from tests.graphir.wire.graph_texts import CALL, CONST, LOOP, graph_def, identity


def node(op: str, attrs: str = "", inputs: str = "c") -> str:
    spelled = " ".join(f'input: "{each}"' for each in inputs.split())
    return CONST + f'node {{ name: "a" op: "{op}" {spelled} {attrs} }}'


POOL = """
attr { key: "T" value { type: DT_FLOAT } }
attr { key: "ksize" value { list { i: [1, 1, 1, 1] } } }
attr { key: "strides" value { list { i: [1, 1, 1, 1] } } }
attr { key: "padding" value { s: "SAME" } }
"""


@pytest.mark.parametrize(
    "text",
    [
        CONST,
        LOOP,
        CALL,
        identity("c:0"),
        identity("c:00"),
        identity("c ^c ^c"),
        identity("c", attrs='attr { key: "_note" value { } }'),
        identity("c", attrs='attr { key: "newer" value { i: 1 } }'),
        node("MaxPool", POOL),
    ],
)
def test_good_graph_passes(text: str) -> None:
    validate_graph_def(graph_def(text))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (identity("b"), "node 'a' .*input 'b' names no node"),
        (identity("cc"), "did you mean 'c'"),
        (identity("c ^b"), "input 'b' names no node"),
        (identity("c:1"), "output 1 of node 'c' .*which has 1"),
        (identity("c:-1"), "names no node"),
        (identity("c:"), "names no node"),
        (identity("c:0:0"), "names no node"),
        (identity("c:" + "9" * 5000), "names no node"),
        (identity("^c c"), "after a control input"),
        (identity("c c"), "2 inputs and needs 1"),
        (identity(""), "0 inputs and needs 1"),
        (identity("a"), "in a circle: node 'a'"),
        (identity("c ^a"), "in a circle: node 'a'"),
        (CONST + CONST, "another node of this name"),
        (identity("c", name="a b"), "'a b' cannot be the name of a node"),
        (identity("c", name=""), "'' cannot be the name of a node"),
        (identity("c", name="_a"), "'_a' cannot be the name of a node"),
        (identity("c", name="a:1"), "'a:1' cannot be the name of a node"),
        (node("Identity"), "attribute 'T' .* is missing"),
        (
            node("Identity", 'attr { key: "T" value { i: 3 } }'),
            "attribute 'T' must be T: type; it holds a value of kind int",
        ),
        (node("Identity", 'attr { key: "T" value { } }'), "it holds nothing"),
        (node("Identity", 'attr { key: "T" value { type: 77 } }'), "dtype number 77"),
        (
            node("Identity", 'attr { key: "T" value { type: DT_INT32 } }'),
            "input 0 is float32 from node 'c' .*int32 is needed",
        ),
        (
            node("Identity", 'attr { key: "T" value { placeholder: "T" } }'),
            "must be instantiated",
        ),
        (
            node("MaxPool", POOL.replace("SAME", "SOME")),
            "attribute 'padding' is b'SOME'",
        ),
        (node("MaxPool", POOL.replace("list { i: [1, 1, 1, 1] }", "i: 1")), "list"),
        (node("MaxPool", POOL.replace("i: [1, 1, 1, 1]", 's: "x"')), "lists a value"),
        (node("MaxPool", POOL.replace("[1, 1, 1, 1]", "[1]")), ">= 4"),
        (
            node(
                "Split",
                'attr { key: "T" value { type: DT_FLOAT } } '
                'attr { key: "num_split" value { i: 2000000000 } }',
                "c c",
            ),
            "counts 2000000000 tensors",
        ),
        (
            node(
                "AddN",
                'attr { key: "T" value { type: DT_FLOAT } } '
                'attr { key: "N" value { i: -1 } }',
            ),
            "attribute 'N' is -1",
        ),
        (CONST.replace("tensor_shape", "float_val: 2 tensor_shape"), None),
        (CONST.replace("dtype: DT_FLOAT", "dtype: DT_HALF"), "its value is float16"),
        (
            CONST.replace("DT_FLOAT", "DT_RESOURCE"),
            "a resource cannot be a constant",
        ),
        (
            CALL.replace('name: "add" } }', 'name: "sub" } }'),
            "calls the function 'sub'",
        ),
    ],
)
def test_bad_graph_is_refused(text: str, reason: str | None) -> None:
    if reason is None:
        validate_graph_def(graph_def(text))
        return
    with pytest.raises(InvalidGraphError, match=reason):
        validate_graph_def(graph_def(text))


def test_unknown_op_is_refused_with_a_suggestion() -> None:
    with pytest.raises(UnknownOpError, match="'Identitty'. Did you mean 'Identity'"):
        validate_graph_def(graph_def(node("Identitty")))


def test_unknown_op_may_be_allowed() -> None:
    validate_graph_def(graph_def(node("Mystery")), allow_unknown_ops=True)


def test_unknown_op_in_a_called_function_is_refused() -> None:
    text = CALL.replace('op: "PrintV2"', 'op: "Mystery"')
    with pytest.raises(UnknownOpError, match="function 'add': node 'say'"):
        validate_graph_def(graph_def(text))


def test_function_that_nothing_calls_may_be_anything() -> None:
    text = CALL[len(CONST) :].replace('op: "PrintV2"', 'op: "Mystery"')
    library = text[text.index("library") :]
    validate_graph_def(graph_def(CONST + library))


def test_future_version_is_refused() -> None:
    message = graph_def(CONST)
    message.versions.min_consumer = 99999
    with pytest.raises(InvalidGraphError, match="reader of version 99999 or newer"):
        validate_graph_def(message)


def test_version_that_excludes_this_reader_is_refused() -> None:
    message = graph_def(CONST)
    message.versions.bad_consumers.append(2474)
    with pytest.raises(InvalidGraphError, match="misread"):
        validate_graph_def(message)


def test_long_cycle_is_named_in_part() -> None:
    message = graph_def(CONST)
    for index in range(3000):
        before = f"n{(index + 1) % 3000}"
        added = message.node.add(name=f"n{index}", op="Identity", input=[before])
        added.attr["T"].type = 1
    with pytest.raises(InvalidGraphError, match=r"2992 more <- 'n0'"):
        validate_graph_def(message)


def test_diamonds_are_linear() -> None:
    message = graph_def(CONST)
    previous = "c"
    for index in range(60):
        added = message.node.add(name=f"n{index}", op="AddV2", input=[previous] * 2)
        added.attr["T"].type = 1
        previous = added.name
    backwards = type(message)()
    backwards.node.extend(reversed(list(message.node)))
    start = time.perf_counter()
    validate_graph_def(backwards)
    # 2 ** 60 paths: anything that walks them all does not return
    assert time.perf_counter() - start < 10


def test_chain_of_calls_is_no_recursion() -> None:
    calls = {f"f{index}": [f"f{index + 1}"] * 2 for index in range(5000)}
    check_no_recursion(calls)


def test_long_circle_of_calls_is_found() -> None:
    calls = {f"f{index}": [f"f{(index + 1) % 5000}"] for index in range(5000)}
    with pytest.raises(InvalidGraphError, match="in a circle"):
        check_no_recursion(calls)


@pytest.mark.parametrize("position", range(0, 400, 7))
def test_damaged_bytes_are_refused_or_read(position: int) -> None:
    data = bytearray(graph_def(CALL).SerializeToString())
    data[position % len(data)] ^= 0x5A
    # any other error would fail the test
    with suppress(GraphirError):
        validate_graph_def(parse_graph_def(bytes(data)))
