"""Element types of named results, and calls brought to types that ONNX allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from graphir import dtypes
from graphir.dtypes import DType
from graphir.onnx.contract.elements import dtype_of, element_type_of
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.package import onnx_package

_WIDER: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("int8", "int16", "uint8"), ("int32", "int64", "float32")),
    "uint16": ("int32", "int64", "float32"),
    "int32": ("int64", "float64"),
    "uint32": ("int64", "float64"),
    "float16": ("float32",),
    "bfloat16": ("float32",),
}
"""Types that hold every value of a type, the preferred one first."""


class Call(NamedTuple):
    """What a call needs so that ONNX allows its types."""

    given: tuple[DType | None, ...]
    """For each argument the type that it must be converted to."""
    made: tuple[tuple[DType | None, DType | None], ...]
    """For each result the type that comes, and the one to convert it to."""


@dataclass(frozen=True)
class _Schema:
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    allowed: Mapping[str, frozenset[str]]
    repeats: bool
    """Whether the last argument stands for several of one type."""


class Kinds:
    """The element types of the names of a model, as far as they are known."""

    def __init__(self, opset: int) -> None:
        self._opset = opset
        self._known: dict[str, DType] = {}

    def note(self, name: str, dtype: DType | None) -> None:
        """Keeps the type of a name; lists have none."""
        if dtype is not None and dtype is not dtypes.variant:
            self._known.setdefault(name, dtype.base_dtype)

    def of(self, name: str) -> DType | None:
        """The type of a name, if it is known."""
        return self._known.get(name)

    def rename(self, old: str, new: str) -> None:
        """Gives what is known of a name to another."""
        if old in self._known:
            self._known[new] = self._known.pop(old)

    def call(self, op: str, inputs: Sequence[str], attrs: Mapping[str, Any]) -> Call:
        """The conversions around a call.

        Raises:
          UnsupportedOpError: if the op set lacks the op, or it takes neither the types
            nor wider ones.
        """
        schema = _schema(op, self._opset)
        if schema is None:
            return Call((None,) * len(inputs), ())
        variables = _variables(schema, len(inputs))
        bound: dict[str, DType] = {}
        for name, variable in zip(inputs, variables):
            if name in self._known and variable in schema.allowed:
                bound.setdefault(variable, self._known[name])
        taken = {
            variable: self._taken(op, dtype, schema.allowed[variable])
            for variable, dtype in bound.items()
        }
        self._check_target(op, schema, attrs)
        given = tuple(
            taken[each] if each in bound and taken[each] is not bound[each] else None
            for each in variables
        )
        made = tuple(_result(each, bound, taken, attrs) for each in schema.outputs)
        return Call(given, made)

    def _check_target(self, op: str, schema: _Schema, attrs: Mapping[str, Any]) -> None:
        """The type that an attribute asks for must be one that the op can make."""
        made = _asked(attrs)
        allowed = schema.allowed.get(schema.outputs[0]) if schema.outputs else None
        if made is not None and allowed and _text(made) not in allowed:
            raise UnsupportedOpError(
                f"ONNX's {op} makes no {made.name} in op set {self._opset}."
            )

    def _taken(self, op: str, dtype: DType, allowed: frozenset[str]) -> DType:
        if _text(dtype) in allowed:
            return dtype
        for name in _WIDER.get(dtype.name, ()):
            wider = dtypes.as_dtype(name)
            if _text(wider) in allowed:
                return wider
        raise UnsupportedOpError(
            f"ONNX's {op} takes no {dtype.name} in op set {self._opset}."
        )


def _result(
    variable: str,
    bound: Mapping[str, DType],
    taken: Mapping[str, DType],
    attrs: Mapping[str, Any],
) -> tuple[DType | None, DType | None]:
    if variable in bound:
        wanted = bound[variable]
        comes = taken[variable]
        return comes, None if comes is wanted else wanted
    asked = _asked(attrs)
    if asked is not None:
        return asked, None
    if variable.startswith("tensor("):
        return _named(variable), None
    return None, None


def _asked(attrs: Mapping[str, Any]) -> DType | None:
    """The type of the result that an attribute names, or has."""
    if "to" in attrs:
        return dtype_of(attrs["to"])
    if hasattr(attrs.get("value"), "data_type"):
        return dtype_of(attrs["value"].data_type)
    return None


def _variables(schema: _Schema, count: int) -> list[str]:
    found = list(schema.inputs[:count])
    if schema.repeats and found:
        found += [found[-1]] * (count - len(found))
    return found + [""] * (count - len(found))


@cache
def _text(dtype: DType) -> str:
    number = element_type_of(dtype)
    name = onnx_package().TensorProto.DataType.Name(number).lower()
    return f"tensor({name})"


@cache
def _named(text: str) -> DType | None:
    numbers = onnx_package().TensorProto.DataType
    name = text.removeprefix("tensor(").removesuffix(")").upper()
    return dtype_of(numbers.Value(name)) if name in numbers.keys() else None  # noqa: SIM118


@cache
def _schema(op: str, opset: int) -> _Schema | None:
    defs = onnx_package().defs
    if not defs.has(op):
        return None
    try:
        found = defs.get_schema(op, opset)
    except defs.SchemaError as error:
        raise UnsupportedOpError(f"ONNX has no {op} in op set {opset}.") from error
    several = defs.OpSchema.FormalParameterOption.Variadic
    if any(x.option == several and not x.is_homogeneous for x in found.inputs):
        return None
    return _Schema(
        tuple(each.type_str for each in found.inputs),
        tuple(each.type_str for each in found.outputs),
        {
            each.type_param_str: frozenset(each.allowed_type_strs)
            for each in found.type_constraints
        },
        any(each.option == several for each in found.inputs),
    )
