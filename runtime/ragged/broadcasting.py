"""Element-wise ops on ragged tensors: operands are broadcast to one ragged shape.

If all operands have the same row partitions, their values are used directly. Otherwise
the rows of each operand are mapped to rows of the result, axis by axis from the
outermost axis inwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.registry import lookup
from graphir.shapes import Shape
from runtime.apply import apply_op, apply_single
from runtime.debugging.comparisons import assert_equal
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import (
    cast,
    count_up,
    known,
    lengths_of,
    number,
    row_numbers,
    size_of,
    splits_of,
    take,
)
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor

Function = Callable[..., Any]


def map_flat_values(op: Function, *args: Any, **kwargs: Any) -> Any:
    """The function of the flat values of the ragged arguments, in their rows.

    >>> rows = tf.ragged.constant([[1, 2], [3]])
    >>> tf.ragged.map_flat_values(lambda x: x * 10, rows)
    <tf.RaggedTensor [[10, 20], [30]]>

    Raises:
      ValueError: if the rows differ, or the result has another number of values.
    """
    ragged = [
        each for each in _leaves([args, kwargs]) if isinstance(each, RaggedTensor)
    ]
    if not ragged:
        return op(*args, **kwargs)
    if not all(_are_alike(ragged[0], each) for each in ragged[1:]):
        raise ValueError(
            "All ragged arguments of map_flat_values must have the same row splits."
        )
    flat_args, flat_kwargs = _with_flat_values([args, kwargs])
    result = op(*flat_args, **flat_kwargs)
    count, expected = result.shape[0], ragged[0].flat_values.shape[0]
    if count is not None and expected is not None and count != expected:
        raise ValueError(
            "tf.ragged.map_flat_values requires that the output of `op` have the same "
            f"outer-dimension size as flat_values of any ragged inputs. (output shape: "
            f"{result.shape}; expected outer dimension size: {expected})"
        )
    return ragged[0].with_flat_values(result)


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        return [leaf for each in value for leaf in _leaves(each)]
    return [value]


def _with_flat_values(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _with_flat_values(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_with_flat_values(each) for each in value)
    return value.flat_values if isinstance(value, RaggedTensor) else value


def _are_alike(first: RaggedTensor, second: RaggedTensor) -> bool:
    """Whether the rows are known to be the same."""
    ours, theirs = first.nested_row_splits, second.nested_row_splits
    return len(ours) == len(theirs) and all(map(_are_equal, ours, theirs))


def _are_parted_alike(first: RaggedTensor, second: RaggedTensor) -> bool:
    """Whether the axes match, and which of them are uniform, as the rows do."""
    if first.shape.rank != second.shape.rank or not _are_alike(first, second):
        return False
    return first.component_names() == second.component_names()


def _are_equal(first: Any, second: Any) -> bool:
    if first is second:
        return True
    arrays = known(first), known(second)
    return arrays[0] is not None and np.array_equal(*arrays)


def apply_elementwise(
    op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None
) -> Any:
    """Applies an element-wise op to ragged tensors, tensors and numbers.

    Raises:
      InvalidArgumentError: for rows that cannot be broadcast together.
    """
    several = [arg.is_list for arg in lookup(op).declared().inputs]
    groups = [each if many else [each] for each, many in zip(inputs, several)]
    like, values = aligned(_converted([x for group in groups for x in group]))
    remaining = iter(values)
    taken = [[next(remaining) for _ in group] for group in groups]
    args = [group if many else group[0] for group, many in zip(taken, several)]
    return _in_rows(like, apply_op(op, args, attrs, name))


def _in_rows(like: RaggedTensor, result: Any) -> Any:
    if isinstance(result, (list, tuple)):
        return type(result)(_in_rows(like, each) for each in result)
    return like.with_flat_values(result)


def _converted(values: list[Any]) -> list[Any]:
    dtype = next(each.dtype for each in values if isinstance(each, RaggedTensor))
    return [
        each
        if hasattr(each, "dtype") or np.ndim(each) == 0
        else convert_to_tensor(each, dtype_hint=dtype)
        for each in values
    ]


def aligned(operands: Sequence[Any]) -> tuple[RaggedTensor, list[Any]]:
    """A ragged tensor with the result's row partitions, and the operands' flat values.

    Operands that have fewer axes than the ragged operands' innermost rows are returned
    unchanged.

    Raises:
      InvalidArgumentError: for rows that cannot be broadcast together.
      ValueError: for a tensor of unknown rank, or splits of different dtypes.
    """
    operands = [
        convert_to_tensor(each) if isinstance(each, np.ndarray) else each
        for each in operands
    ]
    ragged = [each for each in operands if isinstance(each, RaggedTensor)]
    dtype = _splits_dtype(ragged)
    others = [_rank(each) for each in operands if not isinstance(each, RaggedTensor)]
    is_alike = all(_are_parted_alike(ragged[0], each) for each in ragged[1:])
    if is_alike and max(others, default=0) < _rank(ragged[0].flat_values):
        return ragged[0], [_flat(each) for each in operands]
    ranks = [_rank(each) for each in operands]
    rank = max(ranks)
    depth = max(each.ragged_rank + rank - _rank(each) for each in ragged)
    is_spread = [
        isinstance(each, RaggedTensor) or of_rank >= rank - depth
        for each, of_rank in zip(operands, ranks)
    ]
    used = [each for each, spreads in zip(operands, is_spread) if spreads]
    spread = _Spread([_Operand(each, rank, depth) for each in used])
    levels = [spread.step() for _ in range(depth)]
    taken = iter(spread.values())
    values = [
        next(taken) if spreads else each for each, spreads in zip(operands, is_spread)
    ]
    like: Any = spread.positions[0]
    for splits, uniform in reversed(levels):
        like = RaggedTensor._make(like, cast(splits, dtype), uniform)
    return like, values


def _splits_dtype(ragged: Sequence[RaggedTensor]) -> Any:
    found = {each.row_splits.dtype for each in ragged}
    if len(found) > 1:
        raise ValueError(
            "Input RaggedTensors have mismatched row_splits dtypes; use "
            "RaggedTensor.with_row_splits_dtype() to convert them to compatible dtypes."
        )
    return ragged[0].row_splits.dtype


def _rank(value: Any) -> int:
    shape = getattr(value, "shape", None)
    if not isinstance(shape, Shape):
        return np.ndim(value)
    if shape.rank is None:
        raise ValueError("Unable to broadcast: unknown rank")
    return shape.rank


def _flat(value: Any) -> Any:
    return value.flat_values if isinstance(value, RaggedTensor) else value


class _Level:
    """How the rows along one axis are long: by splits, or all by one size."""

    def __init__(self, splits: Any = None, size: Any = None) -> None:
        self.splits = None if splits is None else cast(splits, dtypes.int64)
        self.size = size

    def rows(self, positions: Any) -> tuple[Any, Any]:
        """The starts and lengths of the rows at some positions."""
        if self.splits is None:
            ones = apply_op("OnesLike", [positions])
            return positions * self.size, ones * self.size
        return take(self.splits, positions), take(lengths_of(self.splits), positions)


class _Operand:
    """An operand as rows in rows: ``depth`` levels, then what each innermost row is."""

    def __init__(self, value: Any, rank: int, depth: int) -> None:
        levels = [_Level(size=number(1, dtypes.int64))] * (rank - value.shape.rank)
        if isinstance(value, RaggedTensor):
            levels.append(_Level(size=value.nrows(dtypes.int64)))
        else:
            levels.append(_Level(size=size_of(value)))
        while isinstance(value, RaggedTensor):
            levels.append(_level_of(value))
            value = value.values
        first = 1
        while len(levels) <= depth:
            levels.append(_Level(size=size_of(value, first)))
            first += 1
        self.count = levels[0].size
        self.levels = levels[1:]
        sizes = cast(apply_op("Shape", [value]), dtypes.int64)
        outer = apply_op("Prod", [sizes[:first], 0])
        whole = apply_op("ConcatV2", [[outer[None], sizes[first:]], 0])
        self.flat = apply_op("Reshape", [value, whole])


def _level_of(value: RaggedTensor) -> _Level:
    if value._uniform is None:
        return _Level(splits=value.row_splits)
    return _Level(size=number(value._uniform, dtypes.int64))


class _Spread:
    """Operands followed from the outermost axis in."""

    def __init__(self, operands: list[_Operand]) -> None:
        self.operands = operands
        self.axis = 0
        places = count_up(self._common([each.count for each in operands]))
        self.positions = [_repeated(each.count, places) for each in operands]

    def _common(self, sizes: list[Any]) -> Any:
        """The sizes broadcast: those that are 1 give way."""
        common = sizes[0]
        for size in sizes[1:]:
            is_one = apply_op("Equal", [common, 1])
            common = apply_op("SelectV2", [is_one, size, common])
        for size in sizes:
            self._check_size(size, common)
        return common

    def _check_size(self, size: Any, common: Any) -> None:
        found, wanted = known(size), known(common)
        text = f"Unable to broadcast: dimension size mismatch in dimension {self.axis}"
        if found is None or wanted is None:
            fits = [apply_op("Equal", [size, each]) for each in (common, 1)]
            data = [text, size, common]
            apply_op("Assert", [apply_op("LogicalOr", fits), data])
        elif found not in (1, wanted):
            raise InvalidArgumentError(None, None, f"{text}: {found} and {wanted}")

    def step(self) -> tuple[Any, int | None]:
        """Moves one axis inwards; returns the result's splits and equal row length."""
        levels = [each.levels[self.axis] for each in self.operands]
        self.axis += 1
        rows = [each.rows(place) for each, place in zip(levels, self.positions)]
        splits, uniform = self._joined(levels, [lengths for _, lengths in rows])
        parents = row_numbers(splits)
        columns = count_up(splits[-1]) - take(splits, parents)
        self.positions = [
            take(starts, parents) + _repeated(take(lengths, parents), columns)
            for starts, lengths in rows
        ]
        return splits, uniform

    def _joined(self, levels: list[_Level], lengths: list[Any]) -> Any:
        """Only what is uniform and 1 gives way; other lengths are all the same."""
        sizes = [each.size for each in levels if each.size is not None]
        ragged = [
            splits_of(each)
            for level, each in zip(levels, lengths)
            if level.size is None
        ]
        size = self._common(sizes) if sizes else number(1, dtypes.int64)
        steps = count_up(size_of(self.positions[0]) + 1)
        value = known(size)
        if not ragged:
            return steps * size, None if value is None else int(value)
        for other in ragged[1:]:
            assert_equal(ragged[0], other)
        if value is None:
            is_one = apply_op("Equal", [size, 1])
            spread = apply_op("SelectV2", [is_one, ragged[0], steps * size])
            assert_equal(spread, ragged[0])
        elif value != 1:
            assert_equal(steps * size, ragged[0])
        return ragged[0], None

    def values(self) -> list[Any]:
        """The values of every operand, in the order of the result."""
        pairs = zip(self.operands, self.positions)
        return [take(operand.flat, places) for operand, places in pairs]


def _repeated(size: Any, places: Any) -> Tensor:
    is_one = apply_op("Equal", [size, 1])
    return apply_single("SelectV2", [is_one, apply_op("ZerosLike", [places]), places])
