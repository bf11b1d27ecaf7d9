"""Texts: joined, split, matched, in other cases, and numbers as text."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.elements import utf8
from graphir.onnx.contract.emission import Out, writes

_SINCE = 20
"""The op set that has StringConcat, StringSplit and RegexFullMatch."""


def _needs(out: Out, opset: int) -> None:
    if out.opset < opset:
        raise out.refuse(f"needs opset {opset}.")


def concatenated(out: Out, names: list[str]) -> str:
    """The texts one after another, element by element."""
    _needs(out, _SINCE)
    made: str = out.emit("StringConcat", names)
    return made


def _text(out: Out, text: bytes) -> str:
    return out.const(np.array(text, object), dtypes.string)


def _known_text(out: Out, index: int, what: str) -> str:
    return utf8(bytes(out.known(index, what).reshape(()).item()), what)


@writes("StringJoin")
def _join(out: Out) -> Any:
    separator = out.attr("separator", "").encode()
    found, *rest = out.all
    for each in rest:
        if separator:
            found = concatenated(out, [found, _text(out, separator)])
        found = concatenated(out, [found, each])
    return found if rest else out.emit("Identity", [found])


@writes("StringSplitV2")
def _split(out: Out) -> Any:
    """Places, parts and sizes of the parts, which ONNX pads to a table."""
    _needs(out, _SINCE)
    most = out.attr("maxsplit", -1)
    if not most:
        raise out.refuse("a limit of no splits has no counterpart in ONNX.")
    delimiter = _known_text(out, 1, "the separator")
    table, counts = out.emit(
        "StringSplit",
        [out[0]],
        2,
        delimiter=delimiter or None,
        maxsplit=most if most > 0 else None,
    )
    if delimiter:
        # a text without a separator is one part, also if it is empty
        counts = out.emit("Max", [counts, out.const(1)])
        table = _with_blank_column(out, table)
    most_parts = out.emit(
        "ReduceMax", [out.emit("Concat", [counts, out.const([0])], axis=0)], keepdims=0
    )
    columns = out.emit("Range", [out.const(0), most_parts, out.const(1)])
    ends = out.emit("Unsqueeze", [counts, out.const([1])])
    is_part = out.emit("Less", [columns, ends])
    places = out.emit("Transpose", [out.emit("NonZero", [is_part])], perm=[1, 0])
    parts = out.emit("GatherND", [table, places])
    return [places, parts, out.emit("Shape", [is_part])]


def _with_blank_column(out: Out, table: str) -> str:
    """A table of texts with one column more, of empty ones."""
    count = out.emit("Shape", [out[0]])
    sizes = out.emit("Concat", [count, out.const([1])], axis=0)
    blank = out.emit("Expand", [_text(out, b""), sizes])
    made: str = out.emit("Concat", [table, blank], axis=1)
    return made


@writes("RegexFullMatch", "StaticRegexFullMatch")
def _full_match(out: Out) -> Any:
    _needs(out, _SINCE)
    if out.node.op == "StaticRegexFullMatch":
        pattern = out.attr("pattern")
    else:
        pattern = _known_text(out, 1, "the pattern")
    return out.emit("RegexFullMatch", [out[0]], pattern=pattern)


@writes("StringLower", "StringUpper")
def _in_case(out: Out) -> Any:
    """Of a vector with an element, which is all that ONNX's op takes."""
    blank = out.const(np.array([b""], object), dtypes.string)
    flat = out.emit("Reshape", [out[0], out.const([-1])])
    held = out.emit("Concat", [flat, blank], axis=0)
    changed = out.emit(
        "StringNormalizer",
        [held],
        case_change_action=out.node.op.removeprefix("String").upper(),
        # without an encoding, letters are those of ASCII
        locale="C.UTF-8" if out.attr("encoding", "") else "C",
    )
    count = out.emit("Reshape", [out.emit("Size", [flat]), out.const([1])])
    kept = out.emit("Slice", [changed, out.const([0]), count])
    if out.shape(0).rank == 1:
        return kept
    sizes = out.emit("Shape", [out[0]])
    zeros = {"allowzero": 1} if out.opset >= 14 else {}
    return out.emit("Reshape", [kept, sizes], **zeros)


@writes("AsString")
def _as_string(out: Out) -> Any:
    if not out.value(0).dtype.is_integer:
        raise out.refuse("only whole numbers are written alike.")
    if out.attr("width", -1) > 0:
        raise out.refuse("a width has no counterpart in ONNX.")
    return out.emitter.cast(out[0], dtypes.string)


@writes("StringToNumber")
def _to_number(out: Out) -> Any:
    return out.emitter.cast(out[0], out.dtype)
