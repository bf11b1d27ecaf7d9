"""ShardedVariable: one variable in parts, as a partitioner divides it by rows."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Any

from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.apply import apply_single
from runtime.arrays.subscripts import get_item
from runtime.context import current_trace
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.tensor import Tensor
from runtime.trackable.base import CHECKPOINT, VARIABLE_VALUE, Trackable
from runtime.variables.operators import attach
from runtime.variables.resource import ResourceVariable


class ShardedVariable(Trackable):
    """A variable whose rows several variables hold, its shards.

    It stands for a tensor of all rows where one is expected; `tf.nn.embedding_lookup`
    and subscripts read the rows that they need alone. A checkpoint has the whole value:
    it is restored by any number of shards, or by a variable that is not divided.

    Raises:
      TypeError: for shards that are no variables, or none at all.
      ValueError: for shards of different dtypes, or that differ in more than rows.
    """

    __is_tensor__ = True
    __tf_components__ = True
    __array_priority__ = 100
    is_sharded_variable = True
    shards_in_order: list[Any]
    """The shards, for lookups of rows."""

    def __init__(self, variables: Sequence[Any], name: str = "ShardedVariable") -> None:
        shards = list(variables)
        if not shards or not all(isinstance(x, ResourceVariable) for x in shards):
            raise TypeError(
                "Argument `variables` should be a non-empty list of "
                f"`variables.Variable`s. Received {variables}"
            )
        found = [each.dtype for each in shards]
        if any(each is not found[0] for each in found):
            raise ValueError(
                "All elements in argument `variables` must have the same dtype. "
                f"Received dtypes: {found}"
            )
        shapes = [each.shape for each in shards]
        if any(each[1:] != shapes[0][1:] for each in shapes):
            raise ValueError(
                "All elements in argument `variables` must have the same shapes except "
                f"for the first axis. Received shapes: {shapes}"
            )
        self._shards = self.shards_in_order = shards
        self.name = name

    # --- what it is

    @property
    def variables(self) -> list[Any]:
        """The shards, in the order of their rows."""
        return self._shards

    @property
    def dtype(self) -> DType:
        """The dtype of the value."""
        dtype: DType = self._shards[0].dtype
        return dtype

    @property
    def shape(self) -> Shape:
        """The shape of the whole."""
        first = self._shards[0].shape
        return Shape([sum(self._sizes()), *first[1:]])

    def _sizes(self) -> list[int]:
        return [int(each.shape[0]) for each in self._shards]

    def _starts(self) -> list[int]:
        return [0, *accumulate(self._sizes())][:-1]

    def components(self) -> list[Any]:
        """The shards."""
        return list(self._shards)

    def component_names(self) -> tuple[str, ...]:
        """The number of each shard."""
        return tuple(map(str, range(len(self._shards))))

    def with_components(self, components: Sequence[Any]) -> ShardedVariable:
        """The same with other shards, or with specs in place of them."""
        made = object.__new__(type(self))
        made._shards = made.shards_in_order = list(components)
        made.name = self.name
        return made

    def spec_of_components(self, parts: Sequence[Any]) -> ShardedVariableSpec:
        """The specs of the shards, as signatures show them."""
        return ShardedVariableSpec(parts)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._shards)

    def __eq__(self, other: object) -> Any:
        return self.value() == other

    def __ne__(self, other: object) -> Any:
        return self.value() != other

    __hash__ = object.__hash__

    # --- reading

    def value(self) -> Tensor:
        """The whole value, a tensor."""
        values = [each.value() for each in self._shards]
        return values[0] if len(values) == 1 else apply_single("ConcatV2", [values, 0])

    def value_as_operand(self) -> Tensor:
        """The value, for the operators of tensors."""
        return self.value()

    def numpy(self) -> Any:
        """The whole value as an array.

        Raises:
          NotImplementedError: while a graph is traced.
        """
        if current_trace() is not None:
            raise NotImplementedError(
                "numpy() is only available when eager execution is enabled."
            )
        found: Any = self.value()
        return found.numpy()

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        return convert_to_tensor(self.value(), dtype)

    def __getitem__(self, key: Any) -> Any:
        first = key[0] if isinstance(key, tuple) and key else key
        if isinstance(first, slice):
            return self._of_rows(first, key)
        if isinstance(first, int) and not isinstance(first, bool):
            return self._of_row(first, key)
        return get_item(self.value(), key)

    def _of_row(self, row: int, key: Any) -> Any:
        """A subscript of one row: of its shard alone."""
        count = sum(self._sizes())
        place = row + count if row < 0 else row
        for start, shard in zip(self._starts(), self._shards):
            if start <= place < start + shard.shape[0]:
                rest = key[1:] if isinstance(key, tuple) else ()
                return get_item(shard, (place - start, *rest))
        return get_item(self.value(), key)  # says what is wrong

    def _of_rows(self, rows: slice, key: Any) -> Any:
        """A subscript of consecutive rows: of the shards that have some of them."""
        rest = key[1:] if isinstance(key, tuple) else ()
        ends = (rows.start, rows.stop, rows.step)
        if not all(each is None or isinstance(each, int) for each in ends):
            return get_item(self.value(), key)
        start, stop, step = rows.indices(sum(self._sizes()))
        if step != 1 or Ellipsis in rest or start >= stop:
            return get_item(self.value(), key)
        parts = []
        for first, shard in zip(self._starts(), self._shards):
            low = max(start - first, 0)
            high = min(stop - first, int(shard.shape[0]))
            if low < high:
                parts.append(get_item(shard, (slice(low, high), *rest)))
        return parts[0] if len(parts) == 1 else apply_single("ConcatV2", [parts, 0])

    # --- changing

    def assign(
        self,
        value: Any,
        use_locking: bool | None = None,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Assigns a new value to all rows; returns this variable.

        Raises:
          ValueError: for a value of another dtype or shape.
        """
        return self._each("assign", value)

    def assign_add(
        self,
        delta: Any,
        use_locking: bool | None = None,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Adds to all rows; otherwise as `assign`."""
        return self._each("assign_add", delta)

    def assign_sub(
        self,
        delta: Any,
        use_locking: bool | None = None,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Subtracts from all rows; otherwise as `assign`."""
        return self._each("assign_sub", delta)

    def _each(self, method: str, value: Any) -> ShardedVariable:
        whole = convert_to_tensor(value, self.dtype)
        if not whole.shape.is_compatible_with(self.shape):
            raise ValueError(
                f"Cannot {method} a value of shape {whole.shape} to the variable "
                f"{self.name!r} of shape {self.shape}."
            )
        for start, shard in zip(self._starts(), self._shards):
            getattr(shard, method)(whole[start : start + shard.shape[0]])
        return self

    def scatter_add(self, sparse_delta: IndexedSlices, **options: Any) -> None:
        """Adds slices to rows."""
        self._scatter("scatter_add", sparse_delta)

    def scatter_sub(self, sparse_delta: IndexedSlices, **options: Any) -> None:
        """Subtracts slices from rows."""
        self._scatter("scatter_sub", sparse_delta)

    def scatter_update(self, sparse_delta: IndexedSlices, **options: Any) -> None:
        """Sets rows."""
        self._scatter("scatter_update", sparse_delta)

    def _scatter(self, method: str, delta: IndexedSlices) -> None:
        for start, shard in zip(self._starts(), self._shards):
            row = convert_to_tensor(delta.indices) - start
            values = convert_to_tensor(delta.values)
            low = apply_single("GreaterEqual", [row, 0])
            here = apply_single(
                "LogicalAnd", [low, apply_single("Less", [row, shard.shape[0]])]
            )
            places = apply_single(
                "Squeeze", [apply_single("Where", [here])], {"squeeze_dims": [1]}
            )
            picked = [
                apply_single("GatherV2", [each, places, 0]) for each in (values, row)
            ]
            getattr(shard, method)(IndexedSlices(picked[0], picked[1]))

    # --- checkpoints

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {VARIABLE_VALUE: self.value()}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> Any:
        return self.assign(restored_tensors[VARIABLE_VALUE])

    def _trackable_children(
        self, save_type: str = CHECKPOINT, **kwargs: Any
    ) -> dict[str, Any]:
        """Nothing in checkpoints; functions of a SavedModel use the shards."""
        if save_type == CHECKPOINT:
            return {}
        return {str(number): each for number, each in enumerate(self._shards)}

    def __repr__(self) -> str:
        return (
            f"<ShardedVariable {self.name!r} shape={self.shape} "
            f"dtype={self.dtype.name}, {len(self._shards)} shards>"
        )


def create_sharded(
    create: Callable[..., Any], partitioner: Any, options: dict[str, Any]
) -> Any:
    """A variable as the partitioner divides it, or one that it does not divide.

    Raises:
      ValueError: if the partitioner divides another axis than the first.
    """
    name = options.get("name") or "Variable"
    initial: Any = options.get("initial_value")
    takes_shard = False
    if callable(initial):
        takes_shard = "shard_info" in inspect.signature(initial).parameters
        if not takes_shard:
            initial = initial()
    shape, dtype = options.get("shape"), options.get("dtype")
    if not takes_shard:
        initial = convert_to_tensor(initial, dtype)
        shape, dtype = initial.shape, initial.dtype
    if shape is None or not Shape(shape).rank:
        return create(**{**options, "initial_value": initial})
    counts = list(partitioner(shape=Shape(shape), dtype=dtype))
    if not counts or not counts[0] or any(each != 1 for each in counts[1:]):
        raise ValueError(
            "variable_partitioner must return a list/tuple whose elements are 1 "
            f"besides the first element (non-zero), got: {counts}"
        )
    if counts[0] == 1:
        return create(**{**options, "initial_value": initial})
    sizes = [int(each or 0) for each in Shape(shape)]
    least, extra = divmod(sizes[0], counts[0])
    rows = [least + (number < extra) for number in range(counts[0])]
    starts = [0, *accumulate(rows)]
    shards = []
    for number, count in enumerate(rows):
        part: Any
        if takes_shard:
            offset = (starts[number], *(0 for _ in sizes[1:]))
            info = ShardInfo((count, *sizes[1:]), offset)
            part = _with_shard(initial, info)
        else:
            part = initial[starts[number] : starts[number] + count]
        own = {"initial_value": part, "name": f"{name}/part_{number}", "shape": None}
        shards.append(create(**{**options, **own}))
    return ShardedVariable(shards, name)


class ShardedVariableSpec:
    """The specs of shards."""

    def __init__(self, specs: Sequence[Any]) -> None:
        self._specs = tuple(specs)

    def __repr__(self) -> str:
        return f"ShardedVariableSpec({', '.join(map(repr, self._specs))})"


class ShardInfo:
    """Which part of a variable an initializer makes."""

    def __init__(self, shape: Sequence[int], offset: Sequence[int]) -> None:
        self.shape = Shape(shape)
        self.offset = tuple(offset)


def _with_shard(initial: Callable[..., Any], info: ShardInfo) -> Any:
    return lambda: initial(shard_info=info)


attach(ShardedVariable)
__all__ = ["ShardInfo", "ShardedVariable", "create_sharded"]
