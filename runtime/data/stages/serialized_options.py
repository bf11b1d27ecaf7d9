"""Serialized options of `OptionsDataset`: TensorFlow's message `Options`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

FIELDS: Final[dict[str, tuple[tuple[int, ...], str]]] = {
    "dataset_name": ((10,), "text"),
    "deterministic": ((1,), "bool"),
    "autotune.enabled": ((7, 1), "bool"),
    "autotune.cpu_budget": ((7, 2), "int"),
    "autotune.ram_budget": ((7, 3), "int"),
    "autotune.autotune_algorithm": ((7, 4), "int"),
    "autotune.initial_parallelism": ((7, 5), "int"),
    "autotune.min_parallelism": ((7, 6), "int"),
    "experimental_distribute.auto_shard_policy": ((2, 1), "int"),
    "experimental_distribute.num_devices": ((2, 2), "int"),
    "experimental_optimization.apply_default_optimizations": ((3, 1), "bool"),
    "experimental_optimization.filter_fusion": ((3, 6), "bool"),
    "experimental_optimization.map_and_batch_fusion": ((3, 9), "bool"),
    "experimental_optimization.map_and_filter_fusion": ((3, 10), "bool"),
    "experimental_optimization.map_fusion": ((3, 11), "bool"),
    "experimental_optimization.map_parallelization": ((3, 12), "bool"),
    "experimental_optimization.noop_elimination": ((3, 14), "bool"),
    "experimental_optimization.parallel_batch": ((3, 15), "bool"),
    "experimental_optimization.shuffle_and_repeat_fusion": ((3, 17), "bool"),
    "experimental_optimization.filter_parallelization": ((3, 18), "bool"),
    "experimental_optimization.inject_prefetch": ((3, 19), "bool"),
    "experimental_optimization.seq_interleave_prefetch": ((3, 21), "bool"),
    "experimental_optimization.batch_before_map": ((3, 1001), "bool"),
    "experimental_slack": ((4,), "bool"),
    "threading.max_intra_op_parallelism": ((5, 1), "int"),
    "threading.private_threadpool_size": ((5, 2), "int"),
    "experimental_external_state_policy": ((6,), "int"),
    "experimental_symbolic_checkpoint": ((8,), "bool"),
    "experimental_warm_start": ((9,), "bool"),
    "framework_type": ((11,), "texts"),
    "experimental_service.pinned": ((12, 1), "bool"),
}
"""Where each option stands in the message: field numbers, and the kind of value."""

_GROUPS: Final = (2, 3, 5, 7, 12)
"""Messages in the message, which TensorFlow writes also where they are empty."""

_BY_PATH: Final = {path: (name, kind) for name, (path, kind) in FIELDS.items()}
_VARINT, _BYTES = 0, 2


def write_options(options: Mapping[str, Any]) -> bytes:
    """The message of options that are set."""
    nested: dict[int, bytes] = dict.fromkeys(_GROUPS, b"")
    parts: dict[int, bytes] = {}
    for name, value in options.items():
        path, kind = FIELDS[name]
        field = _field(path[-1], kind, value)
        if len(path) == 1:
            parts[path[0]] = field
        else:
            nested[path[0]] = nested.get(path[0], b"") + field
    for number, inside in nested.items():
        parts[number] = _head(number, _BYTES) + _varint(len(inside)) + inside
    return b"".join(parts[number] for number in sorted(parts))


def _field(number: int, kind: str, value: Any) -> bytes:
    if kind == "texts":
        return b"".join(_field(number, "text", each) for each in value)
    if kind == "text":
        data = value.encode()
        return _head(number, _BYTES) + _varint(len(data)) + bytes(data)
    return _head(number, _VARINT) + _varint(int(getattr(value, "value", value)))


def _head(number: int, wire: int) -> bytes:
    return _varint(number << 3 | wire)


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_options(message: bytes) -> dict[str, Any]:
    """The options in a message; unknown options are left out.

    >>> read_options(write_options({"experimental_slack": True}))
    {'experimental_slack': True}
    """
    found: dict[str, Any] = {}
    for number, value in _fields(message):
        if (number,) in _BY_PATH:
            _put(found, (number,), value)
        elif isinstance(value, bytes):
            for inner, inside in _fields(value):
                _put(found, (number, inner), inside)
    return found


def _put(found: dict[str, Any], path: tuple[int, ...], value: Any) -> None:
    name, kind = _BY_PATH.get(path, ("", ""))
    if kind == "bool":
        found[name] = bool(value)
    elif kind == "text":
        found[name] = value.decode()
    elif kind == "texts":
        found.setdefault(name, []).append(value.decode())
    elif kind:
        # negative numbers are written as those 2**64 above them
        found[name] = value - (1 << 64) if value >> 63 else value


def _fields(message: bytes) -> Iterator[tuple[int, Any]]:
    place = 0
    while place < len(message):
        head, place = _read_varint(message, place)
        value, place = _read_varint(message, place)
        if head & 7 == _BYTES:
            yield head >> 3, message[place : place + value]
            place += value
        else:
            yield head >> 3, value


def _read_varint(message: bytes, place: int) -> tuple[int, int]:
    value, shift = 0, 0
    while True:
        byte = message[place]
        value |= (byte & 127) << shift
        place += 1
        if byte < 128:
            return value, place
        shift += 7
