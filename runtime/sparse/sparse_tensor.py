"""SparseTensor: a tensor stored as indices and values of its entries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from graphir import dtypes
from graphir.ops.contract.registry import op_has
from graphir.shapes import Shape, as_shape
from runtime.apply import apply_op
from runtime.context import executing_eagerly
from runtime.tensors.composites import CompositeTensor, refusal
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike, TensorLike
from runtime.tensors.shown_shapes import shown
from runtime.tensors.symbolic_tensor import DEFAULT_SESSION
from runtime.tensors.tensor import Tensor


class SparseTensorValue(NamedTuple):
    """The arrays of a sparse tensor."""

    indices: Any
    values: Any
    dense_shape: Any


class SparseTensor(CompositeTensor):
    """A tensor that is 0 but for some entries: their indices and values, and a shape.

    ``indices`` has a row for each entry, one number for each axis; immutable.

    >>> entries = tf.SparseTensor([[0, 0], [1, 2]], [1, 2], [3, 4])
    >>> tf.sparse.to_dense(entries).numpy().tolist()
    [[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]]

    Raises:
      ValueError: for parts whose sizes do not fit.
    """

    def __init__(
        self, indices: TensorLike, values: TensorLike, dense_shape: TensorLike
    ) -> None:
        self._indices: Tensor = convert_to_tensor(indices, dtypes.int64, name="indices")
        self._values: Tensor = convert_to_tensor(values, name="values")
        self._dense_shape: Tensor = convert_to_tensor(
            dense_shape, dtypes.int64, name="dense_shape"
        )
        self.dtype = self._values.dtype
        self._known_shape = Shape(None)
        places, entries = self._indices.shape, self._values.shape.with_rank(1)
        sizes = self._dense_shape.shape.with_rank(1)
        if places.rank is not None:
            places = places.with_rank(2)
            Shape([places[0]]).assert_is_compatible_with(Shape([entries[0]]))
            Shape([places[1]]).assert_is_compatible_with(Shape([sizes[0]]))

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """A sparse tensor of a ``SparseTensorValue``, or the tensor itself.

        Raises:
          TypeError: for a value of another type.
        """
        if isinstance(sparse_tensor_value, SparseTensor):
            return sparse_tensor_value
        if not isinstance(sparse_tensor_value, SparseTensorValue):
            raise TypeError(
                f"Neither a SparseTensor nor SparseTensorValue: {sparse_tensor_value}."
            )
        return cls(*sparse_tensor_value)

    @property
    def indices(self) -> Tensor:
        """The places of the entries, a matrix."""
        return self._indices

    @property
    def values(self) -> Tensor:
        """The entries, a vector."""
        return self._values

    @property
    def entries(self) -> Any:
        """The entries, a vector."""
        return self._values

    @property
    def dense_shape(self) -> Tensor:
        """The shape as a tensor."""
        return self._dense_shape

    @property
    def shape(self) -> Shape:
        """The static shape."""
        known: Shape = self._dense_shape.constant_as_shape()
        if known.rank is None and self._dense_shape.shape.rank == 1:
            count = self._dense_shape.shape[0]
            known = known if count is None else Shape([None] * count)
        return known.merge_with(self._known_shape)

    def get_shape(self) -> Shape:
        """The static shape."""
        return shown(self.shape)

    def set_shape(self, shape: ShapeLike) -> None:
        """Refines the static shape; the tensor itself is unchanged.

        >>> entries = tf.SparseTensor([[0, 1]], [1.0], [2, 3])
        >>> entries.set_shape([None, 3])

        Raises:
          ValueError: for a shape that is incompatible with the static shape.
        """
        self._known_shape = self.shape.merge_with(as_shape(shape))

    @property
    def rank(self) -> int | None:
        """The number of axes."""
        return self.shape.rank

    def with_values(self, new_values: TensorLike) -> SparseTensor:
        """A sparse tensor with the same indices and other values."""
        made = SparseTensor(self._indices, new_values, self._dense_shape)
        made.set_shape(self.shape)
        return made

    def components(self) -> list[Any]:
        """The indices, the values and the shape."""
        return [self._indices, self._values, self._dense_shape]

    def component_shapes(self, shape: Shape) -> list[Shape]:
        """The components' shapes: any number of entries, with the tensor's rank."""
        return [Shape([None, shape.rank]), Shape([None]), Shape([shape.rank])]

    def component_names(self) -> tuple[str, ...]:
        """The names of the components."""
        return "indices", "values", "dense_shape"

    def printed(self, placeholder: str) -> tuple[str, list[Any]]:
        """The parts as ``tf.print`` writes tensors."""
        template = "SparseTensor(indices={0}, values={0}, shape={0})"
        return template.format(placeholder), self.components()

    @property
    def _type_spec(self) -> Any:
        from runtime.sparse.sparse_tensor_spec import SparseTensorSpec

        return SparseTensorSpec.from_value(self)

    def __tf_tracing_type__(self, context: Any) -> Any:
        return self._type_spec.__tf_tracing_type__(context)

    def with_components(self, components: Sequence[Any]) -> Any:
        """A sparse tensor with other components; None keeps indices and shape.

        Without values, as among gradients that do not exist, there is none.
        """
        indices, values, dense_shape = components
        if values is None:
            return None
        made = SparseTensor(
            self._indices if indices is None else indices,
            values,
            self._dense_shape if dense_shape is None else dense_shape,
        )
        if dense_shape is None:
            made.set_shape(self.shape)
        return made

    @classmethod
    def apply(
        cls, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        """Applies an element-wise op of one tensor to the entries.

        Raises:
          ValueError: for other ops.
        """
        flat = [
            x for each in inputs for x in (each if isinstance(each, list) else [each])
        ]
        first = next(each for each in flat if isinstance(each, SparseTensor))
        if op_has(op, "keeps_zero"):
            return first.with_values(apply_op(op, [first.values], attrs, name))
        if op == "Shape":
            wanted = attrs.get("out_type", dtypes.int32)
            return apply_op("Cast", [first.dense_shape], {"DstT": wanted})
        if op == "DenseBincount" and inputs[0] is first:
            return apply_op(
                "SparseBincount", [*first.components(), *inputs[1:]], attrs, name
            )
        raise refusal(first)

    @property
    def op(self) -> Any:
        """The operation that makes the values."""
        return self.values.op

    @property
    def graph(self) -> Any:
        """The graph that the parts belong to."""
        return self.indices.graph

    def consumers(self) -> list[Any]:
        """The operations that read indices, values or shape."""
        found: dict[int, Any] = {}
        if executing_eagerly():
            return []
        for part in self.components():
            found.update((id(each), each) for each in part.consumers())
        return list(found.values())

    def eval(
        self, feed_dict: dict[Any, Any] | None = None, session: Any = None
    ) -> SparseTensorValue:
        """The parts as arrays, in a graph by a session."""
        if executing_eagerly():
            return SparseTensorValue(*(each.numpy() for each in self.components()))
        session = DEFAULT_SESSION.get() if session is None else session
        if session is None:
            raise ValueError(
                "Cannot evaluate tensor using `eval()`: No default session is "
                "registered. Pass a session: `eval(session=session)`."
            )
        found: SparseTensorValue = session.run(self, feed_dict)
        return found

    def __repr__(self) -> str:
        # an f-string would write the tensors as arrays
        parts = tuple(str(each) for each in self.components())
        return "SparseTensor(indices={}, values={}, dense_shape={})".format(*parts)

    def __mul__(self, other: TensorLike) -> SparseTensor:
        return self._with_dense("SparseDenseCwiseMul", other)

    def __truediv__(self, other: Any) -> SparseTensor:
        other = convert_to_tensor(other, self.dtype)
        if self.dtype.is_integer:
            wide = {"DstT": dtypes.float64}
            values = apply_op("Cast", [self._values], wide)
            other = apply_op("Cast", [other], wide)
            return self.with_values(values)._with_dense("SparseDenseCwiseDiv", other)
        return self._with_dense("SparseDenseCwiseDiv", other)

    def _with_dense(self, op: str, other: Any) -> SparseTensor:
        if isinstance(other, SparseTensor):
            raise TypeError(
                "A SparseTensor is multiplied and divided by dense tensors."
            )
        dense = convert_to_tensor(other, self.dtype, name="y")
        return self.with_values(apply_op(op, [*self.components(), dense]))


def sparse_tensor(value: TensorLike) -> SparseTensor:
    """A SparseTensor unchanged, or the SparseTensor of a SparseTensorValue.

    Raises:
      TypeError: for a value of another type.
    """
    if isinstance(value, SparseTensor):
        return value
    if isinstance(value, SparseTensorValue):
        return SparseTensor(*value)
    raise TypeError(f"Input must be a SparseTensor, not {type(value).__name__}.")
