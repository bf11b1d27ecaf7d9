"""Variables in parts along one axis: what makes them, and the whole of the parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from inspect import signature
from typing import Any, NamedTuple

from graphir import dtypes
from graphir.shapes import Shape, as_shape
from runtime.apply import apply_op
from runtime.compat.v1.partitions.partitioners import Partitioner
from runtime.compat.v1.variables import assign
from runtime.context import name_scope
from runtime.namespaces.inspection import register_tensor_conversion_function
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike


class PartitionedVariable:
    """A variable that consists of others, its parts along one axis.

    It stands for their concatenation wherever a tensor is taken.

    Raises:
      ValueError: for more than one axis in parts.
    """

    def __init__(
        self,
        name: str,
        shape: ShapeLike,
        dtype: DTypeLike,
        variable_list: Sequence[Any],
        partitions: Sequence[int],
    ) -> None:
        self._name, self._shape = name, as_shape(shape)
        self._dtype = dtypes.as_dtype(dtype)
        self._variables = list(variable_list)
        self._partitions = list(partitions)
        self._axis = axis_in_parts(partitions)

    @property
    def name(self) -> str:
        """The name of the whole."""
        return self._name

    @property
    def dtype(self) -> Any:
        """The dtype of the whole."""
        return self._dtype

    @property
    def shape(self) -> Shape:
        """The shape of the whole."""
        return self._shape

    def get_shape(self) -> Shape:
        """The shape of the whole."""
        return self._shape

    def __iter__(self) -> Iterator[Any]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def __getitem__(self, place: int) -> Any:
        return self._variables[place]

    def as_tensor(self) -> Any:
        """The whole, a tensor."""
        values = [each.value() for each in self._variables]
        if len(values) == 1:
            return values[0]
        with name_scope(f"{self._name}/ConcatPartitions/"):
            joined = apply_op("ConcatV2", [values, self._axis])
        with name_scope(""):
            return apply_op("Identity", [joined], None, self._name)

    def assign(self, value: TensorLike, use_locking: bool = False) -> list[Any]:
        """Gives each part its part of a value; returns the operations or variables."""
        sizes = [int(each.shape[self._axis] or 0) for each in self._variables]
        attrs = {"num_split": len(sizes)}
        parts = apply_op("SplitV", [value, sizes, self._axis], attrs)
        return [assign(*pair) for pair in zip(self._variables, parts)]

    def _get_variable_list(self) -> list[Any]:
        return self._variables

    def _get_partitions(self) -> list[int]:
        return self._partitions


def axis_in_parts(partitions: Sequence[int]) -> int:
    """The axis that is in parts; 0 if none is.

    Raises:
      ValueError: for several.
    """
    found = [axis for axis, count in enumerate(partitions) if count > 1]
    if len(found) > 1:
        raise ValueError(
            f"Cannot slice along more than one dimension: {list(partitions)}"
        )
    return found[0] if found else 0


def _whole(
    value: Any, dtype: Any = None, name: Any = None, as_ref: bool = False
) -> Any:
    found = value.as_tensor()
    if dtype is not None and not dtype.is_compatible_with(value.dtype):
        raise ValueError(
            f"Incompatible type conversion requested to type '{dtype.name}' for "
            f"variable of type '{value.dtype.name}'"
        )
    return found


register_tensor_conversion_function(PartitionedVariable, _whole)


def parts_of_shape(
    shape: ShapeLike, partitions: Sequence[int]
) -> list[tuple[list[int], list[int]]]:
    """For each part where it begins, and its shape; the first ones may be larger.

    Raises:
      ValueError: for several axes in parts, or more parts than the axis is long.
    """
    sizes = [int(each or 0) for each in as_shape(shape).as_list()]
    if len(partitions) != len(sizes):
        raise ValueError(
            f"The partitions {list(partitions)} do not fit the shape {sizes}."
        )
    if sum(count > 1 for count in partitions) > 1:
        raise ValueError(
            "Can only slice a variable along one dimension: shape: "
            f"{as_shape(shape)}, partitioning: {list(partitions)}"
        )
    axis = axis_in_parts(partitions)
    count = partitions[axis] if partitions else 1
    if not sizes:
        return [([], [])]
    if count > sizes[axis] > 0:
        raise ValueError(f"Cannot cut {sizes[axis]} rows into {count} parts.")
    least, more = divmod(sizes[axis], count)
    found, begin = [], 0
    for place in range(count):
        size = least + (place < more)
        offsets, part = [0] * len(sizes), list(sizes)
        offsets[axis], part[axis] = begin, size
        found.append((offsets, part))
        begin += size
    return found


class PartitionInfo(NamedTuple):
    """What an initializer is told of the part that it is asked for."""

    full_shape: Sequence[int]
    var_offset: list[int]


def made_in_parts(
    name: str,
    shape: ShapeLike | None,
    dtype: DTypeLike,
    initializer: Any,
    partitioner: Partitioner,
    make: Callable[[str, list[int], Any], Any],
) -> PartitionedVariable:
    """A variable in parts.

    Args:
      initializer: of the whole: a tensor, which is cut, or a function of a shape,
        which is told of the part if it takes ``partition_info``.
      partitioner: says how many parts there are.
      make: makes a part of its name, its shape and its initializer.

    Raises:
      ValueError: for a shape that is not known, or parts that do not fit it.
    """
    is_value = initializer is not None and not callable(initializer)
    whole = convert_to_tensor(initializer, dtype) if is_value else None
    known = as_shape(shape) if whole is None else whole.shape
    if not known.is_fully_defined():
        raise ValueError(
            f"Shape of a new partitioned variable ({name}) must be fully defined, but "
            f"instead was {known}."
        )
    counts = partitioner(shape=known, dtype=dtypes.as_dtype(dtype))
    parts = []
    for place, (offsets, sizes) in enumerate(parts_of_shape(known, counts)):
        if whole is not None:
            first = apply_op("Slice", [whole, offsets, sizes])
        else:
            first = _told(initializer, PartitionInfo(known.as_ints(), offsets))
        parts.append(make(f"part_{place}", sizes, first))
    return PartitionedVariable(name, known, dtype, parts, counts)


def _told(initializer: Any, info: PartitionInfo) -> Any:
    """An initializer that knows its part, if it can be told."""
    if isinstance(initializer, type):
        initializer = initializer()
    if initializer is None or not _takes_info(initializer):
        return initializer
    return partial(initializer, partition_info=info)


def _takes_info(initializer: Callable[..., Any]) -> bool:
    try:
        found = signature(initializer).parameters.values()
    except ValueError:
        return False
    return any(
        each.name == "partition_info" or each.kind is each.VAR_KEYWORD for each in found
    )


__all__ = [
    "PartitionInfo",
    "PartitionedVariable",
    "axis_in_parts",
    "made_in_parts",
    "parts_of_shape",
]
