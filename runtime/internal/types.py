"""`tf.__internal__.types`: the base class of tensor-like objects."""

from __future__ import annotations

from abc import ABCMeta

from runtime.tensors.tensor import Tensor as _OneTensor
from runtime.variables.creators import VariableClass
from runtime.variables.resource import ResourceVariable


class _TensorClass(ABCMeta, VariableClass):
    """The metaclass of `Tensor`: tensors and variables count as its instances."""


class Tensor(metaclass=_TensorClass):
    """A base class for `isinstance`: tensors, variables, and Keras' tensors.

    >>> isinstance(tf.constant(1), tf.__internal__.types.Tensor)
    True
    """

    __is_tensor__ = True


Tensor.register(_OneTensor)
Tensor.register(ResourceVariable)

__all__ = ["Tensor"]
