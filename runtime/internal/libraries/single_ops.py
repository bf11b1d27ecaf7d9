"""Ops under the names of TensorFlow's modules that libraries import them from."""

from __future__ import annotations

from typing import Any

from graphir.dtypes import int64
from runtime.apply import apply_op
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike


def nearest_neighbors(
    points: TensorLike, centers: TensorLike, k: Any, name: str | None = None
) -> Any:
    """The k nearest centers of each point, and their squared distances.

    >>> nearest_neighbors([[0.0], [3.0]], [[1.0], [2.0]], 1)[0].numpy().tolist()
    [[0], [1]]
    """
    return apply_op("NearestNeighbors", [points, centers, _long(k)], name=name)


def kmc2_chain_initialization(
    distances: TensorLike, seed: Any, name: str | None = None
) -> Any:
    """Where a walk over points ends that prefers large distances.

    >>> kmc2_chain_initialization([1.0], 3).numpy()
    np.int64(0)
    """
    return apply_op("KMC2ChainInitialization", [distances, _long(seed)], name=name)


def kmeans_plus_plus_initialization(
    points: TensorLike,
    num_to_sample: Any,
    seed: Any,
    num_retries_per_sample: Any,
    name: str | None = None,
) -> Any:
    """Rows of ``points`` that lie far from each other.

    >>> kmeans_plus_plus_initialization([[1.0, 2.0]], 1, 5, 0).numpy().tolist()
    [[1.0, 2.0]]
    """
    rest = map(_long, (num_to_sample, seed, num_retries_per_sample))
    return apply_op("KmeansPlusPlusInitialization", [points, *rest], name=name)


def tensor_list_length(input_handle: TensorLike, name: str | None = None) -> Any:
    """How many elements a tensor list has.

    >>> tensor_list_length(tf.raw_ops.TensorListReserve(
    ...     element_shape=-1, num_elements=3, element_dtype=tf.int32)).numpy()
    np.int32(3)
    """
    return apply_op("TensorListLength", [input_handle], name=name)


def _shape(element_shape: Any) -> Any:
    return convert_to_tensor(-1 if element_shape is None else element_shape)


def tensor_list_gather(
    input_handle: TensorLike,
    indices: TensorLike,
    element_dtype: DTypeLike,
    element_shape: Any = None,
    name: str | None = None,
) -> Any:
    """Elements of a tensor list as the rows of one tensor.

    >>> handle = tf.raw_ops.TensorListFromTensor(
    ...     tensor=[5, 6, 7], element_shape=tf.constant([], tf.int32))
    >>> tensor_list_gather(handle, [2, 0], tf.int32).numpy()
    array([7, 5], dtype=int32)
    """
    inputs = [input_handle, indices, _shape(element_shape)]
    return apply_op("TensorListGather", inputs, {"element_dtype": element_dtype}, name)


def tensor_list_stack(
    input_handle: TensorLike,
    element_dtype: DTypeLike,
    num_elements: int = -1,
    element_shape: Any = None,
    name: str | None = None,
) -> Any:
    """All elements of a tensor list as the rows of one tensor.

    >>> handle = tf.raw_ops.TensorListFromTensor(
    ...     tensor=[5, 6], element_shape=tf.constant([], tf.int32))
    >>> tensor_list_stack(handle, tf.int32).numpy()
    array([5, 6], dtype=int32)
    """
    attrs = {"element_dtype": element_dtype, "num_elements": num_elements}
    inputs = [input_handle, _shape(element_shape)]
    return apply_op("TensorListStack", inputs, attrs, name)


def _long(number: Any) -> Any:
    return convert_to_tensor(number, int64)


__all__ = [
    "kmc2_chain_initialization",
    "kmeans_plus_plus_initialization",
    "nearest_neighbors",
    "tensor_list_gather",
    "tensor_list_length",
    "tensor_list_stack",
]
