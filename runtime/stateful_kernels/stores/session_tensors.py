"""Tensors that a session keeps from run to run, and the kernels on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import of_array
from graphir.errors import InternalError, InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.stores import session_tensors as ops
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.variables import ResourceScope, current_resources

_PLACE: Final = "/job:localhost/replica:0/task:0/device:CPU:0"


class SessionTensors:
    """The tensors that one session keeps, by their handles; thread-safe."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._made = 0
        self._lock = Lock()

    def keep(self, value: Any) -> str:
        """Keeps an array, and returns its new handle."""
        with self._lock:
            handle = f"GetSessionHandle;{self._made};{_PLACE}"
            self._made += 1
            # the array may be one that the next run writes into
            self._values[handle] = np.array(value)
        return handle

    def find(self, handle: str) -> Any:
        """A copy of the array behind a handle: who gets it may write into it.

        Raises:
          InvalidArgumentError: if there is none, or none any more.
        """
        with self._lock:
            if handle not in self._values:
                raise InvalidArgumentError(
                    f"The tensor with handle '{handle}' is not in the session store."
                )
            return np.array(self._values[handle])

    def delete(self, handle: str) -> None:
        """Forgets an array.

        Raises:
          InvalidArgumentError: if there is none.
        """
        with self._lock:
            if handle not in self._values:
                raise InvalidArgumentError(
                    f"Failed to delete a tensor with handle '{handle}' in the session "
                    "store."
                )
            del self._values[handle]

    def forget(self, handles: Iterable[str]) -> None:
        """Forgets the arrays of handles that are kept; others are passed over."""
        with self._lock:
            for each in handles:
                self._values.pop(each, None)


def tensors_of(resources: ResourceScope) -> SessionTensors:
    """The tensors that a session keeps."""
    found: SessionTensors = resources.find_or_make(
        b"", b"", SessionTensors, SessionTensors
    )
    return found


def _text(handle: Any) -> str:
    return bytes(np.asarray(handle, object)[()]).decode("utf-8", "backslashreplace")


@kernel(ops.GetSessionHandle)
def _keep(value: Any) -> Any:
    kept = tensors_of(current_resources()).keep(value)
    return np.array(kept.encode(), object)


@kernel_factory(ops.GetSessionTensor)
def _find(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["dtype"]

    def find(handle: Any) -> Any:
        value = tensors_of(current_resources()).find(_text(handle))
        if of_array(value) is not dtype:
            raise InternalError(
                f"Output 0 of type {of_array(value).name} does not match declared "
                f"output type {dtype.name}"
            )
        return value

    return find


@kernel(ops.DeleteSessionTensor)
def _delete(handle: Any) -> None:
    tensors_of(current_resources()).delete(_text(handle))
