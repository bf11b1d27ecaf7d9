"""Inference of attributes and dtypes, from an op's signature and its inputs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.ops.contract.signature import Arg, AttrSpec, Signature

MOST_RESULTS: Final = 1 << 20
"""Results of one call; more would be a file's attack on memory."""


def complete_attrs(
    signature: Signature, inputs: Sequence[Any], attrs: Mapping[str, Attr]
) -> dict[str, Attr]:
    """Every declared attribute, in order, then the explicit undeclared attributes.

    Type and number attributes come from the inputs (objects with a ``dtype``), others
    from ``attrs``, then from the defaults.

    Raises:
      TypeError: for a wrong number of inputs, inputs of different dtypes where one is
        needed, a dtype that is not allowed, or an attribute without value.
      ValueError: for a value below its minimum, or a value that is not allowed.
    """
    found = _attrs_of_inputs(signature, inputs, attrs)
    completed: dict[str, Attr] = {}
    for name, spec in signature.attrs.items():
        if name in found:
            completed[name] = found[name]
        elif name in attrs:
            completed[name] = attrs[name]
        elif spec.has_default:
            completed[name] = spec.default
        else:
            raise TypeError(
                f"Op {signature.name} needs the attribute {name!r} ({spec})."
            )
        _check_attr(signature, spec, completed[name])
    for name, value in attrs.items():
        completed.setdefault(name, value)
    return completed


def _attrs_of_inputs(
    signature: Signature, inputs: Sequence[Any], attrs: Mapping[str, Attr]
) -> dict[str, Attr]:
    found: dict[str, Attr] = {}
    position = 0
    for arg in signature.inputs:
        count = _input_count(signature, arg, len(inputs), position, {**attrs, **found})
        taken = inputs[position : position + count]
        if len(taken) < count or (not arg.is_list and not taken):
            raise _wrong_count(signature, len(inputs))
        position += count
        if arg.number_attr:
            found[arg.number_attr] = count
        _note_types(signature, arg, [value.dtype.base_dtype for value in taken], found)
    if position != len(inputs):
        raise _wrong_count(signature, len(inputs))
    return found


def _input_count(
    signature: Signature, arg: Arg, total: int, position: int, attrs: Mapping[str, Attr]
) -> int:
    if not arg.is_list:
        return 1
    given = attrs.get(arg.number_attr or arg.type_name)
    if isinstance(given, int):
        return given
    if given is not None:
        return len(given)
    # the only open list takes what the single arguments after it leave; lists of one
    # length share it
    after = signature.inputs[signature.inputs.index(arg) + 1 :]
    single = sum(1 for later in after if not later.is_list)
    alike = sum(1 for later in after if later.number_attr and later.is_list)
    return max(0, total - position - single) // (alike + 1 if arg.number_attr else 1)


def _note_types(
    signature: Signature, arg: Arg, taken: list[DType], found: dict[str, Attr]
) -> None:
    if arg.is_type_list:
        known = found.setdefault(arg.type_name, taken)
        if known != taken:
            raise TypeError(
                f"Op {signature.name}: argument {arg.name!r} must have dtypes "
                f"{[each.name for each in known]}, not {[each.name for each in taken]}."
            )
        return
    for dtype in taken:
        expected = arg.dtype or found.setdefault(arg.type_name, dtype)
        if expected is not dtype:
            raise _wrong_dtype(signature, arg, expected, dtype)


def _wrong_dtype(
    signature: Signature, arg: Arg, expected: DType, dtype: DType
) -> TypeError:
    sharing = [
        each.name
        for each in signature.inputs
        if each.type_name == arg.type_name and each is not arg and not each.is_list
    ]
    if arg.dtype is None and sharing:
        return TypeError(
            f"Input '{arg.name}' of '{signature.name}' Op has type {dtype.name} that "
            f"does not match type {expected.name} of argument '{sharing[0]}'."
        )
    return TypeError(
        f"Input '{arg.name}' of '{signature.name}' Op has type {dtype.name}; "
        f"it must be {expected.name}."
    )


def _wrong_count(signature: Signature, given: int) -> TypeError:
    return TypeError(f"Op {signature.name} was given {given} inputs: {signature}")


def _check_attr(signature: Signature, spec: AttrSpec, value: Attr) -> None:
    if spec.minimum is not None:
        size = len(value) if spec.is_list else value
        if size < spec.minimum:
            raise ValueError(
                f"Attribute {spec.name!r} of op {signature.name} is {value!r}: "
                f"it must be at least {spec.minimum}."
            )
    if spec.allowed is None:
        return
    for each in value if spec.is_list else (value,):
        if each not in spec.allowed:
            raise _not_allowed(signature, spec, each)


def _not_allowed(signature: Signature, spec: AttrSpec, value: Attr) -> Exception:
    if isinstance(value, DType):
        allowed = ", ".join(each.name for each in spec.allowed or ())
        return TypeError(
            f"Value for attr '{spec.name}' of {value.name} is not in the list of "
            f"allowed values: {allowed} (op {signature.name})."
        )
    return ValueError(
        f"Value for attr '{spec.name}' of {value!r} is not in the list of allowed "
        f"values: {list(spec.allowed or ())} (op {signature.name})."
    )


def output_dtypes(signature: Signature, attrs: Mapping[str, Attr]) -> list[DType]:
    """The dtype of each result, flat."""
    result: list[DType] = []
    for arg in signature.outputs:
        if arg.is_type_list:
            result += attrs[arg.type_name]
            continue
        dtype = arg.dtype or attrs[arg.type_name]
        if arg.is_ref:
            dtype = dtype.reference
        count = attrs[arg.number_attr] if arg.number_attr else 1
        if count > MOST_RESULTS:
            raise ValueError(
                f"Op {signature.name} cannot give {count} results: at most "
                f"{MOST_RESULTS}."
            )
        result += [dtype] * count
    return result


def group_inputs(
    signature: Signature,
    attrs: Mapping[str, Attr],
    flat: Sequence[Any],
    args: Sequence[Arg] | None = None,
) -> list[Any]:
    """One entry for each declared argument; a list where it takes several tensors."""
    grouped: list[Any] = []
    position = 0
    for arg in signature.inputs if args is None else args:
        if not arg.is_list:
            grouped.append(flat[position])
            position += 1
            continue
        sizes = attrs[arg.number_attr or arg.type_name]
        count = sizes if isinstance(sizes, int) else len(sizes)
        grouped.append(list(flat[position : position + count]))
        position += count
    return grouped
