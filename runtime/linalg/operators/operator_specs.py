"""Components and specs of linear operators, which pass as composite tensors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from runtime.tensors.structure import is_composite
from runtime.tensors.tensor import Tensor
from runtime.tensors.tensor_spec import TensorSpec
from runtime.tensors.type_spec import CompositeSpec, TypeSpec

_NOT_KEPT: Final = frozenset(["name", "parameters", "graph_parents"])
"""Parameters that the likes of an operator need not share."""


class LinearOperatorSpec(CompositeSpec):
    """The specs of an operator's tensors, and its other parameters.

    >>> spec = tf.type_spec_from_value(tf.linalg.LinearOperatorDiag([2.0, 4.0]))
    >>> spec.value_type is tf.linalg.LinearOperatorDiag
    True
    """

    value_type: Any = None
    """The class of the operators; each has a class of specs."""

    def __init__(
        self,
        param_specs: Mapping[str, Any],
        non_tensor_params: Mapping[str, Any],
        prefer_static_fields: Sequence[str] = (),
    ) -> None:
        self._param_specs = dict(param_specs)
        self._non_tensor_params = dict(non_tensor_params)
        self._prefer_static_fields = tuple(prefer_static_fields)

    @classmethod
    def from_operator(cls, operator: Any) -> LinearOperatorSpec:
        """The spec of an operator."""
        tensors, others = _parameters(operator)
        made: Any = operator._spec_class
        found: LinearOperatorSpec = made(_mapped(tensors, _spec_of), others)
        return found

    def components(self) -> list[Any]:
        """The specs of the tensors, by sorted name."""
        return list(_leaves(self._param_specs))

    def component_names(self) -> tuple[Any, ...]:
        """The path of each tensor, and the fields that are no tensors."""
        return _names(self._param_specs, self._non_tensor_params)

    def with_components(self, components: Sequence[Any]) -> Any:
        """An operator with these tensors, or for specs its spec."""
        tensors = _replaced(self._param_specs, iter(components))
        if all(isinstance(each, TypeSpec) for each in components) and components:
            return type(self)(tensors, self._non_tensor_params)
        return self.value_type(**tensors, **self._non_tensor_params)

    def spec_of_components(self, types: Sequence[Any]) -> LinearOperatorSpec:
        """The spec of operators whose tensors have the trace types ``types``."""
        specs = (getattr(each, "spec", each) for each in types)
        return type(self)(_replaced(self._param_specs, specs), self._non_tensor_params)

    def _serialize(self) -> tuple[Any, ...]:
        return self._param_specs, self._non_tensor_params, self._prefer_static_fields


class OperatorComposition:
    """Components of operators, for composite tensor functions.

    A class of its own, since users choose the attribute names of subclasses.
    """

    @staticmethod
    def components(value: Any) -> list[Any]:
        """The tensors and operators among the parameters, by sorted name."""
        return list(_leaves(_parameters(value)[0]))

    @staticmethod
    def component_names(value: Any) -> tuple[Any, ...]:
        """The path of each component, and the fields that are no components."""
        return _names(*_parameters(value))

    @staticmethod
    def with_components(like: Any, parts: Sequence[Any]) -> Any:
        """An operator of the same class with other components."""
        tensors, others = _parameters(like)
        return type(like)(**_replaced(tensors, iter(parts)), **others)

    @staticmethod
    def spec_of_components(like: Any, types: Sequence[Any]) -> LinearOperatorSpec:
        """The spec of operators whose components have the trace types ``types``."""
        spec = like if isinstance(like, LinearOperatorSpec) else like._type_spec
        found: LinearOperatorSpec = spec.spec_of_components(types)
        return found


class _Absent:
    """An attribute of base classes that a class has not."""

    def __get__(self, instance: Any, owner: Any) -> Any:
        raise AttributeError(f"{owner.__name__} is no composite tensor")


def compose(kind: Any) -> None:
    """Makes a class of operators composite if it declares which parameters are tensors.

    A subclass that defines a constructor without declaring them cannot be rebuilt from
    tensors: it is a plain object even if its base class is composite.
    """
    own = vars(kind)
    if "_composite_tensor_fields" not in own:
        if not hasattr(kind, "__tf_components__"):
            return
        if "__init__" in own:
            kind.__tf_components__ = kind.__tf_composition__ = _Absent()
            kind._type_spec = _Absent()
            return
    kind.__tf_components__ = True
    kind.__tf_composition__ = OperatorComposition
    kind._type_spec = property(LinearOperatorSpec.from_operator)
    name = f"{kind.__name__}Spec"
    namespace = {"value_type": kind, "__module__": kind.__module__}
    metaclass: Any = type(LinearOperatorSpec)
    kind._spec_class = metaclass(name, (LinearOperatorSpec,), namespace)


def _parameters(operator: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters made of tensors as they are kept, and the others."""
    tensors: dict[str, Any] = {}
    others: dict[str, Any] = {}
    for name, given in operator.parameters.items():
        if name in operator._composite_tensor_fields:
            kept = getattr(operator, name, None)
            tensors[name] = given if kept is None else kept
        elif name not in _NOT_KEPT:
            # hints may follow from how the tensors were given
            value = _constant(getattr(operator._hints, name, given))
            (tensors if isinstance(value, Tensor) else others)[name] = value
    return tensors, others


def _constant(value: Any) -> Any:
    """A parameter that counts by its value; a tensor, if that is not known."""
    known = value.constant_value() if isinstance(value, Tensor) else value
    if known is None:
        return value
    if isinstance(known, (np.ndarray, np.generic)):
        known = known.tolist()
    return tuple(known) if isinstance(known, list) else known


def _spec_of(value: Any) -> Any:
    return (
        value._type_spec
        if is_composite(value)
        else TensorSpec(value.shape, value.dtype)
    )


def _names(tensors: Any, others: Mapping[str, Any]) -> tuple[Any, ...]:
    constants = tuple((name, type(each), each) for name, each in others.items())
    return (*_paths(tensors, ""), constants)


def _is_nest(value: Any) -> bool:
    return isinstance(value, (dict, list, tuple))


def _parts(value: Any) -> list[tuple[Any, Any]]:
    return sorted(value.items()) if isinstance(value, dict) else list(enumerate(value))


def _paths(value: Any, path: str) -> Iterator[str]:
    if not _is_nest(value):
        yield path if value is not None else f"{path}=None"
        return
    for key, each in _parts(value):
        yield from _paths(each, f"{path}.{key}")


def _leaves(value: Any) -> Iterator[Any]:
    if _is_nest(value):
        for _, each in _parts(value):
            yield from _leaves(each)
    elif value is not None:
        yield value


def _mapped(value: Any, function: Any) -> Any:
    return _replaced(value, map(function, _leaves(value)))


def _replaced(value: Any, parts: Iterator[Any]) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(each, parts) for key, each in _parts(value)}
    if _is_nest(value):
        return [_replaced(each, parts) for each in value]
    return None if value is None else next(parts)


__all__ = ["LinearOperatorSpec", "OperatorComposition", "compose"]
