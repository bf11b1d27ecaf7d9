"""Strings that contain tensors, while a graph is traced: f-strings, `str`.

Python formats the text while tracing, when a tensor has no value yet, so the text
contains a unique description of the tensor. Where the text becomes a tensor (it is
returned, printed by tf.print, passed to a string op), the graph builds the text again,
with the value in place of the description.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from autograph import logs
from graphir import dtypes
from graphir.attachments import calling_frame
from runtime.apply import apply_op, apply_single
from runtime.staging.printing import string_format
from runtime.tensors.conversion import TEXTS, constant_of
from runtime.tensors.python_values import to_array
from runtime.tensors.structure import flatten, pack
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.origins import is_ours
from runtime.tracing.refused_errors import refusals_around

_ANY_SHAPE: Final = {"incompatible_shape_error": True}
_WARNED: Final[set[tuple[str, int]]] = set()
_SPEC: Final = re.compile(
    r"(?P<zero>0?)(?P<width>\d*)(?:\.(?P<precision>\d+))?(?P<kind>[defgs]?)"
)


@dataclass(eq=False)
class StagedText:
    """The text of a tensor in one format, made while tracing."""

    tensor: SymbolicTensor
    spec: str
    place: tuple[str, int] | None
    """The user's line of an f-string, file and number; None for `str`."""
    is_used: bool = False


def describe(tensor: SymbolicTensor, spec: str | None = None) -> str:
    """The text that Python gets for a tensor; `spec` is a format's.

    Raises:
      TypeError: for a `spec` that no op can follow.
    """
    trace = current_trace()
    text = tensor.description()
    if spec:
        _attrs_of(spec)
        text += f":{spec}"
    if trace is None:
        return text
    texts = TEXTS.of(trace)
    known = texts.get(text)
    if known is not None and known.tensor is not tensor:
        # another graph has a tensor of that name
        text = f"{text[:-1]}, graph={tensor.graph_trace.name})"
    place = None if spec is None else _user_line()
    texts[text] = staged = StagedText(tensor, spec or "", place)
    if place is not None:
        refusals = next(refusals_around(trace), None)
        if refusals is None:
            warn_of_unused([staged])
        else:
            refusals.texts.append(staged)
    return text


def describe_for_user(tensor: SymbolicTensor, text: str) -> str:
    """The `repr` of a tensor; in a user's line, it stands for the tensor's value."""
    trace = current_trace()
    place = None if trace is None else _user_line()
    if trace is None or place is None:
        return text
    texts = TEXTS.of(trace)
    if text not in texts:
        texts[text] = known = StagedText(tensor, "", place)
        refusals = next(refusals_around(trace), None)
        if refusals is not None:
            refusals.texts.append(known)
    return text


def _user_line() -> tuple[str, int] | None:
    """The line with the f-string, unless it is ours."""
    frame = calling_frame()
    if is_ours(frame.f_code.co_filename):
        return None
    return frame.f_code.co_filename, frame.f_lineno


def warn_of_unused(texts: Sequence[StagedText]) -> None:
    """Warns once per line of f-strings with tensors that never became a tensor."""
    used = {each.place for each in texts if each.is_used}
    for place in dict.fromkeys(each.place for each in texts):
        if place is None or place in used or place in _WARNED:
            continue
        _WARNED.add(place)
        logs.warn(
            f"{place[0]}, line {place[1]}: the text is made while a graph is traced, "
            "so it describes the tensor and does not hold its value; use "
            "tf.strings.format, or tf.print."
        )


def parts_of(text: str) -> list[str | StagedText]:
    """The text, with each description of a tensor apart."""
    trace = current_trace()
    known: dict[str, StagedText] = {} if trace is None else TEXTS.of(trace)
    found = [each for each in known if each in text]
    if not found:
        return [text]
    found.sort(key=len, reverse=True)
    pattern = "|".join(map(re.escape, found))
    pieces = re.split(f"({pattern})", text)
    return [known.get(each, each) for each in pieces if each]


def has_values(text: Any) -> bool:
    """Whether a text describes tensors of the trace."""
    return isinstance(text, str) and any(
        isinstance(each, StagedText) for each in parts_of(text)
    )


def text_tensor(text: str, name: str | None = None) -> Tensor:
    """The text as a string tensor that holds values where it describes tensors."""
    parts = parts_of(text)
    if len(parts) == 1 and isinstance(parts[0], StagedText):
        alone: Tensor = _value_text(parts[0])
        return alone
    made = [
        _value_text(each) if isinstance(each, StagedText) else _constant(each)
        for each in parts
    ]
    return apply_single("StringJoin", [made], {"separator": b""}, name)


def _constant(text: str) -> Tensor:
    array, dtype = to_array(text, dtypes.string)
    return constant_of(array, dtype)


def _value_text(staged: StagedText) -> Any:
    """A string tensor: the value as Python would write it."""
    staged.is_used = True
    tensor = staged.tensor
    if staged.spec:
        return _formatted(tensor, _attrs_of(staged.spec))
    if tensor.shape.rank == 0 and tensor.dtype is dtypes.string:
        return tensor
    if tensor.shape.rank == 0 and tensor.dtype.is_bool:
        words = [_constant("True"), _constant("False")]
        return apply_op("SelectV2", [tensor, *words])
    text = string_format("{}", [tensor], "{}", 3)
    if tensor.shape.rank == 0 and tensor.dtype.is_floating:
        return _as_python_writes(tensor, text)
    return text


def _as_python_writes(number: Any, text: Any) -> Any:
    """Python writes `3.0` where StringFormat writes `3`, and no exponent below 1e16."""
    is_whole = apply_op("Equal", [apply_op("Floor", [number]), number], _ANY_SHAPE)
    cast = {"DstT": dtypes.float64, "Truncate": False}
    wide = apply_op("Cast", [number], cast)
    is_short = apply_op("Less", [apply_op("Abs", [wide]), 1e16])
    plain = apply_op("AsString", [wide], _attrs_of(".1f"))
    is_plain = apply_op("LogicalAnd", [is_whole, is_short])
    return apply_op("SelectV2", [is_plain, plain, text])


def _formatted(tensor: Any, attrs: dict[str, Any]) -> Any:
    if "precision" in attrs and tensor.dtype.is_integer:
        cast = {"DstT": dtypes.float64, "Truncate": False}
        tensor = apply_op("Cast", [tensor], cast)
    return apply_op("AsString", [tensor], attrs)


def _attrs_of(spec: str) -> dict[str, Any]:
    """The attributes of AsString for a format of Python's."""
    match = _SPEC.fullmatch(spec)
    if match is None:
        raise TypeError(
            f"unsupported format string {spec!r} for a tensor that has no value while "
            "a graph is traced: a width, zeros, a precision and d, e, f or g are "
            "known; use tf.strings.as_string and tf.strings.format."
        )
    attrs: dict[str, Any] = {"fill": b"0" if match["zero"] else b""}
    attrs["width"] = int(match["width"] or -1)
    kind = match["kind"]
    if match["precision"] or kind in ("e", "f", "g"):
        attrs["precision"] = int(match["precision"] or 6)
    attrs["scientific"] = kind == "e"
    attrs["shortest"] = kind == "g" or (bool(match["precision"]) and not kind)
    return attrs


def _with_values(values: Any) -> Any:
    return type(values)(list(_each_with_values(values)))


def _each_with_values(values: Any) -> Iterator[Any]:
    for each in values:
        if type(each) in (list, tuple):
            yield _with_values(each)
        else:
            yield text_tensor(each) if has_values(each) else each


def _any_with_values(values: Any) -> bool:
    return any(
        _any_with_values(each) if type(each) in (list, tuple) else has_values(each)
        for each in values
    )


def settled(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Converts text with a branch's tensors to string tensors at the branch's end."""
    trace = current_trace()
    if trace is None or not TEXTS.of(trace):
        return values
    return tuple(map(_settled, values))


def _settled(value: Any) -> Any:
    if not isinstance(value, (str, list, tuple, dict)):
        return value
    leaves = flatten(value)
    if not any(map(has_values, leaves)):
        return value
    return pack(value, [text_tensor(x) if has_values(x) else x for x in leaves])


def converted(value: Any) -> Any:
    """Text that describes tensors, or nested text, as string tensors; else None."""
    if isinstance(value, str):
        return text_tensor(value) if has_values(value) else None
    return _with_values(value) if _any_with_values(value) else None


__all__ = [
    "StagedText",
    "converted",
    "describe",
    "has_values",
    "parts_of",
    "settled",
    "text_tensor",
    "warn_of_unused",
]
