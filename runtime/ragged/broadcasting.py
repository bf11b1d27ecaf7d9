"""Element by element on ragged tensors: operands are spread to one shape.

The values of rows that are alike are used as they are. Otherwise each operand is
followed from the outermost axis in: which of its rows stands where in the result.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from graphir.ops.registry import lookup
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.conversion import convert_to_tensor
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import (
    cast,
    count_up,
    known,
    lengths_of,
    number,
    row_numbers,
    splits_of,
    take,
)

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


def _are_equal(first: Any, second: Any) -> bool:
    if first is second:
        return True
    arrays = known(first), known(second)
    return arrays[0] is not None and np.array_equal(*arrays)


def apply_elementwise(
    op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None
) -> Any:
    """An op on the elements; its arguments are ragged tensors, tensors and numbers.

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
    """A ragged tensor with the rows of the result, and each operand's values in them.

    Scalars are left as they are.

    Raises:
      InvalidArgumentError: for rows that cannot be broadcast together.
    """
    operands = [
        convert_to_tensor(each) if isinstance(each, np.ndarray) else each
        for each in operands
    ]
    ragged = [each for each in operands if isinstance(each, RaggedTensor)]
    others = [
        each for each in operands if not isinstance(each, RaggedTensor) and _rank(each)
    ]
    if not others and all(_are_alike(ragged[0], each) for each in ragged[1:]):
        return ragged[0], [_flat(each) for each in operands]
    rank = max(each.shape.rank for each in (*ragged, *others))
    depth = max(each.ragged_rank + rank - each.shape.rank for each in ragged)
    used = [each for each in operands if isinstance(each, RaggedTensor) or _rank(each)]
    spread = _Spread([_Operand(each, rank, depth) for each in used])
    splits = [spread.step() for _ in range(depth)]
    taken = iter(spread.values())
    values = [
        next(taken) if isinstance(each, RaggedTensor) or _rank(each) else each
        for each in operands
    ]
    like = RaggedTensor.from_nested_row_splits(
        spread.positions[0], splits, validate=False
    )
    return like, values


def _rank(value: Any) -> int | None:
    shape = getattr(value, "shape", None)
    if isinstance(shape, Shape):
        return shape.rank
    return np.ndim(value)


def _flat(value: Any) -> Any:
    return value.flat_values if isinstance(value, RaggedTensor) else value


class _Operand:
    """An operand as rows in rows: ``depth`` axes, then what each innermost row is."""

    def __init__(self, value: Any, rank: int, depth: int) -> None:
        added = rank - value.shape.rank
        is_ragged = isinstance(value, RaggedTensor)
        self.levels: list[Any] = []
        """For each axis after the first: its splits, or its size if all are equal."""
        flat = value.flat_values if is_ragged else value
        splits = list(value.nested_row_splits) if is_ragged else []
        sizes = cast(apply_op("Shape", [flat]), dtypes.int64)
        one = number(1, dtypes.int64)
        outer = value.nrows(dtypes.int64) if is_ragged else sizes[0]
        self.count = one if added else outer
        self.levels += [one] * (added - 1) + ([outer] if added else [])
        self.levels += [cast(each, dtypes.int64) for each in splits]
        first = 1
        while len(self.levels) < depth:
            self.levels.append(sizes[first])
            first += 1
        inner = sizes[first:]
        whole = apply_op("ConcatV2", [[number(-1, dtypes.int64)[None], inner], 0])
        self.flat = apply_op("Reshape", [flat, whole])

    def rows(self, axis: int, positions: Any) -> tuple[Any, Any]:
        """Where the rows at these positions start, and how long they are."""
        level = self.levels[axis]
        if level.shape.rank == 0:
            ones = apply_op("OnesLike", [positions])
            return positions * level, ones * level
        return take(level, positions), take(lengths_of(level), positions)


class _Spread:
    """Operands followed from the outermost axis in."""

    def __init__(self, operands: list[_Operand]) -> None:
        self.operands = operands
        self.axis = 0
        count = self._common([each.count for each in operands])
        places = count_up(count)
        self.positions = [self._repeated(each.count, places) for each in operands]

    def _repeated(self, size: Any, places: Any) -> Any:
        is_one = apply_op("Equal", [size, 1])
        return apply_op("SelectV2", [is_one, apply_op("ZerosLike", [places]), places])

    def _common(self, sizes: list[Any]) -> Any:
        """The sizes broadcast: those that are 1 give way."""
        common = sizes[0]
        for size in sizes[1:]:
            is_one = apply_op("Equal", [common, 1])
            common = apply_op("SelectV2", [is_one, size, common])
        for size in sizes:
            self._check(size, common)
        return common

    def _check(self, size: Any, common: Any) -> None:
        found, wanted = known(size), known(common)
        if found is None or wanted is None:
            return
        if ((found != 1) & (found != wanted)).any():
            raise InvalidArgumentError(
                None,
                None,
                "Unable to broadcast: dimension size mismatch in dimension "
                f"{self.axis}: {np.asarray(found).tolist()} and "
                f"{np.asarray(wanted).tolist()}",
            )

    def step(self) -> Any:
        """One axis further in; gives the splits of the result there."""
        axis, self.axis = self.axis, self.axis + 1
        rows = [
            operand.rows(axis, place)
            for operand, place in zip(self.operands, self.positions)
        ]
        splits = splits_of(self._common([lengths for _, lengths in rows]))
        parents = row_numbers(splits)
        columns = count_up(splits[-1]) - take(splits, parents)
        self.positions = [
            take(starts, parents) + self._repeated(take(lengths, parents), columns)
            for starts, lengths in rows
        ]
        return splits

    def values(self) -> list[Any]:
        """The values of every operand, in the order of the result."""
        pairs = zip(self.operands, self.positions)
        return [take(operand.flat, places) for operand, places in pairs]
