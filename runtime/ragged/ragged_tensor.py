"""RaggedTensor: values in rows of different lengths."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import Self

import numpy as np

from graphir import dtypes
from graphir.attachments import Attached
from graphir.dtypes import as_dtype
from graphir.shapes import Shape
from runtime.apply import apply_op, apply_single
from runtime.context import executing_eagerly
from runtime.ragged.factories import RaggedFactories
from runtime.ragged.operators import RaggedOperators
from runtime.ragged.printing import as_text, rows_of
from runtime.ragged.rows import cast, known, lengths_of, number, row_numbers, size_of
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.shown_shapes import shown
from runtime.tensors.tensor import Tensor
from runtime.tensors.type_spec import TraceType

_TEXT: Attached[Any] = Attached("text of a ragged tensor")
_APPLY: Attached[Any] = Attached("op on ragged tensors")
_SPEC: Attached[Any] = Attached("spec of a ragged tensor")
_MERGE_DIMS: Attached[Any] = Attached("axes of a ragged tensor, merged")
_FROM_TENSOR: Attached[RaggedTensor] = Attached("ragged tensor of a dense one")
_FROM_SPARSE: Attached[Any] = Attached("ragged tensor of a sparse one")
_TO_TENSOR: Attached[Tensor] = Attached("dense tensor of a ragged one")
_TO_SPARSE: Attached[Any] = Attached("sparse tensor of a ragged one")
_GET_ITEM: Attached[Any] = Attached("rows of a ragged tensor by subscript")


class RaggedTensor(RaggedOperators, RaggedFactories, CompositeTensor):
    """Values in rows of different lengths: a tensor, and where each row starts.

    The values may be ragged themselves, for several ragged axes. Immutable; made by
    ``tf.ragged.constant`` or one of the class methods ``from_...``.

    >>> rows = tf.ragged.constant([[1, 2], [], [3]])
    >>> rows.shape, rows.values.numpy().tolist(), rows.row_splits.numpy().tolist()
    (TensorShape([3, None]), [1, 2, 3], [0, 2, 2, 3])
    >>> rows + 1
    <tf.RaggedTensor [[2, 3], [], [4]]>
    """

    _values: Any
    _splits: Any
    _uniform: int | None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise ValueError(
            "RaggedTensor constructor is private; please use one of the factory "
            "methods instead (e.g., RaggedTensor.from_row_lengths())"
        )

    @classmethod
    def _make(cls, values: Any, splits: Any, uniform: Any = None) -> Self:
        ragged = object.__new__(cls)
        ragged._values = values
        ragged._splits = splits
        ragged._uniform = uniform
        ragged.dtype = values.dtype
        return ragged

    # --- parts

    @property
    def values(self) -> Any:
        """The concatenated rows of the outermost ragged axis; may be ragged again."""
        return self._values

    @property
    def row_splits(self) -> Tensor:
        """The start of each row, and the end of the last."""
        found: Tensor = self._splits
        return found

    @property
    def flat_values(self) -> Tensor:
        """The innermost values, a tensor."""
        values = self._values
        return values.flat_values if isinstance(values, RaggedTensor) else values

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The splits of every ragged axis, from the outermost in."""
        values = self._values
        if isinstance(values, RaggedTensor):
            return (self._splits, *values.nested_row_splits)
        return (self._splits,)

    @property
    def ragged_rank(self) -> int:
        """The number of partitioned axes."""
        return len(self.nested_row_splits)

    @property
    def entries(self) -> Any:
        """The innermost values, a tensor."""
        return self.flat_values

    @property
    def uniform_row_length(self) -> Any:
        """The common row length if the rows were created with one, else None."""
        if self._uniform is None:
            return None
        return number(self._uniform, self._splits.dtype)

    @property
    def shape(self) -> Shape:
        """The shape; axes of rows of different lengths are None."""
        splits = self._splits.shape
        rows = splits[0] - 1 if splits.rank and splits[0] is not None else None
        inner = self._values.shape
        if inner.rank is None:
            return Shape(None)
        return Shape([rows, self._uniform, *inner[1:]])

    def get_shape(self) -> Shape:
        """The shape."""
        return shown(self.shape)

    def components(self) -> list[Any]:
        """The flat values, and the splits of every ragged axis."""
        return [self.flat_values, *self.nested_row_splits]

    def component_names(self) -> tuple[str, ...]:
        """The names of the components: flat values, and row splits by axis."""
        names = ["flat_values"]
        level: Any = self
        while isinstance(level, RaggedTensor):
            names.append(f"row_splits_{level._uniform}")
            level = level._values
        return tuple(names)

    def as_text(self, summarize: int) -> Any:
        """Nested lists, long lists with their first and last items."""
        return _TEXT(self, summarize)

    def with_components(self, components: Sequence[Any]) -> RaggedTensor | None:
        """A ragged tensor with other flat values and splits; None keeps the splits.

        Without flat values, as among gradients that do not exist, there is none.
        """
        flat, *splits = components
        if flat is None:
            return None
        pairs = zip(splits, self.nested_row_splits)
        splits = [mine if given is None else given for given, mine in pairs]
        inner = flat
        if len(splits) > 1:
            inner = self._values.with_components([flat, *splits[1:]])
        return self._make(inner, splits[0], self._uniform)

    @classmethod
    def apply(
        cls, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        """The result of an op with ragged arguments.

        Raises:
          ValueError: if the op is not for ragged tensors.
        """
        return _APPLY(op, inputs, attrs, name)

    @property
    def _type_spec(self) -> Any:
        return _SPEC(self)

    def __tf_tracing_type__(self, context: object) -> TraceType:
        """That of its spec: how many values there are does not call for a trace."""
        found: TraceType = self._type_spec.__tf_tracing_type__(context)
        return found

    # --- rows

    def nrows(
        self, out_type: DTypeLike | None = None, name: str | None = None
    ) -> Tensor:
        """The number of rows, a scalar."""
        dtype = self._splits.dtype if out_type is None else as_dtype(out_type)
        return size_of(self._splits, 0, dtype) - 1

    def nvals(
        self, out_type: DTypeLike | None = None, name: str | None = None
    ) -> Tensor:
        """The number of values in all rows, a scalar."""
        dtype = self._splits.dtype if out_type is None else as_dtype(out_type)
        found: Tensor = cast(self._splits[-1], dtype)
        return found

    def row_starts(self, name: str | None = None) -> Tensor:
        """The start of each row."""
        result: Tensor = self._splits[:-1]
        return result

    def row_limits(self, name: str | None = None) -> Tensor:
        """The end of each row."""
        found: Tensor = self._splits[1:]
        return found

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """The lengths of rows along an axis; ragged for inner axes.

        Raises:
          ValueError: for an axis that does not exist, or is the first.
        """
        axis = self._axis(axis)
        if axis == 0:
            return self.nrows()
        if axis == 1:
            return lengths_of(self._splits)
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.row_lengths(axis - 1))
        lengths = self._values.shape[axis - 1]
        filled = apply_op(
            "Fill",
            [
                apply_op("Shape", [self._values])[: axis - 1],
                number(lengths, self._splits.dtype)
                if lengths is not None
                else size_of(self._values, axis - 1, self._splits.dtype),
            ],
        )
        return self.with_values(filled)

    def _axis(self, axis: int) -> int:
        rank = self.shape.rank
        if rank is None:
            if axis < 0:
                raise ValueError(
                    f"axis={axis} may only be negative if the rank is known."
                )
            return axis
        if not -rank <= axis < rank:
            raise ValueError(
                f"axis={axis} out of bounds: expected {-rank}<=axis<{rank}"
            )
        return axis % rank

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The row lengths of every ragged axis, from the outermost in."""
        return tuple(lengths_of(each) for each in self.nested_row_splits)

    def value_rowids(self, name: str | None = None) -> Tensor:
        """The number of the row of each value."""
        return row_numbers(self._splits)

    def nested_value_rowids(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The row numbers of every ragged axis, from the outermost in."""
        return tuple(row_numbers(each) for each in self.nested_row_splits)

    def bounding_shape(
        self,
        axis: TensorLike | None = None,
        name: str | None = None,
        out_type: DTypeLike | None = None,
    ) -> Tensor:
        """The smallest shape of a dense tensor that can hold every row.

        >>> tf.ragged.constant([[1, 2], [], [3]]).bounding_shape().numpy().tolist()
        [3, 2]
        """
        dtype = self._splits.dtype if out_type is None else as_dtype(out_type)
        sizes = [self.nrows()]
        for splits in self.nested_row_splits:
            lengths = apply_op("ConcatV2", [[splits[:1], lengths_of(splits)], 0])
            sizes.append(apply_op("Max", [lengths, 0]))
        flat = self.flat_values
        inner = apply_op("Shape", [flat], {"out_type": self._splits.dtype})[1:]
        shape = apply_op(
            "ConcatV2", [[apply_op("Pack", [sizes], {"axis": 0}), inner], 0]
        )
        shape = cast(shape, dtype)
        return shape if axis is None else apply_single("GatherV2", [shape, axis, 0])

    # --- the like of it

    def with_values(self, new_values: TensorLike) -> RaggedTensor:
        """A ragged tensor with the same rows and other values.

        Raises:
          ValueError: if the number of values differs.
        """
        from runtime.ragged.factories import ragged_values

        values = ragged_values(new_values)
        mine, theirs = self._values.shape[:1], values.shape[:1]
        if not mine.is_compatible_with(theirs):
            raise ValueError(f"Shapes {mine} and {theirs} are incompatible")
        return self._make(values, self._splits, self._uniform)

    def with_flat_values(self, new_values: TensorLike) -> RaggedTensor:
        """A ragged tensor with the same rows and other innermost values."""
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.with_flat_values(new_values))
        return self.with_values(new_values)

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """A copy with row splits of int32 or int64.

        Raises:
          ValueError: for another dtype.
        """
        wanted = as_dtype(dtype)
        if wanted not in (dtypes.int32, dtypes.int64):
            raise ValueError(
                f"Argument `row_splits` dtype must be int32 or int64, not {wanted}."
            )
        values = self._values
        if isinstance(values, RaggedTensor):
            values = values.with_row_splits_dtype(wanted)
        return self._make(values, cast(self._splits, wanted), self._uniform)

    def merge_dims(self, outer_axis: int, inner_axis: int) -> Any:
        """Merges the axes from ``outer_axis`` to ``inner_axis`` into one axis.

        >>> tf.ragged.constant([[[1], [2, 3]], [[4]]]).merge_dims(1, 2)
        <tf.RaggedTensor [[1, 2, 3], [4]]>

        Raises:
          ValueError: if the inner axis comes first.
        """
        return _MERGE_DIMS(self, outer_axis, inner_axis)

    @classmethod
    def from_tensor(
        cls,
        tensor: TensorLike,
        lengths: TensorLike | None = None,
        padding: str | Sequence[Sequence[int]] | None = None,
        ragged_rank: int = 1,
        name: str | None = None,
        row_splits_dtype: DTypeLike = dtypes.int64,
    ) -> RaggedTensor:
        """The rows of a tensor, cut to ``lengths`` or stripped of trailing ``padding``.

        >>> tf.RaggedTensor.from_tensor([[5, 7, 0], [6, 0, 0]], padding=0)
        <tf.RaggedTensor [[5, 7], [6]]>

        Raises:
          ValueError: for both ``lengths`` and ``padding``.
        """
        options = lengths, padding, ragged_rank, as_dtype(row_splits_dtype)
        return _FROM_TENSOR(cls, tensor, *options)

    @classmethod
    def from_sparse(
        cls,
        st_input: Any,
        name: str | None = None,
        row_splits_dtype: DTypeLike = dtypes.int64,
    ) -> Any:
        """The rows of a sparse matrix whose rows are filled from column 0 without gaps.

        Raises:
          TypeError: if the argument is no sparse tensor.
          InvalidArgumentError: if entries are missing between others.
        """
        return _FROM_SPARSE(cls, st_input, as_dtype(row_splits_dtype))

    def to_tensor(
        self,
        default_value: Any = None,
        name: str | None = None,
        shape: ShapeLike | None = None,
    ) -> Tensor:
        """The rows as one tensor, cropped or padded to one length.

        >>> tf.ragged.constant([[1, 2], [], [3]]).to_tensor().numpy().tolist()
        [[1, 2], [0, 0], [3, 0]]
        """
        return _TO_TENSOR(self, default_value, name, shape)

    def to_sparse(self, name: str | None = None) -> Any:
        """The values with their places, as a sparse tensor."""
        return _TO_SPARSE(self, name)

    # --- Python

    def numpy(self) -> Any:
        """The rows as one array if all have one length, else as an array of arrays.

        Raises:
          ValueError: while tracing.
        """
        splits = self._known_splits("numpy")
        return rows_of(np.asarray(self._values.numpy()), splits)

    def to_list(self) -> list[Any]:
        """The rows as nested lists.

        >>> tf.ragged.constant([["a"], []]).to_list()
        [[b'a'], []]

        Raises:
          ValueError: while tracing.
        """
        splits = self._known_splits("to_list").tolist()
        values = self._values
        items = (
            values.to_list()
            if isinstance(values, RaggedTensor)
            else np.asarray(values.numpy()).tolist()
        )
        return [items[a:b] for a, b in pairwise(splits)]

    def _known_splits(self, method: str) -> Any:
        splits = known(self._splits)
        if splits is None or not hasattr(self.flat_values, "numpy"):
            raise ValueError(
                f"RaggedTensor.{method}() is only supported in eager mode."
            )
        return splits

    def consumers(self) -> list[Any]:
        """The operations that take the values; none when eager."""
        return []

    def __repr__(self) -> str:
        if not hasattr(self.flat_values, "numpy"):
            return f"tf.RaggedTensor(values={self._values}, row_splits={self._splits})"
        return f"<tf.RaggedTensor {as_text(self.numpy())}>"

    def __iter__(self) -> Iterator[Any]:
        count = self.shape[0] if self.shape.rank else None
        if not executing_eagerly() and count is None:
            raise TypeError("Iterating over a symbolic RaggedTensor is not allowed.")
        return (self[row] for row in range(count or 0))

    def __getitem__(self, key: Any) -> Any:
        return _GET_ITEM(self, key)

    def __bool__(self) -> bool:
        raise TypeError("RaggedTensor may not be used as a boolean.")

    def __hash__(self) -> int:
        trace = getattr(self.row_splits, "graph_trace", None)
        if trace is not None and not trace.is_function:
            # in a graph that a session runs, tensors are keys of what is fed
            return id(self)
        raise TypeError("RaggedTensor is unhashable.")


def is_ragged(value: Any) -> bool:
    """Whether the argument is a ragged tensor."""
    return isinstance(value, RaggedTensor)


__all__ = ["RaggedTensor", "is_ragged"]
