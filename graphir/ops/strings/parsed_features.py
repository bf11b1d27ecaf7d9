"""Features of `Example` messages as arrays, and their places for errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import prod
from typing import Any, Final

import numpy as np

from graphir.attachments import Attached
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError, ParseError
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets
from graphir.ops.strings.example_templates import Templates
from graphir.shapes import Shape

_LISTS: Final = {"float": "float_list", "int64": "int64_list", "string": "bytes_list"}


_NAMES: Final = {"float32": "float", "int64": "int64", "string": "string"}


_KINDS: Final = {field: name for name, field in _LISTS.items()}


_MESSAGE: Final[Attached[Any]] = Attached("message from bytes")


_MESSAGES: Final[Attached[list[Any]]] = Attached("messages from bytes")


Features = Mapping[str, Any]
"""`Feature` messages by name."""


def type_name(dtype: DType) -> str:
    """The name of a dtype in error messages.

    >>> from graphir import dtypes
    >>> type_name(dtypes.float32)
    'float'
    """
    return _NAMES[dtype.name]


@dataclass(frozen=True)
class Place:
    """Which feature of which message, for errors."""

    key: str
    index: int | None = None
    name: str = "<unknown>"

    def of_value(self) -> str:
        """``Key: k``, with the message's name and number if there are several."""
        if self.index is None:
            return f"Key: {self.key}"
        return f"Name: {self.name}, Key: {self.key}, Index: {self.index}"

    def of_feature(self, what: str = "Feature: ") -> str:
        """``Feature: k``, with the message's name if there are several."""
        name = "" if self.index is None else f"Name: {self.name}, "
        return f"{name}{what}{self.key}"


def parsed_message(kind: str, data: bytes, place: str) -> Any:
    """The message of serialized data.

    Raises:
      InvalidArgumentError: if the data is no such message.
    """
    try:
        return _MESSAGE(kind, data)
    except ParseError as error:
        raise InvalidArgumentError(
            f"{place}Could not parse example input, value: {data[:100]!r} ({error})"
        ) from error


def example_features(serialized: list[bytes]) -> list[Features]:
    """The features of each serialized `Example`.

    Raises:
      InvalidArgumentError: if some data is no `Example`.
    """
    try:
        messages = _MESSAGES("Example", serialized)
    except ParseError:
        messages = [parsed_message("Example", each, "") for each in serialized]
    return [each.features.feature for each in messages]


def values_of_rows(
    rows: list[Features], key: str, dtype: DType, places: Places
) -> list[list[Any] | None]:
    """The values of one feature in each message; None if the feature is missing.

    Raises:
      InvalidArgumentError: if the feature has values of another type.
    """
    field = _LISTS[type_name(dtype)]
    found: list[list[Any] | None] = []
    for index, row in enumerate(rows):
        feature = row.get(key)
        if feature is not None and feature.HasField(field):
            found.append(getattr(feature, field).value[:])
        else:
            found.append(values_of(feature, dtype, places[index]))
    return found


def values_of(feature: Any, dtype: DType, place: Place) -> list[Any] | None:
    """The values of a feature; None if it is missing or holds no list.

    Raises:
      InvalidArgumentError: if it holds values of another type.
    """
    kind = None if feature is None else feature.WhichOneof("kind")
    if kind is None:
        return None
    wanted = type_name(dtype)
    if _KINDS[kind] != wanted:
        raise InvalidArgumentError(
            f"{place.of_value()}.  Data types don't match. Data type: {_KINDS[kind]} "
            f"but expected type: {wanted}"
        )
    found: list[Any] = getattr(feature, kind).value[:]
    return found


def as_array(values: Sequence[Any], dtype: DType) -> Any:
    """Values of features as a vector of the dtype."""
    if dtype.name == "string":
        array = np.empty(len(values), object)
        array[:] = values
        return array
    return np.array(values, dtype.numpy_dtype)


def sparse_of(rows: list[list[Any]], dtype: DType, is_single: bool) -> tuple[Any, ...]:
    """Rows of values as indices, values and dense shape of a sparse tensor."""
    flat = [each for row in rows for each in row]
    longest = max(map(len, rows), default=0)
    values = as_array(flat, dtype)
    if is_single:
        return (
            np.arange(len(flat), dtype=np.int64)[:, None],
            values,
            np.array([longest], np.int64),
        )
    cells = [
        (row, place) for row, each in enumerate(rows) for place in range(len(each))
    ]
    indices = np.array(cells, np.int64).reshape(-1, 2)
    return indices, values, np.array([len(rows), longest], np.int64)


def row_splits(rows: Sequence[Sequence[Any]], dtype: DType) -> Any:
    """Where each row begins and ends among the values of all."""
    lengths = [0, *map(len, rows)]
    return np.cumsum(lengths).astype(dtype.numpy_dtype)


@dataclass(frozen=True)
class DenseFeature:
    """A feature of a fixed shape, or of any number of slices of a shape."""

    dtype: DType
    shape: Shape
    default: Any

    @property
    def is_sequence(self) -> bool:
        """Whether the first size is left open."""
        return bool(self.shape.rank) and self.shape[0] is None

    def batch(self, rows: list[Any], places: Places, is_single: bool) -> Any:
        """The rows, None where the feature is missing, as one array."""
        if self.is_sequence:
            return self._padded(rows, places, is_single)
        sizes = self.shape.as_ints()
        count = prod(sizes)
        if any(row is None or len(row) != count for row in rows):
            rows = [self._filled(row, place) for row, place in zip(rows, places)]
        flat = list(chain.from_iterable(rows))
        return as_array(flat, self.dtype).reshape(
            sizes if is_single else (len(rows), *sizes)
        )

    def _filled(self, row: list[Any] | None, place: Place) -> list[Any]:
        sizes = self.shape.as_ints()
        count = prod(sizes)
        kind = type_name(self.dtype)
        if row is None:
            if np.size(self.default) != count:
                raise InvalidArgumentError(
                    f"{place.of_feature()} (data type: {kind}) is required but could "
                    "not be found."
                )
            return list(np.ravel(self.default))
        if len(row) != count:
            raise InvalidArgumentError(
                f"{place.of_value()}.  Number of {kind} values != expected.  Values "
                f"size: {len(row)} but output shape: {in_brackets(sizes)}"
            )
        return row

    def _padded(self, rows: list[Any], places: Places, is_single: bool) -> Any:
        inner = self.shape[1:].as_ints()
        stride = int(np.prod(inner))
        for row, place in zip(rows, places):
            if row and (not stride or len(row) % stride):
                raise InvalidArgumentError(
                    f"{place.of_value()}.  Number of {type_name(self.dtype)} values "
                    f"is not a multiple of stride length. Saw {len(row)} values but "
                    f"output shape is: {in_brackets(inner)}"
                )
        longest = max((len(row or ()) for row in rows), default=0)
        padding = np.ravel(self.default)[0] if np.size(self.default) else None
        if padding is None:
            padding = b"" if self.dtype.name == "string" else 0
        padded = [
            [*(row or ()), *[padding] * (longest - len(row or ()))] for row in rows
        ]
        flat = as_array([each for row in padded for each in row], self.dtype)
        steps = longest // stride if stride else 0
        return flat.reshape(
            (steps, *inner) if is_single else (len(rows), steps, *inner)
        )


def dense_columns(
    templates: Templates,
    messages: list[bytes],
    keys: Sequence[str],
    features: list[DenseFeature],
) -> tuple[Any, ...] | None:
    """The batches of features, or None: see ``Templates.columns_of``."""
    if len(set(keys)) < len(keys) or any(each.is_sequence for each in features):
        return None
    sizes = [each.shape.as_ints() for each in features]
    wanted = {
        key: (type_name(feature.dtype), prod(size))
        for key, feature, size in zip(keys, features, sizes)
    }
    found = templates.columns_of(messages, wanted)
    if found is None:
        return None
    return tuple(
        found[key].reshape(len(messages), *size) for key, size in zip(keys, sizes)
    )


@dataclass(frozen=True)
class MessageNames:
    """The names of a call's messages in errors."""

    names: list[str]
    is_single: bool

    def of(self, key: str) -> Places:
        """The place of the feature in each message."""
        return Places(key, self)


class Places(Sequence[Place]):
    """The place of one feature in each message, made where an error needs it."""

    __slots__ = ("_key", "_messages")

    def __init__(self, key: str, messages: MessageNames) -> None:
        self._key = key
        self._messages = messages

    def __len__(self) -> int:
        return len(self._messages.names)

    def __getitem__(self, index: Any) -> Any:
        name = self._messages.names[index]
        if self._messages.is_single:
            return Place(self._key)
        return Place(self._key, index, name)


def message_names(call: Op, serialized: Any, names: Any) -> MessageNames:
    """The names of the messages, or as many placeholders for unknown names.

    Raises:
      InvalidArgumentError: for data of more axes than one, or other numbers of names.
    """
    shape = np.shape(serialized)
    if len(shape) > 1:
        raise call.invalid(
            "Expected serialized to be a scalar or vector, got shape: "
            f"{in_brackets(shape)}"
        )
    given, count = texts(names), np.size(serialized)
    if given and len(given) != count:
        raise call.invalid(
            f"Expected len(names) == len(serialized), but got: {len(given)} vs. {count}"
        )
    shown = [each or "<unknown>" for each in given] or ["<unknown>"] * count
    return MessageNames(shown, not shape)


def texts(array: Any) -> list[str]:
    """A string tensor as a list of texts."""
    return [
        each.decode("utf-8", "surrogateescape") for each in np.ravel(array).tolist()
    ]
