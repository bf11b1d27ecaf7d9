"""Traced methods: each instance has its own traces, which are freed with it."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Callable
from functools import partial
from types import MethodType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from runtime.functions.concrete_function import ConcreteFunction
    from runtime.functions.function import Function


class MethodTable:
    """The traced functions of a method, one per weakly referenced instance."""

    def __init__(self, make: Callable[[], Function]) -> None:
        self._make = make
        self._functions: dict[int, tuple[Any, Function]] = {}
        self._for_all: Function | None = None

    def of(self, instance: Any) -> Function:
        """The function of an object; objects without weak references share one."""
        found = self._functions.get(id(instance))
        if found is not None:
            return found[1]
        key, functions = id(instance), self._functions
        try:
            reference = weakref.ref(instance, lambda _: functions.pop(key, None))
        except TypeError:
            self._for_all = self._for_all or self._make()
            return self._for_all
        function = self._make()
        return functions.setdefault(key, (reference, function))[1]


class _InstanceSignature:
    """The signature that `inspect` reports, without the instance parameter."""

    def __get__(self, bound: Any, owner: type) -> inspect.Signature | None:
        if bound is None:
            return None  # the class itself
        return inspect.signature(bound.__wrapped__)


class _Docstring:
    """The docstring of the method, and for the class its own."""

    def __get__(self, bound: Any, owner: type) -> str | None:
        if bound is None:
            return "A traced method with its object; traces go when the object does."
        doc: str | None = bound._function.__doc__
        return doc


class BoundFunction:  # noqa: D101 - its docstring is a descriptor
    __doc__ = _Docstring()
    __autograph_call_as_is__ = True
    __signature__ = _InstanceSignature()
    __slots__ = ("__self__", "_function")

    def __init__(self, function: Function, instance: Any) -> None:
        self._function = function
        self.__self__ = instance

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """The class ``Function``, for `isinstance`; `type` is the actual class."""
        return type(self._function)

    @property
    def unbound(self) -> Function:
        """The ``Function`` with this instance's traces."""
        return self._function

    @property
    def __wrapped__(self) -> Callable[..., Any]:
        """The original method, bound to the instance, for `inspect`."""
        return MethodType(self._function.python_function, self.__self__)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._function(self.__self__, *args, **kwargs)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for arguments, which may be TensorSpecs instead of tensors."""
        return self._function.get_concrete_function(self.__self__, *args, **kwargs)

    def explain_retrace(self, *args: Any, **kwargs: Any) -> str:
        """Why a call with these arguments would be traced."""
        return self._function.explain_retrace(self.__self__, *args, **kwargs)

    @property
    def python_function(self) -> Callable[..., Any]:
        """The original method, bound to the instance."""
        return partial(self._function.python_function, self.__self__)

    def __getattr__(self, name: str) -> Any:
        if name == "__dict__":
            # who wraps this copies it: the state of the function is its own
            raise AttributeError(name)
        return getattr(self._function, name)

    def __repr__(self) -> str:
        return f"<bound {self._function!r} of {self.__self__!r}>"


__all__ = ["BoundFunction", "MethodTable"]
