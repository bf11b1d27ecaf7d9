"""ExtensionTypeSpec: the specs of an extension type's fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, Signature
from typing import Any

from runtime.extension_types.annotations import spec_of_field
from runtime.extension_types.composition import Composition
from runtime.extension_types.immutable_dict import ImmutableDict
from runtime.tensors.type_spec import TypeSpec

Fields = Callable[[], Mapping[str, Any]]


def restored(kind: Any, parts: Any) -> Any:
    """The spec that `_serialize` described, of what a file says.

    Raises:
      TypeError, ValueError: if these are not the fields of the class.
    """
    found = dict(parts)
    fields = kind._tf_fields()
    if [name for name, _ in parts] != [*fields]:
        raise ValueError(f"the fields of {kind.__name__} are {', '.join(fields)}")
    checked = [
        (name, spec_of_field(found[name], field.annotation, name))
        for name, field in fields.items()
    ]
    return kind._deserialize(checked)


class ExtensionTypeSpec(TypeSpec):
    """The base class of the specs ``Name.Spec`` of extension types.

    Its constructor has the parameters of the type's constructor, with a spec for every
    tensor.

    >>> class Scaled(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     unit: str
    >>> Scaled.Spec(tf.TensorSpec([2]), "m")
    Scaled.Spec(values=TensorSpec(shape=(2,), dtype=tf.float32, name=None), unit='m')
    """

    __tf_components__ = True
    __tf_composition__ = Composition
    value_type: Any = None
    _tf_fields: Any = None

    @classmethod
    def _tf_field_names(cls) -> tuple[str, ...]:
        return tuple(cls._tf_fields())

    def _serialize(self) -> tuple[Any, ...]:
        held = vars(self)
        return tuple((name, held[name]) for name in self._tf_field_names())

    @classmethod
    def _deserialize(cls, parts: Any) -> Any:
        made = object.__new__(cls)
        vars(made).update({name: _immutable(each) for name, each in parts})
        return made

    @property
    def _component_specs(self) -> Any:
        return Composition.components(self)

    def _to_components(self, value: Any) -> Any:
        return Composition.components(value)

    def _from_components(self, components: Any) -> Any:
        return Composition.with_components(self, components)

    def __setattr__(self, name: str, value: Any) -> None:
        if "_tf_extension_type_open" not in vars(self):
            raise AttributeError(
                f"Cannot mutate attribute `{name}` outside the custom constructor of "
                "ExtensionTypeSpec."
            )
        vars(self)[name] = value

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={each!r}" for name, each in self._serialize())
        return f"{type(self).__qualname__.rpartition('<locals>.')[2]}({fields})"


def _immutable(value: Any) -> Any:
    return ImmutableDict(value) if isinstance(value, dict) else value


def spec_class(kind: Any, written: type | None, fields: Fields) -> Any:
    """The spec class of an extension type, with members that the user defined."""
    own = {} if written is None else _members(written)
    constructor = _finishing(own.pop("__init__", None))
    namespace = {
        **own,
        "__init__": constructor,
        "__module__": kind.__module__,
        "__qualname__": f"{kind.__qualname__}.Spec",
        "value_type": kind,
        "_tf_fields": staticmethod(fields),
    }
    metaclass: Any = type(ExtensionTypeSpec)
    made: Any = metaclass(f"{kind.__name__}.Spec", (ExtensionTypeSpec,), namespace)
    if "__init__" not in (written.__dict__ if written else {}):
        made.__signature__ = _SignatureOfFields()
    return made


class _SignatureOfFields:
    """The signature of a class of specs, made when it is asked for."""

    def __get__(self, instance: Any, owner: Any) -> Signature:
        kind = Parameter.POSITIONAL_OR_KEYWORD
        parameters = [Parameter(name, kind) for name in owner._tf_field_names()]
        return Signature(parameters, return_annotation=owner)


def _members(written: type) -> dict[str, Any]:
    """What the body of a class says, and its bases below ``object``."""
    found: dict[str, Any] = {}
    for base in reversed(written.__mro__):
        if base is not object and not issubclass(base, ExtensionTypeSpec):
            found.update(base.__dict__)
    for name in ("__dict__", "__weakref__", "__module__", "__qualname__"):
        found.pop(name, None)
    if found.get("__doc__") is None:
        found.pop("__doc__", None)
    return found


def _finishing(written: Any) -> Callable[..., None]:
    """The constructor of a spec, after which it does not change."""
    if written is None:

        def written(self: Any, *args: Any, **kwargs: Any) -> None:
            signature = _SignatureOfFields().__get__(None, type(self))
            vars(self).update(signature.bind(*args, **kwargs).arguments)

    @wraps(written)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        held = vars(self)
        held["_tf_extension_type_open"] = True
        try:
            written(self, *args, **kwargs)
        finally:
            held.pop("_tf_extension_type_open", None)
        _finish(self)

    return __init__


def _finish(spec: Any) -> None:
    """Refuses a spec that lacks a field, or has another.

    Raises:
      ValueError: for missing or unexpected fields.
      TypeError: for what is no spec of the field.
    """
    fields = spec._tf_fields()
    held = vars(spec)
    require_fields(held, fields)
    for name, field in fields.items():
        held[name] = spec_of_field(held[name], field.annotation, name)


def require_fields(held: Mapping[str, Any], fields: Mapping[str, Any]) -> None:
    """Raises an error for missing or unknown fields.

    Raises:
      ValueError: names the fields that are missing or not expected.
    """
    missing = set(fields) - set(held)
    if missing:
        raise ValueError(f"Missing required fields: {missing}")
    others = set(held) - set(fields)
    if others:
        raise ValueError(f"Got unexpected fields: {others}")


__all__ = ["ExtensionTypeSpec", "require_fields", "spec_class"]
