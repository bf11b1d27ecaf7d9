"""`tf.__operators__`, and the operators of `tf.Tensor` for tensor-like objects.

Tensors have operators of their own. A class of a library that takes `tf.Tensor.__add__`
for itself gets one from here: the public function, whose call the library takes over.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from runtime.arrays.subscripts import get_item
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import EagerTensor, Tensor


def add(x: TensorLike, y: TensorLike, name: str | None = None) -> Any:
    """``x + y``.

    >>> tf.__operators__.add(1, tf.constant(2)).numpy()
    np.int32(3)
    """
    _check(x, y)
    return _public("math", "add")(x, y, name=name)


def eq(x: Any, y: Any, name: str | None = None) -> Any:
    """``x == y``."""
    _check(x, y)
    return _public("math", "equal")(x, y, name=name)


def ne(x: Any, y: Any, name: str | None = None) -> Any:
    """``x != y``."""
    _check(x, y)
    return _public("math", "not_equal")(x, y, name=name)


def getitem(tensor: TensorLike, slice_spec: Any) -> Any:
    """``tensor[slice_spec]``.

    >>> tf.__operators__.getitem(tf.constant([1, 2]), 1).numpy()
    np.int32(2)

    Raises:
      TypeError: if it is no tensor.
    """
    if not isinstance(tensor, Tensor):
        raise TypeError(f"a tensor is needed, not {type(tensor).__name__}")
    return get_item(tensor, slice_spec)


def ragged_getitem(rt_input: Any, key: Any) -> Any:
    """``rt_input[key]`` of a ragged tensor."""
    return rt_input[key]


def _check(*values: Any) -> None:
    """Refuses here what is no tensor, so that dispatchers are told this function.

    Raises:
      TypeError, ValueError: for such a value.
    """
    for value in values:
        convert_to_tensor(value)


def _public(module: str, name: str) -> Any:
    return getattr(import_module(f"runtime.{module}"), name)


_BINARY: Final = {
    "sub": ("math", "subtract"),
    "mul": ("math", "multiply"),
    "truediv": ("math", "truediv"),
    "div": ("math", "truediv"),
    "floordiv": ("math", "floordiv"),
    "mod": ("math", "floormod"),
    "pow": ("math", "pow"),
    "and": ("math", "logical_and"),
    "or": ("math", "logical_or"),
    "xor": ("math", "logical_xor"),
    "matmul": ("linalg", "matmul"),
}
_OTHERS: Final = {
    "lt": ("math", "less"),
    "le": ("math", "less_equal"),
    "gt": ("math", "greater"),
    "ge": ("math", "greater_equal"),
    "neg": ("math", "negative"),
    "invert": ("math", "logical_not"),
    "abs": ("math", "abs"),
}


def _swapped(function: Callable[..., Any]) -> Callable[..., Any]:
    def reflected(y: Any, x: Any) -> Any:
        return function(x, y)

    return reflected


def operators() -> dict[str, Callable[..., Any]]:
    """The name of an operator -> the function that it means."""
    found: dict[str, Any] = {"__eq__": eq, "__ne__": ne, "__getitem__": getitem}
    found.update({"__add__": add, "__radd__": _swapped(add)})
    for name, place in _BINARY.items():
        found[f"__{name}__"] = _public(*place)
        found[f"__r{name}__"] = _swapped(_public(*place))
    found.update({f"__{name}__": _public(*place) for name, place in _OTHERS.items()})
    return found


def _operator(function: Callable[..., Any]) -> Callable[..., Any]:
    """A method of whatever class takes it: it is no attribute of the function."""

    def operator(*operands: Any) -> Any:
        return function(*operands)

    operator.__name__ = function.__name__
    return operator


@functools.cache
def give_to_tensors() -> frozenset[str]:
    """Makes each operator an attribute of `tf.Tensor`; its subclasses keep theirs."""
    ours = operators()
    for name in ours:
        own = getattr(Tensor, name, None)
        for kind in (EagerTensor, SymbolicTensor):
            kept = getattr(kind, name, None)
            if kept is not None and kept is own:
                setattr(kind, name, kept)
    for name, function in ours.items():
        setattr(Tensor, name, _operator(function))
    return frozenset(ours)


__all__ = ["add", "eq", "getitem", "ne", "ragged_getitem"]
