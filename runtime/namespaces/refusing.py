"""Names that can be asked for and that refuse to be called, and why they do."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final, NoReturn

REASONS: Final[dict[str, str]] = {}
"""Public name, without ``tf.`` -> why it raises."""


def refused_function(
    name: str, reason: str, arguments: str = "(*args, **kwargs)"
) -> Callable[..., NoReturn]:
    """A function that raises when it is called.

    Args:
      name: the public name, without ``tf.``.
      reason: why, and what serves instead.
      arguments: what `inspect.signature` shows, as Python writes it.

    >>> refuse = refused_function("lite.convert", "there is no converter", "(model)")
    >>> refuse(1)
    Traceback (most recent call last):
    NotImplementedError: tf.lite.convert: there is no converter.
    >>> del REASONS["lite.convert"]
    """

    def refuse(*args: object, **kwargs: object) -> NoReturn:
        raise NotImplementedError(f"tf.{name}: {reason}.")

    REASONS[name] = reason
    refuse.__name__ = refuse.__qualname__ = name.rpartition(".")[2]
    refuse.__doc__ = f"Raises NotImplementedError: {reason}."
    refuse.__refusal__ = reason  # type: ignore[attr-defined]
    refuse.__signature__ = signature_of(arguments)  # type: ignore[attr-defined]
    return refuse


class Refused(type):
    """The class of classes that refuse to be made, and whose attributes refuse, too."""

    _public: str
    _reason: str

    def __call__(cls, *args: object, **kwargs: object) -> NoReturn:
        """Raises.

        Raises:
          NotImplementedError: always; it says why.
        """
        raise NotImplementedError(f"tf.{cls._public}: {cls._reason}.")

    def __getattr__(cls, name: str) -> NoReturn:
        # what Python itself looks for is not there, as in other classes
        if name.startswith("__"):
            text = f"type object {cls.__name__!r} has no attribute {name!r}"
            raise AttributeError(text)
        raise NotImplementedError(f"tf.{cls._public}.{name}: {cls._reason}.")


def refused_class(
    name: str, reason: str, arguments: str = "(*args, **kwargs)"
) -> Refused:
    """A class that raises when it is called, or asked for a member.

    Annotations, `isinstance` and subclasses can name it. The arguments are those of
    `refused_function`.

    >>> refused = refused_class("lite.Kind", "there is no converter")
    >>> refused.DEFAULT
    Traceback (most recent call last):
    NotImplementedError: tf.lite.Kind.DEFAULT: there is no converter.
    >>> isinstance(3, refused)
    False
    >>> del REASONS["lite.Kind"]
    """
    REASONS[name] = reason
    members: dict[str, Any] = {
        "__doc__": f"Raises NotImplementedError: {reason}.",
        # where a class statement would say that it is: in the caller's module
        "__module__": sys._getframe(1).f_globals["__name__"],
        "__refusal__": reason,
        "__signature__": signature_of(arguments),
        "_public": name,
        "_reason": reason,
    }
    return Refused(name.rpartition(".")[2], (), members)


def refusal_of(value: object) -> str | None:
    """Why a public object refuses to be called; None if it does not.

    >>> refusal_of(tf.tpu.experimental.Topology), refusal_of(tf.add)
    ('there are no TPUs here', None)
    """
    found: str | None = getattr(value, "__refusal__", None)
    return found


def signature_of(text: str) -> inspect.Signature:
    """The signature of what refuses, from the text of its parameters.

    Defaults are literals.

    >>> signature_of("(a, *, b=None)")
    <Signature (a: object, *, b: object = None) -> 'NoReturn'>
    """
    tree = ast.parse(f"def f{text}: pass").body[0]
    assert isinstance(tree, ast.FunctionDef)
    return inspect.Signature(list(_parameters(tree.args)), return_annotation="NoReturn")


def _parameters(given: ast.arguments) -> Iterator[inspect.Parameter]:
    free = len(given.args) - len(given.defaults)
    defaults: list[ast.expr | None] = [*[None] * free, *given.defaults]
    for each, default in zip(given.args, defaults):
        yield _parameter(each, inspect.Parameter.POSITIONAL_OR_KEYWORD, default)
    if given.vararg is not None:
        yield _parameter(given.vararg, inspect.Parameter.VAR_POSITIONAL, None)
    for each, default in zip(given.kwonlyargs, given.kw_defaults):
        yield _parameter(each, inspect.Parameter.KEYWORD_ONLY, default)
    if given.kwarg is not None:
        yield _parameter(given.kwarg, inspect.Parameter.VAR_KEYWORD, None)


def _parameter(each: ast.arg, kind: Any, default: ast.expr | None) -> inspect.Parameter:
    value = inspect.Parameter.empty if default is None else ast.literal_eval(default)
    return inspect.Parameter(each.arg, kind, default=value, annotation=object)
