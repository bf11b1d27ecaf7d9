"""The base class of datasets: a variant tensor and the spec of its elements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

from graphir import dtypes
from graphir.attachments import Attached
from graphir.shapes import SCALAR
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.data.datasets.variants import dataset_variant
from runtime.data.elements.specs import NESTING, DatasetSpec, OptionalSpec
from runtime.data.elements.structures import component_attrs
from runtime.data.functions.staged_function import StagedFunction
from runtime.data.iterators.optional import Optional
from runtime.data.iterators.owned_iterator import NumpyIterator, OwnedIterator
from runtime.data.stages.stage import INFINITE, UNKNOWN_COUNT
from runtime.signatures.trace_types import Container, TensorSpec
from runtime.tensors.tensor import Tensor
from runtime.trackable.base import Trackable

if TYPE_CHECKING:
    from typing_extensions import Self

_TO_HTML: Attached[str] = Attached("page of a dataset")


class DatasetBase(Trackable):
    """A variant and the spec of its elements; immutable.

    A checkpoint has it as an object without state. Loops and branches of graphs,
    arguments and results pass it on as its variant.
    """

    __tf_components__ = True
    component_kind: ClassVar[type] = object

    _variant: Tensor
    _spec: Any

    # --- what it is

    @property
    def element_spec(self) -> Any:
        """The spec of the elements.

        >>> tf.data.Dataset.from_tensor_slices([1, 2, 3]).element_spec
        TensorSpec(shape=(), dtype=tf.int32, name=None)
        """
        return self._spec

    @property
    def variant(self) -> Tensor:
        """The tensor that stands for the dataset in graphs."""
        return self._variant

    @property
    def _variant_tensor(self) -> Tensor:
        return self._variant

    @property
    def _type_spec(self) -> DatasetSpec:
        return DatasetSpec(self._spec, self._variant.shape)

    def components(self) -> list[Any]:
        """The variant."""
        return [self._variant]

    def component_names(self) -> tuple[str, ...]:
        """The spec of the elements, on which traces depend."""
        return (repr(self._spec),)

    def with_components(self, components: Sequence[Any]) -> Any:
        """A dataset with another variant and the same element spec."""
        return dataset_of(self._spec, components[0])

    def spec_of_components(self, parts: Any) -> DatasetSpec:
        """The spec of the dataset."""
        return self._type_spec

    def _as_serialized_graph(
        self, allow_stateful: Any = None, strip_device_assignment: Any = None, **_: Any
    ) -> Tensor:
        """The pipeline as a GraphDef, a string tensor."""
        attrs = {"strip_device_assignment": bool(strip_device_assignment)}
        found: Tensor = apply_op("DatasetToGraphV2", [self._variant], attrs)
        return found

    def _repr_html_(self) -> str:
        return _TO_HTML(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} element_spec={self._spec!r}>"

    # --- how many elements there are

    def cardinality(self) -> Any:
        """How many elements there are: int64, -1 without end, -2 if it is not known.

        >>> tf.data.Dataset.range(42).cardinality().numpy()
        np.int64(42)
        """
        return apply_op("DatasetCardinality", [self._variant])

    def __len__(self) -> int:
        if current_trace() is not None:
            raise TypeError(
                "`tf.data.Dataset` only supports `len` in eager mode. Use "
                "`tf.data.Dataset.cardinality()` instead."
            )
        count = int(self.cardinality())
        if count == INFINITE:
            raise TypeError("The dataset is infinite.")
        if count == UNKNOWN_COUNT:
            raise TypeError("The dataset length is unknown.")
        return count

    def __bool__(self) -> bool:
        return True

    # --- iteration

    def __iter__(self) -> OwnedIterator:
        trace: Any = current_trace()
        if trace is not None and not trace.is_function:
            raise RuntimeError(
                "`tf.data.Dataset` only supports Python-style iteration in eager mode "
                "or within tf.function."
            )
        return OwnedIterator(self)

    def as_numpy_iterator(self) -> NumpyIterator:
        """An iterator over the elements as NumPy arrays and scalars.

        >>> list(tf.data.Dataset.range(3).as_numpy_iterator())
        [np.int64(0), np.int64(1), np.int64(2)]

        Raises:
          RuntimeError: while a graph is traced.
          TypeError: for elements that are no tensors.
        """
        if current_trace() is not None:
            raise RuntimeError(
                "`tf.data.Dataset.as_numpy_iterator()` is only supported in eager mode."
            )
        return NumpyIterator(self)

    def get_single_element(self, name: str | None = None) -> Any:
        """The only element.

        >>> tf.data.Dataset.from_tensors([1, 2]).get_single_element().numpy()
        array([1, 2], dtype=int32)

        Raises:
          InvalidArgumentError: if the dataset is empty, or has several elements.
        """
        from runtime.data.elements.structures import from_tensors

        attrs = component_attrs(self._spec)
        found = apply_op("DatasetToSingleElement", [self._variant], attrs)
        return from_tensors(self._spec, found)

    def apply(self, transformation_func: Callable[..., Any]) -> DatasetBase:
        """The result of a function of this dataset.

        >>> dataset = tf.data.Dataset.range(9).apply(lambda x: x.take(2))
        >>> list(dataset.as_numpy_iterator())
        [np.int64(0), np.int64(1)]

        Raises:
          TypeError: if that is no dataset.
        """
        dataset = transformation_func(self)
        if not isinstance(dataset, DatasetBase):
            raise TypeError(
                "`transformation_func` must return a `tf.data.Dataset` object. Got "
                f"{type(dataset)}."
            )
        return dataset

    # --- making others

    def made(
        self,
        kind: str,
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any] | None = None,
        spec: Any = None,
    ) -> Self:
        """A dataset that an op makes of this dataset; with the same spec by default."""
        spec = self._spec if spec is None else spec
        every = {**component_attrs(spec), **(attrs or {})}
        variant = dataset_variant(op, [self._variant, *inputs], every)
        found: Self = dataset_of(spec, variant, kind)
        return found

    def staged(self, function: Any, role: str, arguments: Sequence[Any]) -> Any:
        """A function of elements, traced."""
        return StagedFunction(function, role, arguments)


class _NestedVariant(DatasetBase):
    """Several datasets in one tensor, as in a batch: nothing to iterate over."""

    __iter__ = None  # type: ignore[assignment]

    def with_components(self, components: Sequence[Any]) -> Any:
        return nested_variant(self._spec, components[0])


def nested_variant(spec: Any, variant: Tensor) -> Any:
    """The datasets of one spec that are in a tensor, which is no scalar."""
    made = object.__new__(_NestedVariant)
    made._variant = variant
    made._spec = spec
    return made


_KINDS: Final[dict[str, type]] = {}


def set_public_class(kind: type) -> None:
    """Says which class users know as ``tf.data.Dataset``."""
    DatasetBase.component_kind = kind
    NESTING.value_types[DatasetSpec] = kind


def kind_of(name: str) -> type:
    """The class of datasets that are shown under a name."""
    found = _KINDS.get(name)
    if found is None:
        members = {"__doc__": f"A dataset that is shown as {name}.", "__slots__": ()}
        found = _KINDS[name] = type(name, (DatasetBase.component_kind,), members)
    return found


def dataset_of(spec: Any, variant: Tensor, kind: str = "_VariantDataset") -> Any:
    """The dataset that is in a variant."""
    made: Any = object.__new__(kind_of(kind))
    made._variant = variant
    made._spec = spec
    return made


def value_of_variant(spec: Any, variant: Tensor) -> Any:
    """The dataset or optional of that spec that a variant holds."""
    if isinstance(spec, OptionalSpec):
        return Optional(variant, spec.element_spec)
    is_one = variant.shape.rank in (0, None)
    return (dataset_of if is_one else nested_variant)(spec.element_spec, variant)


def _tracing_type(spec: Any, context: Any) -> Container:
    kind = DatasetBase.component_kind
    names = (repr(spec.element_spec),)
    return Container(kind, names, (TensorSpec(SCALAR, dtypes.variant),), spec)


def _with_components(spec: Any, components: Sequence[Any]) -> Any:
    if isinstance(components[0], TensorSpec):
        return spec
    return dataset_of(spec.element_spec, components[0])


def _components(spec: Any) -> list[Any]:
    return [TensorSpec(SCALAR, dtypes.variant)]


for _name, _method in (
    ("__tf_tracing_type__", _tracing_type),
    ("with_components", _with_components),
    ("components", _components),
):
    setattr(DatasetSpec, _name, _method)
