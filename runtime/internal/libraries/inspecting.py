"""`tensorflow.python.util.tf_inspect`: `inspect` through decorators."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from runtime.internal.decorator import unwrap

Parameter = inspect.Parameter
Signature = inspect.Signature
FullArgSpec = inspect.FullArgSpec
_OURS: Final = frozenset(("runtime", "graphir"))
currentframe = inspect.currentframe


def getfullargspec(obj: Any) -> inspect.FullArgSpec:
    """The arguments of a function, or the arguments that its decorators declare.

    Functions of this project are shown without annotations, since libraries compare
    them with functions of their own.

    >>> getfullargspec(lambda a, b=1: None).args
    ['a', 'b']
    >>> getfullargspec(tf.rank).annotations
    {}
    """
    decorators, target = unwrap(obj)
    for each in decorators:
        if isinstance(each.decorator_argspec, inspect.FullArgSpec):
            return each.decorator_argspec
    found = inspect.getfullargspec(target)
    home = getattr(target, "__module__", None) or ""
    is_ours = home.partition(".")[0] in _OURS
    return found._replace(annotations={}) if is_ours else found


class ArgSpec(NamedTuple):
    """The arguments of a function, as Python 2 told them."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple[Any, ...] | None


def getargspec(obj: Any) -> ArgSpec:
    """The arguments of a function; those that a partial call has given are left out.

    >>> getargspec(lambda a, b=1, *c: None)
    ArgSpec(args=['a', 'b'], varargs='c', keywords=None, defaults=(1,))
    """
    found = getfullargspec(obj)
    return ArgSpec(found.args, found.varargs, found.varkw, found.defaults)


def signature(obj: Any, *, follow_wrapped: bool = True) -> inspect.Signature:
    """The signature of a function."""
    return inspect.signature(unwrap(obj)[1], follow_wrapped=follow_wrapped)


def getcallargs(func: Callable[..., Any], *args: Any, **kwargs: Any) -> dict[str, Any]:
    """The value of each argument of a call."""
    bound = inspect.signature(unwrap(func)[1]).bind(*args, **kwargs)
    bound.apply_defaults()
    return dict(bound.arguments)


def getdoc(object: Any) -> str | None:
    """The docstring, without its indentation."""
    return inspect.getdoc(object)


def getfile(object: Any) -> str:
    """The file that an object stands in."""
    return inspect.getfile(unwrap(object)[1])


def getmembers(object: Any, predicate: Any = None) -> list[tuple[str, Any]]:
    """The members of an object."""
    return inspect.getmembers(object, predicate)


def getmodule(object: Any) -> Any:
    """The module of an object."""
    return inspect.getmodule(object)


def getmro(cls: type) -> tuple[type, ...]:
    """A class and its base classes, in the order of resolution."""
    return inspect.getmro(cls)


def getsource(object: Any) -> str:
    """The source text of an object."""
    return inspect.getsource(unwrap(object)[1])


def isclass(object: Any) -> bool:
    """Whether it is a class."""
    return inspect.isclass(unwrap(object)[1])


def isfunction(object: Any) -> bool:
    """Whether it is a function."""
    return inspect.isfunction(unwrap(object)[1])


def ismethod(object: Any) -> bool:
    """Whether it is a bound method."""
    return inspect.ismethod(unwrap(object)[1])


def isgenerator(object: Any) -> bool:
    """Whether it is a generator."""
    return inspect.isgenerator(unwrap(object)[1])


def ismodule(object: Any) -> bool:
    """Whether it is a module."""
    return inspect.ismodule(unwrap(object)[1])


def isbuiltin(object: Any) -> bool:
    """Whether it is built in."""
    return inspect.isbuiltin(unwrap(object)[1])


def isroutine(object: Any) -> bool:
    """Whether it is a function or a method."""
    return inspect.isroutine(unwrap(object)[1])


_inspect = inspect

__all__ = [
    "ArgSpec",
    "FullArgSpec",
    "Parameter",
    "Signature",
    "currentframe",
    "getargspec",
    "getcallargs",
    "getdoc",
    "getfile",
    "getfullargspec",
    "getmembers",
    "getmodule",
    "getmro",
    "getsource",
    "isbuiltin",
    "isclass",
    "isfunction",
    "isgenerator",
    "ismethod",
    "ismodule",
    "isroutine",
    "signature",
]
