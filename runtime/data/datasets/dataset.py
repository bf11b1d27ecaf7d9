"""Dataset: a pipeline of elements, the class of ``tf.data``."""

from __future__ import annotations

from typing import Any

from runtime.data.datasets.base import dataset_of, set_public_class
from runtime.data.datasets.batch_methods import BatchMethods
from runtime.data.datasets.grouping_methods import GroupingMethods
from runtime.data.datasets.mapping_methods import MappingMethods
from runtime.data.datasets.order_methods import OrderMethods
from runtime.data.datasets.selection_methods import SelectionMethods
from runtime.data.datasets.sources import Sources
from runtime.data.datasets.storage_methods import StorageMethods


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

    def __new__(cls, variant_tensor: Any = None, element_spec: Any = None) -> Any:
        """The dataset in a variant.

        Raises:
          TypeError: without a variant: datasets are made by methods.
        """
        if variant_tensor is None:
            raise TypeError(
                "Can't instantiate abstract class Dataset: make datasets by "
                "`tf.data.Dataset.from_tensor_slices` and other methods."
            )
        return dataset_of(element_spec, variant_tensor)

    def __init__(self, variant_tensor: Any = None, element_spec: Any = None) -> None:
        pass


set_public_class(Dataset)
