"""Element types of names, and what a call needs so that ONNX allows its types."""

from __future__ import annotations

import numpy as np
import pytest

from graphir import dtypes
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.kinds import Call, Kinds

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")


def kinds(opset: int = 18, **names: str) -> Kinds:
    made = Kinds(opset)
    for name, dtype in names.items():
        made.note(name, dtypes.as_dtype(dtype))
    return made


def test_the_first_note_of_a_name_counts_and_follows_it() -> None:
    known = kinds(x="float32")
    known.note("x", dtypes.int32)
    known.note("list", dtypes.variant)
    known.note("nothing", None)
    known.rename("x", "y")
    known.rename("gone", "y")
    found = [known.of(name) for name in ("x", "y", "list", "nothing")]
    assert found == [None, dtypes.float32, None, None]


@pytest.mark.parametrize(
    ("op", "dtype", "opset", "wider"),
    [
        ("Add", "int8", 18, None),
        ("Add", "int8", 13, "int32"),
        ("ReduceSum", "uint16", 18, "int32"),
        ("Relu", "uint32", 18, "int64"),
        ("Relu", "int32", 13, "float64"),
        ("Range", "bfloat16", 18, "float32"),
    ],
)
def test_calls_in_wider_types(
    op: str, dtype: str, opset: int, wider: str | None
) -> None:
    own = dtypes.as_dtype(dtype)
    taken = None if wider is None else dtypes.as_dtype(wider)
    call = kinds(opset, x=dtype).call(op, ["x"], {})
    assert call == Call((taken,), ((taken or own, taken and own),))


def test_all_of_several_arguments_are_converted() -> None:
    call = kinds(13, x="int8").call("Mean", ["x", "x", "new"], {})
    wide = dtypes.float32
    assert call == Call((wide, wide, wide), ((wide, dtypes.int8),))


def test_results_whose_type_is_named() -> None:
    known = kinds(x="float32")
    assert known.call("Cast", ["x"], {"to": 7}).made == ((dtypes.int64, None),)
    ones = onnx.numpy_helper.from_array(np.ones(2, np.float64))
    assert known.call("Constant", [], {"value": ones}).made == ((dtypes.float64, None),)
    assert known.call("Clip", ["x", "", "x"], {}).given == (None, None, None)
    assert known.call("NotAnOp", ["x"], {}) == Call((None,), ())


@pytest.mark.parametrize(
    ("op", "name", "attrs", "said"),
    [
        ("Relu", "big", {}, "Relu takes no uint64 in op set 18"),
        ("Add", "text", {}, "Add takes no string"),
        ("Add", "scaled", {}, "no element type for qint8"),
        ("Mish", "x", {}, None),
        ("StringSplit", "text", {}, "no StringSplit in op set 18"),
        ("Cast", "x", {"to": 14}, "Cast makes no complex64"),
        ("Cast", "x", {"to": 0}, "no dtype for UNDEFINED"),
        ("Cast", "x", {"to": 999}, "no dtype for the element type 999"),
    ],
)
def test_what_the_op_set_lacks(
    op: str, name: str, attrs: dict[str, int], said: str | None
) -> None:
    known = kinds(x="float32", big="uint64", text="string", scaled="qint8")
    if said is None:
        assert known.call(op, [name], attrs).given == (None,)
        return
    with pytest.raises(UnsupportedOpError, match=said):
        known.call(op, [name], attrs)
