"""Kernels that call Python functions, with eager tensors or with arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Protocol
from weakref import WeakValueDictionary

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import (
    InvalidArgumentError,
    OpError,
    OutOfRangeError,
    ResourceExhaustedError,
    UnimplementedError,
    UnknownError,
)
from graphir.ops.contract.declaration import Kernel
from graphir.ops.state import python_calls
from graphir.ops.state.python_calls import GRADIENT, PythonToken
from runtime.context import entered
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.confinement import MARK, check_python
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten, is_composite


class Callback(Protocol):
    """The interface of a Python function that graphs call."""

    name: str
    function: Callable[..., Any]

    def on_tensors(self, arrays: Sequence[Any], dtypes_in: Sequence[DType]) -> Any:
        """The flat results of the function for eager tensors."""

    def gradients(
        self, arrays: Sequence[Any], d_results: Sequence[Any], types: Sequence[DType]
    ) -> list[Any]:
        """The gradients of the arguments as arrays."""


_CALLED: Final[WeakValueDictionary[str, Callback]] = WeakValueDictionary()


def token_of(callback: Callback) -> PythonToken:
    """The token by which a node calls the function; the token keeps it alive."""
    _CALLED[callback.name] = callback
    return PythonToken.naming(callback.name, callback)


def as_list(result: Any) -> list[Any]:
    """The results of a function; a list in a list or tuple is one of them."""
    if result is None:
        return []
    several = result if isinstance(result, (list, tuple)) else [result]
    return [part for each in several for part in _parts(each)]


def _parts(result: Any) -> list[Any]:
    return list(flatten(result)) if is_composite(result) else [result]


def _called(token: bytes) -> Callback:
    name = token.decode().removesuffix(GRADIENT)
    found: Callback | None = getattr(token, "callback", None) or _CALLED.get(name)
    if found is None:
        raise InvalidArgumentError(
            None,
            None,
            f"callback {name} is not found: a graph that calls a Python function runs "
            "only in the process that made it, while the function lives",
        )
    return found


@kernel_factory(python_calls.EagerPyFunc)
def _eager_py_func(attrs: Mapping[str, Attr]) -> Kernel:
    token, types, wanted = attrs["token"], attrs["Tin"], attrs["Tout"]
    if MARK in attrs:
        return partial(check_python, attrs)
    if token.decode().endswith(GRADIENT):
        return lambda *arrays: guarded(
            _called(token).gradients,
            arrays[: len(wanted)],
            arrays[len(wanted) :],
            wanted,
        )

    def call(*arrays: Any) -> Any:
        called = _called(token)
        results = guarded(called.on_tensors, arrays, types)
        _check_count(called, results, wanted)
        return [
            guarded(convert_to_tensor, result, dtype)._array
            for result, dtype in zip(results, wanted)
        ]

    return call


@kernel_factory(python_calls.PyFunc)
@kernel_factory(python_calls.PyFuncStateless)
def _py_func(attrs: Mapping[str, Attr]) -> Kernel:
    token, wanted = attrs["token"], attrs["Tout"]
    if MARK in attrs:
        return partial(check_python, attrs)

    def call(*arrays: Any) -> Any:
        called = _called(token)
        with entered(None):
            found = guarded(called.function, *map(_passed, arrays))
        results = as_list(found)
        _check_count(called, results, wanted)
        tensors = [guarded(convert_to_tensor, _array(each)) for each in results]
        for position, (tensor, dtype) in enumerate(zip(tensors, wanted)):
            if tensor.dtype is not dtype:
                raise InvalidArgumentError(
                    None,
                    None,
                    f"{position}-th value returned by {called.name} is "
                    f"{tensor.dtype.signature_name}, but expects "
                    f"{dtype.signature_name}",
                )
        return [each._array for each in tensors]

    return call


def _passed(array: Any) -> Any:
    """What a function gets: an array, or the scalar of NumPy or the bytes in it."""
    return np.asarray(array)[()]


def _array(result: Any) -> Any:
    """What a function returned, as an array; strings keep the zeros at their ends."""
    array = np.asarray(result)
    is_text = array.dtype.kind in "SU" and not isinstance(result, np.ndarray)
    return np.asarray(result, object) if is_text else array


def _check_count(
    called: Callback, results: Sequence[Any], wanted: Sequence[DType]
) -> None:
    if len(results) != len(wanted):
        raise InvalidArgumentError(
            None,
            None,
            f"{called.name} returns {len(results)} values, but expects to see "
            f"{len(wanted)} values.",
        )


_KINDS: Final[tuple[tuple[type[Exception], type[OpError]], ...]] = (
    (MemoryError, ResourceExhaustedError),
    (NotImplementedError, UnimplementedError),
    (StopIteration, OutOfRangeError),
    (TypeError, InvalidArgumentError),
    (ValueError, InvalidArgumentError),
)
"""The error classes for Python exceptions; other exceptions become UnknownError."""


def guarded(function: Callable[..., Any], *args: Any) -> Any:
    """The result of a user's function.

    Raises:
      OpError: if it raised; the text has the class and the message of its error.
    """
    try:
        return function(*args)
    except Exception as error:  # a user's function may raise anything
        kinds = (mine for theirs, mine in _KINDS if isinstance(error, theirs))
        kind = UnknownError if isinstance(error, OpError) else next(kinds, UnknownError)
        raise kind(None, None, f"{type(error).__name__}: {error}") from error


__all__ = ["Callback", "as_list", "guarded", "token_of"]
