"""Dataset: a pipeline of elements, the class of ``tf.data``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from runtime.data.datasets.base import DatasetBase, dataset_of, set_public_class
from runtime.data.datasets.batch_methods import BatchMethods
from runtime.data.datasets.grouping_methods import GroupingMethods
from runtime.data.datasets.mapping_methods import MappingMethods
from runtime.data.datasets.order_methods import OrderMethods
from runtime.data.datasets.selection_methods import SelectionMethods
from runtime.data.datasets.sources import Sources
from runtime.data.datasets.storage_methods import StorageMethods
from runtime.tensors.likes import DTypeLike, TensorLike


class Dataset(
    Sources,
    MappingMethods,
    BatchMethods,
    OrderMethods,
    SelectionMethods,
    GroupingMethods,
    StorageMethods,
):
    """A pipeline: elements that are made when they are read.

    >>> dataset = tf.data.Dataset.from_tensor_slices([1, 2, 3])
    >>> for element in dataset.map(lambda x: x * 2):
    ...     print(element)
    tf.Tensor(2, shape=(), dtype=int32)
    tf.Tensor(4, shape=(), dtype=int32)
    tf.Tensor(6, shape=(), dtype=int32)
    """

    if TYPE_CHECKING:
        # the rooms that define them do not know this class

        @staticmethod
        def from_tensors(tensors: Any, name: str | None = None) -> Dataset: ...
        @staticmethod
        def from_tensor_slices(tensors: Any, name: str | None = None) -> Dataset: ...
        @staticmethod
        def range(*args: Any, **kwargs: Any) -> Dataset: ...
        @staticmethod
        def random(
            seed: TensorLike | None = None,
            rerandomize_each_iteration: bool | None = None,
            name: str | None = None,
        ) -> Dataset: ...
        @staticmethod
        def counter(
            start: TensorLike = 0,
            step: TensorLike = 1,
            dtype: DTypeLike = ...,
            name: str | None = None,
        ) -> Dataset: ...
        @staticmethod
        def from_generator(
            generator: Callable[..., Iterable[Any]],
            output_types: Any = None,
            output_shapes: Any = None,
            args: Any = None,
            output_signature: Any = None,
            name: str | None = None,
        ) -> Dataset: ...
        @staticmethod
        def zip(
            *args: Any,
            datasets: Sequence[DatasetBase] | None = None,
            name: str | None = None,
        ) -> Dataset: ...
        @staticmethod
        def list_files(
            file_pattern: TensorLike,
            shuffle: bool | None = None,
            seed: TensorLike | None = None,
            name: str | None = None,
        ) -> Dataset: ...
        @staticmethod
        def load(
            path: str | PathLike[str],
            element_spec: Any = None,
            compression: str | None = None,
            reader_func: Any = None,
            wait: bool = False,
        ) -> Dataset: ...
        @staticmethod
        def sample_from_datasets(
            datasets: Sequence[DatasetBase],
            weights: TensorLike | DatasetBase | None = None,
            seed: TensorLike | None = None,
            stop_on_empty_dataset: bool = False,
            rerandomize_each_iteration: bool | None = None,
        ) -> Dataset: ...
        @staticmethod
        def choose_from_datasets(
            datasets: Sequence[DatasetBase],
            choice_dataset: DatasetBase,
            stop_on_empty_dataset: bool = True,
        ) -> Dataset: ...
        def apply(self, transformation_func: Callable[..., Any]) -> Dataset: ...

    def __new__(cls, variant_tensor: Any = None, element_spec: Any = None) -> Dataset:
        """The dataset in a variant.

        Raises:
          TypeError: without a variant: datasets are made by methods.
        """
        if variant_tensor is None:
            raise TypeError(
                "Can't instantiate abstract class Dataset: make datasets by "
                "`tf.data.Dataset.from_tensor_slices` and other methods."
            )
        made: Dataset = dataset_of(element_spec, variant_tensor)
        return made

    def __init__(self, variant_tensor: Any = None, element_spec: Any = None) -> None:
        pass


set_public_class(Dataset)
