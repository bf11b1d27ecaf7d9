"""Printer of protocol buffer text format, stable across versions of protobuf.

``str(message)`` of protobuf's C implementation sorts the string keys of a map in
descending order (but a key before longer keys that start with it), its Python
implementation in ascending order; some versions escape text or write numbers
differently. This printer writes the C implementation's text with every version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cmp_to_key
from typing import Any, Final

import numpy as np

Message = Any


def has_expected_text(probe_class: Any) -> bool:
    """Whether ``str`` of protobuf's own classes prints the text of this printer."""
    probe = probe_class()
    for key in ("a", "bb", "b"):
        probe.attr[key].i = 1
    # one release of the C implementation leaves the quotes in bytes as they are
    probe.attr["a"].s = b'"'
    return str(probe) == print_message(probe)


def install_text(classes: Iterable[Any]) -> None:
    """Makes ``str`` of these classes give that text."""
    for each in classes:
        each.__str__ = each.__repr__ = print_message


def print_message(message: Message) -> str:
    """The text form, written field by field.

    >>> from graphir.wire.messages import get
    >>> node = get("NodeDef")(name="x")
    >>> node.attr["a"].i = 1; node.attr["b"].i = 2
    >>> print_message(node) == str(node)
    True
    """
    return "".join(_lines(message, ""))


def _lines(message: Message, indent: str) -> Iterator[str]:
    for field, value in message.ListFields():
        if field.message_type is not None and _is_map_entry(field.message_type):
            for key in sorted(value, key=_KEY_ORDER):
                yield f"{indent}{field.name} {{\n"
                for name, part in (("key", key), ("value", value[key])):
                    kind = field.message_type.fields_by_name[name]
                    yield from _field_lines(kind, part, indent + "  ")
                yield indent + "}\n"
            continue
        # a list of any kind can be told from a message and a scalar by its append
        for each in value if hasattr(value, "append") else [value]:
            yield from _field_lines(field, each, indent)


def _field_lines(field: Any, value: Any, indent: str) -> Iterator[str]:
    if field.message_type is None:
        yield f"{indent}{field.name}: {_scalar_text(field, value)}\n"
        return
    yield f"{indent}{field.name} {{\n"
    yield from _lines(value, indent + "  ")
    yield indent + "}\n"


def _is_map_entry(message_type: Any) -> bool:
    return bool(message_type.GetOptions().map_entry)


def _compare_keys(a: Any, b: Any) -> int:
    if isinstance(a, str):
        a_bytes, b_bytes = a.encode(), b.encode()
        shared = min(len(a_bytes), len(b_bytes))
        if a_bytes[:shared] != b_bytes[:shared]:
            return -1 if a_bytes > b_bytes else 1
        return len(a_bytes) - len(b_bytes)
    return int(a > b) - int(a < b)


_KEY_ORDER = cmp_to_key(_compare_keys)


def _scalar_text(field: Any, value: Any) -> str:
    if isinstance(value, str):
        return f'"{value.translate(_ESCAPES)}"'
    if isinstance(value, bytes):
        return '"' + "".join(map(_byte_text, value)) + '"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return _float_text(value, field.cpp_type == field.CPPTYPE_FLOAT)
    if field.enum_type is not None and value in field.enum_type.values_by_number:
        name: str = field.enum_type.values_by_number[value].name
        return name
    return str(value)


def _byte_text(byte: int) -> str:
    return chr(byte).translate(_ESCAPES) if byte < 128 else f"\\{byte:03o}"


_ESCAPES: Final = {
    **{code: f"\\{code:03o}" for code in (*range(32), 127)},
    **str.maketrans(
        {"\t": r"\t", "\n": r"\n", "\r": r"\r", '"': r"\"", "'": r"\'", "\\": r"\\"}
    ),
}


def _float_text(value: float, is_single: bool) -> str:
    short, full = (6, 9) if is_single else (15, 17)
    text = f"{value:.{short}g}"
    read_back = float(np.float32(text)) if is_single else float(text)
    return text if read_back == value or value != value else f"{value:.{full}g}"
