"""`tf.experimental.dlpack`: arrays exchanged with other libraries, as copies.

The protocol is https://dmlc.github.io/dlpack: a capsule is consumed by one reader.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from runtime.errors import InvalidArgumentError
from runtime.tensors.conversion import convert_to_tensor

_CPU: Final = (1, 0)
"""Kind and number of the device."""


def to_dlpack(tf_tensor: Any) -> Any:
    """A capsule with a copy of the values, for another library to consume.

    >>> capsule = tf.experimental.dlpack.to_dlpack(tf.constant([1.0, 2.0]))
    >>> tf.experimental.dlpack.from_dlpack(capsule).numpy()
    array([1., 2.], dtype=float32)

    Raises:
      InvalidArgumentError: for a dtype that the protocol does not know.
    """
    tensor: Any = convert_to_tensor(tf_tensor)
    array = np.array(tensor.numpy())
    try:
        return array.__dlpack__()
    except (BufferError, TypeError) as error:
        raise InvalidArgumentError(
            None, None, f"{array.dtype} is not supported by dlpack: {error}"
        ) from None


class _Holder:
    """Gives NumPy a capsule."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **options: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CPU


def from_dlpack(dlcapsule: Any) -> Any:
    """A tensor with a copy of the values of a capsule, which is consumed.

    Raises:
      InvalidArgumentError: for an object that is no capsule, or a consumed capsule.
    """
    try:
        array = np.from_dlpack(_Holder(dlcapsule))
    except (BufferError, TypeError, ValueError, RuntimeError) as error:
        raise InvalidArgumentError(
            None, None, f"This is no dlpack capsule that can be used: {error}"
        ) from None
    return convert_to_tensor(np.array(array))
