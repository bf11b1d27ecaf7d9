"""Datasets of TensorFlow 1: those of `tf.data`, with the iterators of its graphs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from runtime.data.datasets.base import DatasetBase, dataset_of
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.variants import dataset_variant
from runtime.data.elements.earlier_parts import classes_of, dtypes_of, shapes_of
from runtime.data.initializable_iterators import (
    Iterator,
    make_initializable_iterator,
)
from runtime.data.iterators.owned_iterator import OwnedIterator
from runtime.data.one_shot_iterators import make_one_shot_iterator
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.likes import TensorLike

if TYPE_CHECKING:
    from typing_extensions import Self

Function = TypeVar("Function", bound=Callable[..., Any])
Kind = TypeVar("Kind", bound="DatasetV1")


class DatasetV1(Dataset):
    """A dataset of which graphs of TensorFlow 1 make iterators.

    Its methods give datasets of this class; text and elements are those of `tf.data`.

    >>> with tf.Graph().as_default():
    ...     dataset = tf.compat.v1.data.Dataset.range(5, 8).batch(2)
    ...     numbers = dataset.make_one_shot_iterator().get_next()
    ...     with tf.compat.v1.Session() as session:
    ...         print(session.run(numbers), session.run(numbers))
    [5 6] [7]
    """

    _shown: str

    @property
    def output_types(self) -> object:
        """The dtypes of elements.

        >>> tf.compat.v1.data.Dataset.range(3).output_types
        tf.int64
        """
        return dtypes_of(self._spec)

    @property
    def output_shapes(self) -> object:
        """The shapes of elements.

        >>> tf.compat.v1.data.Dataset.from_tensors({"a": [1, 2]}).output_shapes
        {'a': TensorShape([2])}
        """
        return shapes_of(self._spec)

    @property
    def output_classes(self) -> object:
        """The classes of elements: tensors, sparse tensors, specs of others.

        >>> tf.compat.v1.data.Dataset.range(3).output_classes is tf.Tensor
        True
        """
        return classes_of(self._spec)

    def make_one_shot_iterator(self) -> OwnedIterator | Iterator:
        """An iterator at the first element, which needs no initializer in a graph.

        Raises:
          ValueError: in a graph, if the dataset depends on a placeholder or a variable.
        """
        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name: str | None = None) -> Iterator:
        """An iterator of a graph, which its ``initializer`` puts at the beginning.

        Raises:
          RuntimeError: eagerly, where a loop over the dataset does it.
        """
        return make_initializable_iterator(self, shared_name)

    @staticmethod
    def from_sparse_tensor_slices(sparse_tensor: SparseTensor) -> DatasetV1:
        """The rows of a sparse tensor, as indices, values and dense shapes.

        >>> rows = tf.sparse.from_dense([[0, 4], [5, 0]])
        >>> dataset = tf.compat.v1.data.Dataset.from_sparse_tensor_slices(rows)
        >>> for indices, values, shape in dataset.as_numpy_iterator():
        ...     print(indices.tolist(), values, shape)
        [[1]] [4] [2]
        [[0]] [5] [2]

        Raises:
          TypeError: for another value.
        """
        if not isinstance(sparse_tensor, SparseTensor):
            raise TypeError(
                "Invalid `sparse_tensor`. `sparse_tensor` must be a "
                f"`tf.sparse.SparseTensor`. Got {type(sparse_tensor)}."
            )
        rank = len(sparse_tensor.shape)
        index, value, shape = (
            sparse_tensor.indices,
            sparse_tensor.values,
            sparse_tensor.dense_shape,
        )
        spec = (
            TensorSpec([None, rank - 1], index.dtype),
            TensorSpec([None], value.dtype),
            TensorSpec([rank - 1], shape.dtype),
        )
        op = "SparseTensorSliceDataset"
        attrs = {"Tvalues": value.dtype}
        variant = dataset_variant(op, [index, value, shape], attrs)
        return earlier(dataset_of(spec, variant, f"_{op}"), DatasetV1Adapter)

    def map_with_legacy_function(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: TensorLike | None = None,
        deterministic: bool | None = None,
        use_unbounded_threadpool: bool = False,
    ) -> Self:
        """The results of a function, as `map` gives them."""
        return self.map(map_func, num_parallel_calls, deterministic)

    def filter_with_legacy_function(self, predicate: Callable[..., Any]) -> Self:
        """The elements for which a function is true, as `filter` gives them."""
        return self.filter(predicate)

    def __repr__(self) -> str:
        return f"<{self._shown} element_spec={self._spec!r}>"


class DatasetV1Adapter(DatasetV1):
    """A dataset of TensorFlow 1 with the elements of one of `tf.data`."""

    def __new__(cls, dataset: DatasetBase) -> Self:
        """The dataset with the methods of TensorFlow 1."""
        return earlier(dataset, cls)

    def __init__(self, *args: object, **kwargs: object) -> None:
        pass


def earlier(found: DatasetBase, kind: type[Kind]) -> Kind:
    """A dataset as one of TensorFlow 1, of a class."""
    made = object.__new__(kind)
    vars(made).update(vars(found))
    made._shown = type(found).__name__
    return made


def giving_earlier(function: Function) -> Function:
    """A function whose datasets are those of TensorFlow 1.

    >>> type(giving_earlier(tf.data.Dataset.range)(3)).__name__
    'DatasetV1Adapter'
    """

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        found = function(*args, **kwargs)
        if not isinstance(found, DatasetBase) or isinstance(found, DatasetV1):
            return found
        return earlier(found, DatasetV1Adapter)

    return cast("Function", call)


def _adapt_methods() -> None:
    """Gives each method of `tf.data` that makes a dataset its twin of TensorFlow 1."""
    for room in Dataset.__bases__:
        for name, member in vars(room).items():
            if name.startswith("_"):
                continue
            if isinstance(member, staticmethod):
                twin: Any = staticmethod(giving_earlier(member.__func__))
            elif callable(member):
                twin = giving_earlier(member)
            else:
                continue
            setattr(DatasetV1, name, twin)
    DatasetV1.apply = giving_earlier(Dataset.apply)  # type: ignore[method-assign]


_adapt_methods()

__all__ = ["DatasetV1", "DatasetV1Adapter", "earlier", "giving_earlier"]
