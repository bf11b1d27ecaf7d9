"""Checkpoint editing: tensors renamed, cast or left out; comparison of checkpoints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError, OpError
from graphir.wire import messages
from runtime.bundles.bundle_reader import OBJECT_GRAPH_KEY, BundleReader
from runtime.bundles.bundle_writer import SavedTensor, make_folder, write_bundle


@dataclass(frozen=True)
class Edits:
    """The edits to a checkpoint's tensors, by their keys."""

    renamed: Mapping[str, str] = field(default_factory=dict)
    cast: Mapping[str, DType] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()

    def check(self, reader: BundleReader) -> None:
        """Refuses edits of missing keys, and edits that give two tensors one key.

        Raises:
          InvalidArgumentError: for refused edits.
        """
        for key in [*self.renamed, *self.cast, *self.left_out]:
            if key not in reader or key == OBJECT_GRAPH_KEY:
                raise InvalidArgumentError(None, None, f"There is no tensor {key!r}.")
        left = [self.renamed.get(each, each) for each in self.kept(reader)]
        twice = {each for each in left if left.count(each) > 1}
        if twice:
            raise InvalidArgumentError(
                None, None, f"Two tensors would be called {min(twice)!r}."
            )

    def kept(self, reader: BundleReader) -> list[str]:
        """The keys that are not left out, before renaming."""
        return [each for each in reader if each not in self.left_out]


def write_edited(prefix: str, target: str, edits: Edits) -> int:
    """Writes an edited copy of a checkpoint; returns its number of tensors.

    The object graph follows: objects find their tensors under the new keys.

    Raises:
      InvalidArgumentError: for a missing key, or a cast from or to strings.
      DataLossError: if the checkpoint is damaged.
      NotFoundError, PermissionDeniedError, ResourceExhaustedError: if it cannot be
        read or written.
    """
    reader = BundleReader(prefix)
    edits.check(reader)
    keys = edits.kept(reader)
    make_folder(target)
    write_bundle(target, (_edited(reader, key, edits) for key in keys))
    return len(keys)


def _edited(reader: BundleReader, key: str, edits: Edits) -> SavedTensor:
    array, dtype = reader.read(key), reader.dtype(key)
    if key == OBJECT_GRAPH_KEY:
        return SavedTensor(key, dtype, _edited_objects(array, edits))
    wanted = edits.cast.get(key, dtype)
    if wanted is not dtype:
        if dtypes.string in (wanted, dtype):
            raise InvalidArgumentError(
                None,
                None,
                f"{key!r} cannot be cast from {dtype.name} to {wanted.name}.",
            )
        array = np.asarray(array).astype(wanted.numpy_dtype)
    return SavedTensor(edits.renamed.get(key, key), wanted, array)


def _edited_objects(array: Any, edits: Edits) -> Any:
    graph = messages.parse("TrackableObjectGraph", array[()])
    for node in graph.nodes:
        kept = [each for each in node.attributes if _stays(each, edits)]
        for each in kept:
            key = each.checkpoint_key
            each.checkpoint_key = edits.renamed.get(key, key)
        copies = [type(each).FromString(each.SerializeToString()) for each in kept]
        del node.attributes[:]
        node.attributes.extend(copies)
    return np.array(graph.SerializeToString(), object)


def _stays(attribute: Any, edits: Edits) -> bool:
    return attribute.checkpoint_key not in edits.left_out


def damaged_tensors(prefix: str) -> dict[str, str]:
    """Checks every tensor against its checksum; returns the damaged, with reasons.

    Raises:
      NotFoundError, DataLossError: if there is no index, or it is damaged.
    """
    reader = BundleReader(prefix)
    found = {}
    for key in reader:
        try:
            reader.read(key)
        except OpError as error:
            found[key] = error.message
    return found


@dataclass(frozen=True)
class TensorDifference:
    """A tensor that differs between two checkpoints."""

    key: str
    what: str
    largest: float | None = None
    """The largest difference of two elements, of numbers of one shape."""


def differences(one: str, other: str) -> Iterator[TensorDifference]:
    """The tensors that differ between two checkpoints, without the object graph.

    Raises:
      NotFoundError, DataLossError: if a checkpoint cannot be read.
    """
    first, second = BundleReader(one), BundleReader(other)
    keys = sorted({*first, *second} - {OBJECT_GRAPH_KEY})
    for key in keys:
        if key not in second:
            yield TensorDifference(key, "only in the first")
        elif key not in first:
            yield TensorDifference(key, "only in the second")
        else:
            yield from _difference(key, first, second)


def _difference(
    key: str, first: BundleReader, second: BundleReader
) -> Iterator[TensorDifference]:
    for what, of in (("dtype", _dtype_name), ("shape", _shape_text)):
        before, after = of(first, key), of(second, key)
        if before != after:
            yield TensorDifference(key, f"{what} {before} -> {after}")
            return
    a, b = np.asarray(first.read(key)), np.asarray(second.read(key))
    if first.dtype(key) is dtypes.string:
        changed = int((a != b).sum())
        if changed:
            yield TensorDifference(key, f"{changed} of {a.size} strings")
        return
    if a.tobytes() == b.tobytes():
        return
    wide = np.complex128 if a.dtype.kind == "c" else np.float64
    with np.errstate(invalid="ignore"):
        largest = np.abs(a.astype(wide) - b.astype(wide))
    changed = int((a != b).sum())
    yield TensorDifference(key, f"{changed} of {a.size} elements", float(largest.max()))


def _dtype_name(reader: BundleReader, key: str) -> str:
    return reader.dtype(key).name


def _shape_text(reader: BundleReader, key: str) -> str:
    return str(list(reader.shape(key)))


def object_tree(prefix: str, row: Callable[[int, str, Any], None]) -> bool:
    """Calls ``row(depth, name, node)`` for each object, children after their parent.

    Returns whether there are objects: checkpoints of version 1 have none. For an
    object met before, ``node`` is None.

    Raises:
      NotFoundError, DataLossError: if it cannot be read.
    """
    reader = BundleReader(prefix)
    if OBJECT_GRAPH_KEY not in reader:
        return False
    content = reader.read(OBJECT_GRAPH_KEY)[()]
    nodes = messages.parse("TrackableObjectGraph", content).nodes
    seen: set[int] = set()
    waiting = [(0, 0, "root")]
    while waiting:
        number, depth, name = waiting.pop()
        if number in seen or not 0 <= number < len(nodes):
            row(depth, name, None)
            continue
        seen.add(number)
        row(depth, name, nodes[number])
        for child in reversed(nodes[number].children):
            waiting.append((child.node_id, depth + 1, child.local_name))
    return True


__all__ = [
    "Edits",
    "TensorDifference",
    "damaged_tensors",
    "differences",
    "object_tree",
    "write_edited",
]
