"""Attributes of `Tensor` that are computed or refused when they are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Protocol, TypeVar, overload

from graphir.attachments import Attached

if TYPE_CHECKING:
    from runtime.tensors.tensor import Tensor

_OPERATORS: Attached[frozenset[str]] = Attached("operators for what acts as a tensor")


class _Composed(Protocol):
    """A composite value; an operator with a composite operand returns a composite."""

    __tf_components__: bool


_Composite = TypeVar("_Composite", bound=_Composed)


class TensorOperator(Protocol):
    """The type of a binary operator of a tensor."""

    @overload
    def __call__(self, other: _Composite) -> _Composite: ...

    @overload
    def __call__(self, other: Any) -> Tensor: ...


class OverloadableOperators:
    """The names of operators that other classes may take from `tf.Tensor`."""

    def __get__(self, tensor: Any, kind: type) -> frozenset[str]:
        return _OPERATORS()


class NumpyMethod:
    """Raises an error in place of a method that exists only under NumPy behavior.

    `__getattr__` could raise the same error, but would slow down each look-up of a
    missing attribute.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, tensor: Any, kind: type) -> NoReturn:
        raise AttributeError(
            f"{kind.__name__} object has no attribute '{self.name}'.\n"
            "        If you are looking for numpy-related methods, please run the "
            "following:\n        tf.experimental.numpy."
            "experimental_enable_numpy_behavior()\n      "
        )
