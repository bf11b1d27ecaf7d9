"""Sharding: the assignment of tensors and slices to data files of a checkpoint."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from runtime.bundles.bundle_writer import SavedTensor
from runtime.bundles.slice_specs import slice_spec
from runtime.devices.placement import DeviceSpec
from runtime.messages.logs import get_logger
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import EagerTensor, wrap

Shard = dict[str, dict[str, Any]]
"""The tensors of a data file: by key, then by the text of the slice, which is empty
for a whole tensor."""


@dataclass(frozen=True, eq=False)
class ShardableTensor:
    """A tensor that a sharding callback puts into a data file.

    ``slice_spec`` is empty for a whole tensor; ``trackable`` is the object whose state
    it is, or None for the object graph.
    """

    _tensor_save_spec: Any
    tensor: Any
    dtype: Any
    device: Any
    name: str
    shape: Any
    slice_spec: str
    checkpoint_key: str
    trackable: Any

    def __hash__(self) -> int:
        return hash((self.name, self.dtype, str(self.device)))


class ShardingCallback(ABC):
    """Decides which tensors go into which data file of a checkpoint.

    Subclasses have a ``description``, and are called with the tensors
    (`ShardableTensor`); they return a list with, for each data file, a dict from keys
    to dicts from slices to tensors.

    >>> class Each(tf.train.experimental.ShardingCallback):
    ...     description = "A file for each tensor."
    ...
    ...     def __call__(self, shardable_tensors):
    ...         return [
    ...             {each.checkpoint_key: {each.slice_spec: each.tensor}}
    ...             for each in shardable_tensors
    ...         ]
    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "c")
    >>> options = tf.train.CheckpointOptions(experimental_sharding_callback=Each())
    >>> path = tf.train.Checkpoint(x=tf.Variable(1.0)).write(path, options)
    >>> sorted(os.listdir(os.path.dirname(path)))
    ['c.data-00000-of-00002', 'c.data-00001-of-00002', 'c.index']
    """

    @property
    @abstractmethod
    def description(self) -> str:
        """A sentence that describes the callback."""

    @abstractmethod
    def __call__(self, shardable_tensors: Sequence[ShardableTensor]) -> Sequence[Any]:
        """The tensors of each data file."""

    def __hash__(self) -> int:
        return hash(self.description)

    def __eq__(self, other: object) -> bool:
        return self is other


class ShardByTaskPolicy(ShardingCallback):
    """One data file for each task that has tensors: in one process, one file.

    >>> tf.train.experimental.ShardByTaskPolicy().description
    'Split tensors into shards based on their device spec task.'
    """

    @property
    def description(self) -> str:
        """A sentence that describes the policy."""
        return "Split tensors into shards based on their device spec task."

    def __call__(self, shardable_tensors: Sequence[ShardableTensor]) -> Sequence[Any]:
        """The tensors of each task."""
        tasks: dict[Any, Shard] = {}
        for each in shardable_tensors:
            shard = tasks.setdefault(getattr(each.device, "task", 0), {})
            shard.setdefault(each.checkpoint_key, {})[each.slice_spec] = each.tensor
        return list(tasks.values())


class MaxShardSizePolicy(ShardingCallback):
    """Data files of at most so many bytes; tensors that do not fit are cut in slices.

    Strings, scalars and single elements are not cut: one that is larger gets a file of
    its own, with a warning.

    Args:
      max_shard_size: the most bytes of a file.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "c")
    >>> policy = tf.train.experimental.MaxShardSizePolicy(400)
    >>> options = tf.train.CheckpointOptions(experimental_sharding_callback=policy)
    >>> x = tf.Variable(tf.ones([10, 20]))
    >>> path = tf.train.Checkpoint(x=x).write(path, options)
    >>> sorted(os.listdir(os.path.dirname(path)))[-2:]
    ['c.data-00002-of-00003', 'c.index']
    """

    def __init__(self, max_shard_size: int) -> None:
        self.max_shard_size = max_shard_size

    @property
    def description(self) -> str:
        """A sentence that describes the policy."""
        return "Split tensors into shards with a max shard size."

    def __call__(self, shardable_tensors: Sequence[ShardableTensor]) -> Sequence[Any]:
        """The tensors and slices of each file."""
        filling = _Filling(self.max_shard_size)
        for each in shardable_tensors:
            filling.add(each)
        return filling.shards


_WHOLE: Final = ""


class _Filling:
    """Files that are filled one after another."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._left = 0
        self.shards: list[Shard] = []

    def add(self, tensor: ShardableTensor) -> None:
        """Adds a tensor to the current file, or slices of it to several files."""
        is_cut = tensor.slice_spec != _WHOLE or tensor.dtype.name == "string"
        row = _stored_bytes(tensor)
        if row <= self._left:
            self._put(tensor, tensor.slice_spec, tensor.tensor, row)
        elif is_cut or row <= self._most or not tensor.shape.rank:
            self._put_in_new(tensor, tensor.slice_spec, tensor.tensor, row)
        else:
            self._cut(tensor, [(0, size) for size in tensor.shape], 0)

    def _put_in_new(
        self, tensor: ShardableTensor, text: str, part: Any, size: int
    ) -> None:
        if size > self._most:
            get_logger().warning(
                "%s has %d bytes that cannot be cut: its data file is larger than "
                "%d bytes.",
                tensor.checkpoint_key,
                size,
                self._most,
            )
        self.shards.append({})
        self._left = self._most
        self._put(tensor, text, part, size)

    def _put(self, tensor: ShardableTensor, text: str, part: Any, size: int) -> None:
        if not self.shards:
            self.shards.append({})
            self._left = self._most
        self.shards[-1].setdefault(tensor.checkpoint_key, {})[text] = part
        self._left = max(0, self._left - size)

    def _cut(
        self,
        tensor: ShardableTensor,
        extents: list[tuple[int, int]],
        axis: int,
    ) -> None:
        """Cuts along a dimension, and what is still too large along the next."""
        start, length = extents[axis]
        count = int(np.prod([n for _, n in extents]))
        item = tensor.dtype.size * count // length
        done = 0
        while done < length:
            if item <= self._most:
                room = self._left if item <= self._left else self._most
                count = min(room // item, length - done)
            else:
                count = 1
            part = list(extents)
            part[axis] = start + done, count
            if item > self._most and axis + 1 < len(extents):
                self._cut(tensor, part, axis + 1)
            else:
                self._put_slice(tensor, part, item * count)
            done += count

    def _put_slice(
        self,
        tensor: ShardableTensor,
        extents: Sequence[tuple[int, int]],
        size: int,
    ) -> None:
        place = tuple(slice(start, start + n) for start, n in extents)
        places = ":".join(f"{start},{length}" for start, length in extents)
        text = " ".join([*map(str, tensor.shape), places])
        put = self._put if size <= self._left else self._put_in_new
        put(tensor, text, _part_of(tensor, place), size)


def _part_of(tensor: ShardableTensor, place: tuple[slice, ...]) -> Any:
    if not isinstance(tensor.tensor, EagerTensor):
        return tensor.tensor[place]  # of a graph: cut when it runs
    return wrap(tensor.tensor._array[place], tensor.dtype)


def _stored_bytes(tensor: ShardableTensor) -> int:
    """The bytes in a file; of a graph's strings and unknown shapes nothing is known."""
    if tensor.dtype.name != "string" and tensor.shape.is_fully_defined():
        count: int = math.prod(tensor.shape)
        return count * int(tensor.dtype.size)
    if not isinstance(tensor.tensor, EagerTensor):
        return 0
    array = tensor.tensor.numpy()
    texts = [array] if isinstance(array, bytes) else np.ravel(array).tolist()
    # the text, its length and a checksum
    return sum(len(each) + 1 for each in texts) + 4


def sharded(
    tensors: Mapping[str, tuple[Any, Any]], callback: ShardingCallback
) -> list[list[SavedTensor]]:
    """The tensors of each data file, as a callback decides.

    Args:
      tensors: tensors and the objects that they belong to, by key.
      callback: the sharding callback, which assigns tensors to data files.

    Raises:
      InvalidArgumentError: for no files, for one tensor in two of them, and for a slice
        that does not fit.
      TypeError: if the callback does not return a list of dicts.
    """
    return [list(_of_shard(shard)) for shard in shards_of(tensors, callback)]


def shards_of(
    tensors: Mapping[str, tuple[Any, Any]], callback: ShardingCallback
) -> Sequence[Shard]:
    """The tensors of each data file by key and slice, as a callback decides.

    Raises:
      InvalidArgumentError: for no files, and for one tensor in two of them.
      TypeError: if the callback does not return a list of dicts.
    """
    asked = [_shardable(key, *row) for key, row in tensors.items()]
    shards = callback(asked)
    if not isinstance(shards, Sequence):
        raise TypeError(
            "A sharding callback returns a list of dicts, one for each data file; got "
            f"{type(shards).__name__}."
        )
    if not shards:
        raise InvalidArgumentError(
            None,
            None,
            "At least one prefix checkpoint file must exist, but none existed.",
        )
    _check_unique(shards)
    return shards


def _check_unique(shards: Sequence[Shard]) -> None:
    seen: set[tuple[str, str]] = set()
    for shard in shards:
        for key, slices in shard.items():
            for text in slices:
                if (key, text) in seen:
                    raise InvalidArgumentError(
                        None, None, f"Duplicate tensor keyed by {key} encountered."
                    )
                seen.add((key, text))


def _shardable(key: str, tensor: Any, owner: Any) -> ShardableTensor:
    return ShardableTensor(
        _tensor_save_spec=None,
        tensor=tensor,
        dtype=tensor.dtype,
        device=DeviceSpec.from_string(tensor.device),
        name=key,
        shape=tensor.shape,
        slice_spec=_WHOLE,
        checkpoint_key=key,
        trackable=owner,
    )


def _of_shard(shard: Shard) -> Iterator[SavedTensor]:
    for key, slices in shard.items():
        for text, value in slices.items():
            tensor: Any = convert_to_tensor(value)
            if not text:
                yield SavedTensor(key, tensor.dtype, tensor._array)
                continue
            spec = slice_spec(text)
            if tuple(spec.shape) != tuple(tensor.shape):
                raise InvalidArgumentError(
                    None,
                    None,
                    f"{key}: a slice {text!r} has not the shape {tensor.shape}.",
                )
            yield SavedTensor(
                key, tensor.dtype, tensor._array, spec.whole, spec.extents
            )


__all__ = [
    "MaxShardSizePolicy",
    "ShardByTaskPolicy",
    "ShardableTensor",
    "ShardingCallback",
    "sharded",
    "shards_of",
]
