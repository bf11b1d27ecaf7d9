"""Tensors that stay in a session: their handles, and functions that use them."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.apply import apply_op
from runtime.compat.v1.inputs import placeholder
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation


class TensorHandle:
    """What a session returns for a handle: the tensor that it keeps, from outside.

    When the object is gone the session forgets the tensor, some runs later.
    """

    def __init__(self, handle: str, dtype: DType, session: Any) -> None:
        self._handle, self._dtype, self._session = handle, dtype, session
        self._is_kept = True

    @property
    def handle(self) -> str:
        """The text to feed to placeholders of `get_session_tensor`."""
        return self._handle

    def eval(self) -> Any:
        """The value of the tensor.

        Raises:
          TypeError: if it was deleted by `delete`.
          InvalidArgumentError: if the session does not keep it any more.
        """
        if not self._is_kept:
            raise TypeError(
                f"Persistent tensor {self._handle} may have already been deleted."
            )
        return self._session.kept_tensors().find(self._handle)

    def delete(self) -> None:
        """Lets the session forget the tensor.

        Raises:
          TypeError: if it was deleted before.
          InvalidArgumentError: if the session does not keep it.
        """
        if not self._is_kept:
            raise TypeError(
                f"Persistent tensor {self._handle} may have already been deleted."
            )
        self._is_kept = False
        self._session.kept_tensors().delete(self._handle)

    def __str__(self) -> str:
        return self._handle

    def __del__(self) -> None:
        if self._is_kept:
            self._session.dead_handles.append(self._handle)


def get_session_handle(data: Tensor, name: str | None = None) -> Tensor:
    """A handle for a tensor that stays in the session in which the handle is run.

    A session returns a `TensorHandle`, which can be fed in place of an array, too.

    >>> v1 = tf.compat.v1
    >>> with tf.Graph().as_default(), v1.Session() as session:
    ...     kept = session.run(v1.get_session_handle(tf.constant([1, 2])))
    ...     handle, tensor = v1.get_session_tensor(kept.handle, tf.int32)
    ...     session.run(tensor * 10, {handle: kept.handle})
    array([10, 20], dtype=int32)

    Raises:
      TypeError: for something else than a tensor.
    """
    if not isinstance(data, Tensor):
        raise TypeError("`data` must be of type Tensor.")
    handle: Tensor = apply_op("GetSessionHandle", [data], {"T": data.dtype}, name)
    return handle


def get_session_tensor(
    handle: str, dtype: DTypeLike, name: str | None = None
) -> tuple[Any, Any]:
    """A placeholder for the handle of a tensor of a session, and the tensor.

    Args:
      handle: the handle of such a tensor, which is to be fed, or another one.
      dtype: its dtype; running the tensor raises an InternalError for another one.
      name: the tensor's.
    """
    holder = placeholder(dtypes.string)
    kind = {"dtype": as_dtype(dtype)}
    return holder, apply_op("GetSessionTensor", [holder], kind, name)


def delete_session_tensor(
    handle: str, name: str | None = None
) -> tuple[Any, Operation]:
    """A placeholder for the handle of a tensor of a session, and what deletes it.

    Args:
      handle: the handle of such a tensor, which is to be fed, or another one.
      name: the operation's.
    """
    holder = placeholder(dtypes.string)
    deleted: Operation = apply_op("DeleteSessionTensor", [holder], {}, name)
    return holder, deleted


__all__ = [
    "TensorHandle",
    "delete_session_tensor",
    "get_session_handle",
    "get_session_tensor",
]
