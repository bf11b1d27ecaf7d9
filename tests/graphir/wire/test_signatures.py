"""Signatures of ops as the wire format needs them: attributes, dtypes, names."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.errors import InvalidGraphError
from graphir.ops.contract.signature import parse_signature
from graphir.wire import messages
from graphir.wire.signatures import (
    MAX_TENSORS,
    OpFacts,
    OpTable,
    signature_of_function,
)
from tests.graphir.wire.graph_texts import graph_def

F, INT = dtypes.float32, dtypes.int32
TABLE = OpTable({"mine": parse_signature("mine(a: float) -> (b: int32)")})


def attrs(text: str):
    return graph_def(f'node {{ name: "n" op: "x" {text} }}').node[0].attr


def facts(op: str) -> OpFacts:
    found = TABLE.facts(op)
    assert found is not None
    return found


def test_known_ops_and_functions_have_facts() -> None:
    assert facts("MatMul").name == "MatMul"
    assert facts("MatMul") is facts("MatMul")
    assert facts("mine").types({}) == ((F,), (INT,))
    assert TABLE.facts("nobody") is None
    assert TABLE.is_function("mine")
    assert not TABLE.is_function("MatMul")


def test_attributes_are_completed_in_order() -> None:
    found = facts("MatMul").read_attrs(
        attrs('attr { key: "T" value { type: DT_FLOAT } } '
              'attr { key: "_more" value { i: 3 } }')
    )  # fmt: skip
    assert found["T"] is F
    assert found["transpose_a"] is False
    assert list(found)[-1] == "_more"


@pytest.mark.parametrize(
    ("op", "text", "reason"),
    [
        ("MatMul", "", "attribute 'T' .* is missing"),
        ("MatMul", 'attr { key: "T" value { i: 1 } }', "must be .*a value of kind int"),
        ("MatMul", 'attr { key: "T" value { type: DT_STRING } }', "'T' is tf.string"),
        ("MatMul", 'attr { key: "T" value { } }', "it holds nothing"),
    ],
)
def test_attributes_that_do_not_fit(op: str, text: str, reason: str) -> None:
    with pytest.raises(InvalidGraphError, match=reason):
        facts(op).read_attrs(attrs(text))


def test_types_follow_from_attributes() -> None:
    concat = facts("ConcatV2")
    found = concat.types({"N": 2, "T": F, "Tidx": INT})
    assert found == ((F, F, INT), (F,))
    assert concat.types({"N": 2, "T": F, "Tidx": INT}) is found
    with pytest.raises(InvalidGraphError, match="counts -1 tensors"):
        concat.types({"N": -1, "T": F, "Tidx": INT})
    with pytest.raises(InvalidGraphError, match=f"0 to {MAX_TENSORS}"):
        concat.types({"N": MAX_TENSORS + 1, "T": F, "Tidx": INT})


def test_outputs_by_name() -> None:
    several = OpFacts(
        parse_signature("S() -> (a: float, b: N*int32, c: list(L)) | N: int; "
                        "L: list(type)"),
        None,
    )  # fmt: skip
    given = {"N": 2, "L": [F, INT]}
    assert several.output_names(given) == ["a:0", "b:0", "b:1", "c:0", "c:1"]
    assert several.output_index(given, "b", 1) == 2
    assert several.output_index(given, "c", 0) == 3
    assert several.output_index(given, "b", 2) == -1
    assert several.output_index(given, "d", 0) == -1


def test_handles_pass_through_copies() -> None:
    assert facts("Identity").passes_handles
    assert not facts("Neg").passes_handles
    assert not facts("mine").passes_handles


def test_the_signature_of_a_function() -> None:
    op_def = messages.get("OpDef")()
    op_def.name, op_def.is_stateful = "f", True
    op_def.input_arg.add(name="x", type=1)
    op_def.output_arg.add(name="y", type=3)
    found = signature_of_function(op_def)
    assert [each.type_name for each in (*found.inputs, *found.outputs)] == [
        "float",
        "int32",
    ]
    assert "stateful" in found.traits
    op_def.input_arg[0].type_attr = "T"
    with pytest.raises(InvalidGraphError, match="leaves the dtype of 'x' open"):
        signature_of_function(op_def)
