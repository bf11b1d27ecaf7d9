"""CompositeTensor, as it is asked for with `isinstance`."""

from __future__ import annotations

from abc import ABCMeta

from runtime.variables.resource import ResourceVariable


class _Composites(ABCMeta):
    def __instancecheck__(cls, value: object) -> bool:
        return cls.__subclasscheck__(type(value))

    def __subclasscheck__(cls, kind: type) -> bool:
        # TensorFlow counts variables among them: they are kept as a handle
        return hasattr(kind, "__tf_components__") or issubclass(kind, ResourceVariable)


class CompositeTensor(metaclass=_Composites):
    """The class of ragged and sparse tensors, slices, datasets and extension types.

    >>> isinstance(tf.ragged.constant([[1], []]), tf.__internal__.CompositeTensor)
    True
    """


__all__ = ["CompositeTensor"]
