"""ExtensionType: a class whose annotated fields are tensors and constants."""

from __future__ import annotations

import inspect
import sys
import typing
from abc import ABCMeta
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from inspect import Parameter, Signature
from itertools import combinations
from types import FrameType
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from runtime.apply import apply_op
from runtime.extension_types.annotations import (
    check_annotation,
    spec_of_value,
    value_of_field,
)
from runtime.extension_types.composition import Composition
from runtime.extension_types.extension_type_spec import (
    register,
    require_fields,
    spec_class,
)
from runtime.tensors.structure import flatten

_RESERVED_PREFIX: Final = "_tf_extension_type_"
_RESERVED: Final = ("self", "Spec")
_NO_DEFAULT: Final = Parameter.empty
_ABSTRACT: Final = ("ExtensionType", "BatchableExtensionType")


class Field(NamedTuple):
    """An annotated name of an extension type."""

    name: str
    annotation: Any
    default: Any


class ExtensionTypeMetaclass(ABCMeta):
    """Creates fields, constructor and spec of a class from its annotations."""

    _tf_own_fields: dict[str, Any]
    Spec: Any

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]
    ) -> None:
        super().__init__(name, bases, namespace)
        if name in _ABSTRACT:
            return
        own = dict(inspect.get_annotations(cls))
        _check_names(cls, own, namespace)
        cls._tf_own_fields = {field: namespace.get(field, _NO_DEFAULT) for field in own}
        for field in own:
            if field in namespace:
                delattr(cls, field)  # a default is the constructor's alone
        setattr(cls, "_tf_resolved", None)  # noqa: B010 - one for each class
        _set_constructor(cls, namespace)
        _set_spec(cls, namespace)
        if "__name__" in namespace:  # the name of the class in files, as "project.Name"
            register(namespace["__name__"] + ".Spec", cls.Spec)
        frame = _defining_frame()
        setattr(cls, "_tf_scope", {**frame.f_globals, **frame.f_locals})  # noqa: B010
        # the name of a class that is defined later is found at the first use
        with suppress(NameError):
            _fields_of(cls)
        setattr(cls, "_tf_scope", frame.f_globals)  # noqa: B010


def _defining_frame() -> FrameType:
    """The frame of the class statement, where names in annotations are looked up."""
    frame: Any = sys._getframe(1)
    while frame.f_globals is globals():
        frame = frame.f_back
    found: FrameType = frame
    return found


def _check_names(cls: type, own: dict[str, Any], namespace: dict[str, Any]) -> None:
    start = f"The field annotations for {cls.__name__} are invalid."
    for name in own:
        if name.startswith(_RESERVED_PREFIX) or name in _RESERVED:
            raise ValueError(f"{start} Field '{name}' is reserved.")
    for name, value in namespace.items():
        is_plain = not name.startswith("_") and name not in own and name != "Spec"
        is_code = callable(value) or hasattr(type(value), "__get__")
        if is_plain and not is_code:
            raise ValueError(f"{start} Field {name} is missing a type annotation.")


def _fields_of(cls: Any) -> dict[str, Field]:
    """The fields of a class and its bases; those of the bases come first.

    Raises:
      NameError: for an annotation whose names are not yet defined.
      TypeError: for an annotation or default that is not allowed.
    """
    if cls.__dict__.get("_tf_resolved") is not None:
        found: dict[str, Field] = cls._tf_resolved
        return found
    fields: dict[str, Field] = {}
    for base in reversed(cls.__mro__[1:]):
        if "_tf_own_fields" in base.__dict__:
            fields.update(_fields_of(base))
    for name, annotation in _resolved(cls).items():
        check_annotation(annotation, name)
        default = cls._tf_own_fields[name]
        if default is not _NO_DEFAULT:
            default = _default(default, annotation, name)
        fields[name] = Field(name, annotation, default)
    cls._tf_resolved = fields
    return fields


def _default(value: Any, annotation: Any, name: str) -> Any:
    try:
        return value_of_field(value, annotation, name)
    except TypeError as error:
        raise TypeError(f"default value for {error}") from None


def _resolved(cls: Any) -> dict[str, Any]:
    own = inspect.get_annotations(cls)
    scope = {cls.__name__: cls, **cls.__dict__}

    class Names:
        """Has the annotations of this class only, without base classes."""

    Names.__annotations__ = own
    Names.__module__ = cls.__module__
    try:
        hints = typing.get_type_hints(Names, dict(cls._tf_scope), scope)
    except TypeError:
        return own  # no type at all: refused with the name of the field
    return {name: hints[name] for name in own}


def _set_constructor(cls: Any, namespace: dict[str, Any]) -> None:
    written = namespace.get("__init__")

    if written is None:

        def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
            bound = _bound(type(self), args, kwargs)
            vars(self).update(bound)
            _finish(self)

        cls.__init__ = __init__
        cls.__signature__ = _SignatureOfFields()
        return
    cls.__init__ = _finishing(written)


def _finishing(written: Callable[..., Any]) -> Callable[..., Any]:
    """A constructor of the user's, after which the object does not change."""

    @wraps(written)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        held = vars(self)
        is_outermost = "_tf_extension_type_open" not in held
        held["_tf_extension_type_open"] = True
        try:
            written(self, *args, **kwargs)
        finally:
            if is_outermost:
                held.pop("_tf_extension_type_open", None)
        if is_outermost:
            _finish(self)

    return __init__


def _bound(cls: Any, args: Any, kwargs: Any) -> dict[str, Any]:
    bound = signature_of(cls).bind(*args, **kwargs)
    bound.apply_defaults()
    return dict(bound.arguments)


def signature_of(cls: Any) -> Signature:
    """The signature of the constructor that is generated from the fields."""
    fields = list(_fields_of(cls).values())
    parameters = []
    for place, field in enumerate(fields):
        before = fields[:place]
        # as in TensorFlow, what follows a default without one is given by name
        is_named = any(
            one.default is not _NO_DEFAULT and two.default is _NO_DEFAULT
            for one, two in combinations([*before, field], 2)
        )
        kind = Parameter.KEYWORD_ONLY if is_named else Parameter.POSITIONAL_OR_KEYWORD
        parameters.append(
            Parameter(
                field.name, kind, default=field.default, annotation=field.annotation
            )
        )
    return Signature(parameters, return_annotation=cls)


class _SignatureOfFields:
    """The signature of a class, created on first use."""

    def __get__(self, instance: Any, owner: Any) -> Signature:
        if "__init__" in owner.__dict__ and hasattr(owner.__init__, "__wrapped__"):
            return _without_self(inspect.signature(owner.__init__))
        return signature_of(owner)


def _without_self(signature: Signature) -> Signature:
    parameters = list(signature.parameters.values())
    return signature.replace(parameters=parameters[1:])


def _finish(self: Any) -> None:
    """Converts the fields to the annotated types, then calls the class's own check.

    Raises:
      ValueError: if fields are missing, or there are others.
    """
    fields = _fields_of(type(self))
    held = vars(self)
    require_fields(held, fields)
    for name, field in fields.items():
        held[name] = value_of_field(held[name], field.annotation, name)
    self.__validate__()


def _set_spec(cls: Any, namespace: dict[str, Any]) -> None:
    cls.Spec = spec_class(cls, namespace.get("Spec"), lambda: _fields_of(cls))


class ExtensionType(metaclass=ExtensionTypeMetaclass):
    """A base class for types whose values are tensors and constants with names.

    Annotated names are fields, which cannot be reassigned. Extension types can be
    arguments and results of `tf.function`, branches and loops, and elements of
    datasets. A class may define ``__init__``, and ``__validate__`` to check a new
    value.

    >>> class Masked(tf.experimental.ExtensionType):
    ...     values: tf.Tensor
    ...     mask: tf.Tensor
    ...     def with_default(self, default):
    ...         return tf.where(self.mask, self.values, default)
    >>> masked = Masked([1, 2, 3], [True, False, True])
    >>> tf.function(lambda x: x.with_default(0))(masked).numpy()
    array([1, 0, 3], dtype=int32)
    >>> spec = Masked.Spec(tf.TensorSpec([None]), tf.TensorSpec([None], tf.bool))
    >>> spec.value_type is Masked
    True

    Raises:
      TypeError: for a value that the annotation does not allow.
      ValueError: for a reserved field name, or a field without annotation.
    """

    __tf_components__ = True
    __tf_composition__ = Composition

    Spec: ClassVar[Any]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        name = type(self).__name__
        raise AssertionError(
            f"Cannot create an instance of {name} because {name} is an abstract base "
            "class."
        )

    def __validate__(self) -> None:
        """Validates a new value; subclasses override it to raise errors."""

    @classmethod
    def _tf_field_names(cls) -> tuple[str, ...]:
        return tuple(_fields_of(cls))

    @property
    def _type_spec(self) -> Any:
        held = vars(self)
        made = object.__new__(type(self).Spec)
        vars(made).update(
            {name: spec_of_value(held[name]) for name in self._tf_field_names()}
        )
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        if "_tf_extension_type_open" not in vars(self):
            raise AttributeError(
                f"Cannot mutate attribute `{name}` outside the custom constructor of "
                "ExtensionType."
            )
        vars(self)[name] = value

    def __delattr__(self, name: str) -> None:
        if "_tf_extension_type_open" not in vars(self):
            raise AttributeError(
                f"Cannot mutate attribute `{name}` outside the custom constructor of "
                "ExtensionType."
            )
        del vars(self)[name]

    def __repr__(self) -> str:
        held = vars(self)
        fields = ", ".join(f"{name}={held[name]!r}" for name in self._tf_field_names())
        return f"{type(self).__name__}({fields})"

    def __eq__(self, other: object) -> Any:
        if type(self) is not type(other):
            return False
        theirs: Any = other
        if self._type_spec != theirs._type_spec:
            return False
        pairs = zip(flatten(self), flatten(theirs))
        conditions = [_all(apply_op("Equal", [one, two])) for one, two in pairs]
        return _all(apply_op("Pack", [conditions])) if conditions else True

    def __ne__(self, other: object) -> Any:
        equal = self == other
        if isinstance(equal, bool):
            return not equal
        return apply_op("LogicalNot", [equal])

    __hash__: ClassVar[None]  # type: ignore[assignment]


setattr(ExtensionType, "__hash__", None)  # noqa: B010 - annotated above


def _all(condition: Any) -> Any:
    axes = list(range(condition.shape.rank or 0))
    return apply_op("All", [condition, np.array(axes, np.int32)])


def as_dict(value: Any) -> dict[str, Any]:
    """The fields of an extension type by name; nested values are not converted.

    >>> class Point(tf.experimental.ExtensionType):
    ...     x: int
    ...     y: int = 2
    >>> tf.experimental.extension_type.as_dict(Point(1))
    {'x': 1, 'y': 2}
    """
    held = vars(value)
    return {name: held[name] for name in value._tf_field_names()}


__all__ = [
    "ExtensionType",
    "ExtensionTypeMetaclass",
    "as_dict",
]
