"""The parameters of a function of a SavedModel, as they were written."""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping, Sequence
from keyword import iskeyword
from typing import Any

from graphir.errors import DataLossError
from runtime.saved_model.structures import read_structure


class FunctionSpec:
    """The parameters of a saved function, as Python binds them."""

    def __init__(self, message: Any) -> None:
        spec = read_structure(message.fullargspec)
        self.full = spec
        names = _names(spec, "args")
        if message.is_method and names[:1] == ["self"]:
            names = names[1:]
        self.names = names
        self.varargs = _name(spec, "varargs")
        self.keyword_keys = _keywords(_part(spec, "kwonlyargs", (list, tuple)) or ())
        """The names of keyword parameters, by what the file calls them."""
        self.keyword_names = list(self.keyword_keys.values())
        self.keyword_rest = _name(spec, "varkw")
        self.defaults = list(_part(spec, "defaults", (list, tuple)) or ())
        defaults = _part(spec, "kwonlydefaults", Mapping) or {}
        self.keyword_defaults = {
            self.keyword_keys.get(key, key): each for key, each in defaults.items()
        }
        self.input_signature = None
        if message.HasField("input_signature"):
            self.input_signature = read_structure(message.input_signature)
        self.jit_compile = message.jit_compile == 1 or None

    @property
    def arg_names(self) -> list[str]:
        """The names of the parameters, without ``*args`` and ``**kwargs``."""
        return [*self.names, *self.keyword_names]

    @property
    def other_names(self) -> dict[str, str]:
        """The names of keyword parameters that the file calls otherwise, by that."""
        pairs = self.keyword_keys.items()
        return {key: name for key, name in pairs if key != name}

    def signature(self) -> inspect.Signature:
        """The parameters."""
        kinds = inspect.Parameter
        first = len(self.names) - len(self.defaults)
        parameters = [
            kinds(
                name,
                kinds.POSITIONAL_OR_KEYWORD,
                default=kinds.empty if index < first else self.defaults[index - first],
            )
            for index, name in enumerate(self.names)
        ]
        if self.varargs:
            parameters.append(kinds(self.varargs, kinds.VAR_POSITIONAL))
        for name in self.keyword_names:
            default = self.keyword_defaults.get(name, kinds.empty)
            parameters.append(kinds(name, kinds.KEYWORD_ONLY, default=default))
        if self.keyword_rest:
            parameters.append(kinds(self.keyword_rest, kinds.VAR_KEYWORD))
        try:
            return inspect.Signature(parameters)
        except ValueError as error:
            raise DataLossError(
                None, None, f"A function of the SavedModel has no signature: {error}"
            ) from error


def _part(spec: Any, name: str, kind: Any) -> Any:
    """A part of a saved specification of parameters; None where there is none."""
    found = getattr(spec, name, None)
    if found is not None and not isinstance(found, kind):
        raise DataLossError(
            None, None, f"The {name} of a function of the SavedModel are {found!r}."
        )
    return found


def _names(spec: Any, part: str) -> list[str]:
    return [_identifier(each) for each in _part(spec, part, (list, tuple)) or ()]


def _keywords(keys: Sequence[Any]) -> dict[str, str]:
    """Names for keywords that are no identifiers, such as those of nodes.

    Raises:
      DataLossError: for what is no name at all, or if two become one.
    """
    found = {key: keyword_name(key) for key in keys if isinstance(key, str) and key}
    if len(set(found.values())) == len(keys):
        return found
    raise DataLossError(
        None,
        None,
        f"A function of the SavedModel has the parameters {list(keys)!r}: they have "
        "no names of their own.",
    )


def keyword_name(key: str) -> str:
    """The name of the parameter that a file calls ``key``.

    >>> keyword_name("a/b"), keyword_name("1x"), keyword_name("x")
    ('a_b', 'arg_1x', 'x')
    """
    if key.isidentifier() and not iskeyword(key):
        return key
    name = re.sub(r"\W", "_", key)
    return name if name[0].isalpha() and not iskeyword(name) else f"arg_{name}"


def _name(spec: Any, part: str) -> str | None:
    found = _part(spec, part, str)
    return _identifier(found) if found else None


def _identifier(name: Any) -> str:
    if isinstance(name, str) and name.isidentifier() and not iskeyword(name):
        return name
    raise DataLossError(
        None, None, f"A function of the SavedModel has a parameter {name!r}."
    )


__all__ = ["FunctionSpec", "keyword_name"]
