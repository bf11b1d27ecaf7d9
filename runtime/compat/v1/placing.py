"""The placement and the inputs of ops: scopes and conversions of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from graphir.dtypes import as_dtype
from runtime.compat.v1.control import name_scope
from runtime.compat.v1.graph_variables import GraphKeys
from runtime.compat.v1.sessions import Session
from runtime.compat.v1.variable_scopes import get_variable, variable_scope
from runtime.devices.placement import device
from runtime.sparse.sparse_tensor import SparseTensor, SparseTensorValue
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import DTypeLike, ShapeLike
from runtime.tracing.graphs import Graph


@contextmanager
def colocate_with(op: Any, ignore_existing: bool = False) -> Iterator[None]:
    """A scope whose ops stand on the device of another op.

    >>> with tf.compat.v1.colocate_with(tf.constant(1)):
    ...     tf.constant(2).numpy()
    np.int32(2)
    """
    with device(getattr(op, "device", None) or None):
        yield


@contextmanager
def op_scope(
    values: object, name: str | None, default_name: str | None = None
) -> Iterator[Any]:
    """`name_scope` with its arguments in another order.

    Raises:
      TypeError: without a name.
    """
    with name_scope(name, default_name, values) as scope:
        yield scope


@contextmanager
def variable_op_scope(
    values: Any, name_or_scope: Any, default_name: str | None = None, **given: Any
) -> Iterator[Any]:
    """`variable_scope` with its arguments in another order.

    Raises:
      ValueError: without a name.
    """
    with variable_scope(name_or_scope, default_name, values, **given) as scope:
        yield scope


def convert_to_tensor_or_sparse_tensor(
    value: Any, dtype: DTypeLike | None = None, name: str | None = None
) -> Any:
    """A tensor, or the sparse tensor that the value is.

    >>> tf.compat.v1.convert_to_tensor_or_sparse_tensor(3).numpy()
    np.int32(3)

    Raises:
      RuntimeError: for a sparse tensor of another dtype.
    """
    if isinstance(value, SparseTensorValue):
        value = SparseTensor(*value)
    if not isinstance(value, SparseTensor):
        return convert_to_tensor(value, dtype, name=name)
    if dtype is not None and value.dtype is not as_dtype(dtype):
        raise RuntimeError(
            f"Sparse dtype mismatch. Requested: {as_dtype(dtype).name}, "
            f"Actual: {value.dtype.name}"
        )
    return value


def convert_to_tensor_or_indexed_slices(
    value: Any, dtype: DTypeLike | None = None, name: str | None = None
) -> Any:
    """A tensor, or the indexed slices that the value are.

    >>> tf.compat.v1.convert_to_tensor_or_indexed_slices(3).numpy()
    np.int32(3)

    Raises:
      ValueError: for slices of another dtype.
    """
    if not isinstance(value, IndexedSlices):
        return convert_to_tensor(value, dtype, name=name)
    if dtype is not None and value.dtype is not as_dtype(dtype):
        raise ValueError(
            f"Incompatible tensor conversion requested to `dtype` "
            f"{as_dtype(dtype).name} for `value` ({value}) with dtype "
            f"{value.dtype.name}."
        )
    return value


def get_local_variable(
    name: str,
    shape: ShapeLike | None = None,
    dtype: DTypeLike | None = None,
    initializer: Any = None,
    regularizer: Any = None,
    trainable: bool = False,
    collections: Sequence[str] | None = None,
    **kwargs: Any,
) -> Any:
    """A variable by its name, from the variables local to this process.

    >>> with tf.Graph().as_default():
    ...     _ = tf.compat.v1.get_local_variable("w", [2])
    ...     [each.name for each in tf.compat.v1.local_variables()]
    ['w:0']

    Raises:
      ValueError: as `get_variable` does.
    """
    kept = [*(collections or []), GraphKeys.LOCAL_VARIABLES]
    return get_variable(
        name, shape, dtype, initializer, regularizer, False, kept, **kwargs
    )


class InteractiveSession(Session):
    """A session that is the current session from its construction until it is closed.

    >>> with tf.Graph().as_default():
    ...     session = tf.compat.v1.InteractiveSession()
    ...     found = tf.constant(3).eval()
    ...     session.close()
    >>> found
    np.int32(3)
    """

    def __init__(
        self, target: str = "", graph: Graph | None = None, config: object = None
    ) -> None:
        super().__init__(target, graph, config)
        self._entered: Any = self.as_default()
        self._entered.__enter__()

    def close(self) -> None:
        """Closes the session, which is no longer the current one."""
        if self._entered is not None:
            entered, self._entered = self._entered, None
            entered.__exit__(None, None, None)
        super().close()


def no_regularizer(_: Any) -> None:
    """A regularizer without a loss, in place of the regularizer of the scope."""


__all__ = [
    "InteractiveSession",
    "colocate_with",
    "convert_to_tensor_or_indexed_slices",
    "convert_to_tensor_or_sparse_tensor",
    "get_local_variable",
    "no_regularizer",
    "op_scope",
    "variable_op_scope",
]
