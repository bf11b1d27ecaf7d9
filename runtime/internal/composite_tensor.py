"""CompositeTensor, as it is asked for with `isinstance`."""

from __future__ import annotations

from abc import ABCMeta
from typing import Any

from runtime.variables.resource import ResourceVariable


class CompositeTensor(metaclass=ABCMeta):
    """The class of ragged and sparse tensors, slices, datasets and extension types.

    >>> isinstance(tf.ragged.constant([[1], []]), tf.__internal__.CompositeTensor)
    True
    """

    @classmethod
    def __subclasshook__(cls, kind: type) -> Any:
        """Whether a class is composite although it does not derive from this one."""
        if cls is not CompositeTensor:
            return NotImplemented
        # TensorFlow counts variables among them: they are kept as a handle
        is_one = hasattr(kind, "__tf_components__") or issubclass(
            kind, ResourceVariable
        )
        return True if is_one else NotImplemented


__all__ = ["CompositeTensor"]
