"""Attributes implied by the dtypes of a call, which the text form may omit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.ops.contract.signature import Arg, Signature


def complete_from_types(
    signature: Signature,
    inputs: Sequence[Any],
    output_types: Sequence[DType],
    attrs: Mapping[str, Attr],
) -> dict[str, Attr]:
    """The explicit attributes, the attributes that dtypes imply, and the defaults.

    Never raises: the verifier reports attributes that do not fit.

    >>> from graphir import dtypes
    >>> from graphir.ops.contract.signature import parse_signature
    >>> cast = parse_signature("Cast(x: S) -> (y: D) | S: type; D: type")
    >>> complete_from_types(cast, [], [dtypes.int32], {"S": dtypes.bool_})
    {'S': tf.bool, 'D': tf.int32}
    """
    input_types = [value.dtype for value in inputs]
    found = dict(attrs)
    _note(signature.inputs, input_types, found)
    _note(signature.outputs, output_types, found)
    completed: dict[str, Attr] = {}
    for name, spec in signature.attrs.items():
        if name in found:
            completed[name] = found[name]
        elif spec.has_default:
            completed[name] = spec.default
    return {**completed, **{k: v for k, v in found.items() if k not in completed}}


def _note(args: Sequence[Arg], types: Sequence[DType], found: dict[str, Attr]) -> None:
    position = 0
    for index, arg in enumerate(args):
        count = _count(args, index, len(types) - position, found)
        if count is None:
            return
        taken = [each.base_dtype for each in types[position : position + count]]
        position += count
        if arg.number_attr:
            found.setdefault(arg.number_attr, count)
        if arg.is_type_list:
            found.setdefault(arg.type_name, taken)
        elif arg.dtype is None and taken:
            found.setdefault(arg.type_name, taken[0])


def _count(
    args: Sequence[Arg], index: int, left: int, found: Mapping[str, Attr]
) -> int | None:
    """The number of tensors in the argument; None if it is unknown."""
    arg = args[index]
    if not arg.is_list:
        return 1
    given = found.get(arg.number_attr or arg.type_name)
    if isinstance(given, (int, list, tuple)):
        return given if isinstance(given, int) else len(given)
    if given is not None:
        return None
    after = args[index + 1 :]
    lists = [each for each in after if each.is_list]
    if not arg.number_attr and lists:
        return None
    if any(each.number_attr != arg.number_attr for each in lists):
        return None
    # lists of one length share what the single arguments leave
    return max(0, left - len(after) + len(lists)) // (len(lists) + 1)
