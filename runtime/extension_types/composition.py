"""Decomposition of an extension type or its spec: components, and static parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from runtime.extension_types.immutable_dict import ImmutableDict
from runtime.tensors.structure import is_composite, keys_of
from runtime.tensors.tensor import Tensor
from runtime.tensors.type_spec import TypeSpec


class Composition:
    """Components of extension types and their specs, for composite tensor functions.

    A class of its own, since users choose the attribute names of extension types.
    """

    @staticmethod
    def components(value: Any) -> list[Any]:
        """The tensors and composites in the fields, mappings by sorted key."""
        return list(_components(_fields(value)))

    @staticmethod
    def component_names(value: Any) -> tuple[Any, ...]:
        """The path of each component, and the fields that are no components."""
        paths, constants = [], []
        for path, leaf in _leaves(_fields(value), ""):
            if _is_component(leaf):
                paths.append(path)
            else:
                constants.append((path, type(leaf), leaf))
        return (*paths, tuple(constants))

    @staticmethod
    def with_components(like: Any, parts: Sequence[Any]) -> Any:
        """A value with other components; a spec if ``like`` and ``parts`` are specs."""
        remaining = iter(parts)
        fields = _replaced(_fields(like), remaining)
        if not isinstance(like, TypeSpec):
            return _made(type(like), fields)
        if parts and all(isinstance(each, TypeSpec) for each in parts):
            return _made(type(like), fields)
        return _made(like.value_type, fields)

    @staticmethod
    def spec_of_components(like: Any, types: Sequence[Any]) -> Any:
        """The spec whose components have the trace types ``types``."""
        specs = [getattr(each, "spec", each) for each in types]
        spec = like if isinstance(like, TypeSpec) else like._type_spec
        return _made(type(spec), _replaced(_fields(spec), iter(specs)))


def _made(kind: Any, fields: Mapping[str, Any]) -> Any:
    """An instance with these fields, past its own constructor."""
    made = object.__new__(kind)
    vars(made).update(fields)
    return made


def _fields(value: Any) -> dict[str, Any]:
    names = type(value)._tf_field_names()
    held = vars(value)
    return {name: held[name] for name in names}


def _is_component(value: Any) -> bool:
    return isinstance(value, (Tensor, TypeSpec)) or is_composite(value)


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        in_order = value if isinstance(value, dict) else keys_of(value)
        for key in in_order:
            yield from _leaves(value[key], f"{path}.{key}" if path else str(key))
    elif isinstance(value, tuple):
        yield f"{path}#", len(value)
        for place, each in enumerate(value):
            yield from _leaves(each, f"{path}.{place}")
    else:
        yield path, value


def _components(value: Any) -> Iterator[Any]:
    return (leaf for _, leaf in _leaves(value, "") if _is_component(leaf))


def _replaced(value: Any, parts: Iterator[Any]) -> Any:
    if isinstance(value, dict):
        return {name: _replaced(each, parts) for name, each in value.items()}
    if isinstance(value, Mapping):
        made = {key: _replaced(value[key], parts) for key in keys_of(value)}
        return ImmutableDict({key: made[key] for key in value})
    if isinstance(value, tuple):
        return tuple(_replaced(each, parts) for each in value)
    return next(parts) if _is_component(value) else value


__all__ = ["Composition"]
