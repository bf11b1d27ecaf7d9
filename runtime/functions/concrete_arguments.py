"""Binding of call arguments to the parameters of a concrete function.

A call may have the arguments of the Python function, without the Python values that are
fixed by the trace, or only tensors, in order or by placeholder name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.context import CURRENT
from runtime.signatures.binding import tensors_in
from runtime.signatures.call_signature import Argument
from runtime.signatures.casting import cast, is_variable
from runtime.signatures.dataclass_arguments import argument_leaves
from runtime.signatures.signature_text import SELF, FunctionType
from runtime.signatures.trace_types import VariableSpec, input_types, trace_type
from runtime.tensors.tensor import Tensor

_LEFT_OUT: Final = object()


@dataclass(frozen=True)
class ArgumentMatcher:
    """Finds the inputs of a concrete function in the arguments of a call."""

    title: str
    """The name of the Python function."""
    type: FunctionType
    input_names: tuple[str, ...]
    """The names of tensors in calls with tensors only."""
    positional: int | None = None
    """The number of tensors that can be passed by position; None for all."""
    other_names: Mapping[str, str] = field(default_factory=dict)
    """The names of parameters, by the other names that calls may have for them."""

    def match(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Tensor]:
        """The tensors, and handles of variables, for the inputs of the graph.

        Raises:
          TypeError: if the call fits in neither way.
        """
        if self.other_names:
            kwargs = {self.other_names.get(key, key): kwargs[key] for key in kwargs}
        try:
            return self._as_called(args, kwargs)
        except TypeError as error:
            reason = str(error)
        try:
            return self._flat(args, kwargs)
        except TypeError as error:
            raise TypeError(
                f"Binding inputs to tf.function failed due to `{reason}`. Received "
                f"args: {tuple(args)} and kwargs: {dict(kwargs)} for signature: "
                f"{self.type}.\nFallback to flat signature also failed due to: {error}"
                f"{self._advice(args, kwargs)}"
            ) from None

    # --- as the Python function is called

    def _as_called(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> list[Tensor]:
        given = self._by_name(args, kwargs)
        values = []
        for each in self.type.shown:
            value = given[each.name]
            if value is _LEFT_OUT:
                continue
            values.append(cast(value, each.type, is_strict=False))
        return tensors_in(values)

    def _by_name(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> dict[str, Any]:
        shown = self.type.shown
        places = [each.name for each in shown if each.kind != "KEYWORD_ONLY"]
        if len(args) > len(places):
            raise TypeError("too many positional arguments")
        given = dict.fromkeys((each.name for each in shown), _LEFT_OUT)
        given.update(zip(places, args))
        unknown = [name for name in kwargs if name not in given]
        for name in kwargs.keys() - set(unknown):
            if given[name] is not _LEFT_OUT:
                raise TypeError(f"multiple values for argument '{name}'")
            given[name] = kwargs[name]
        for each in shown:
            if given[each.name] is _LEFT_OUT and input_types(each.type):
                raise TypeError(f"missing a required argument: '{each.name}'")
        if unknown:
            raise TypeError(f"got an unexpected keyword argument '{unknown[0]}'")
        return given

    # --- with the tensors alone

    def _flat(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Tensor]:
        names, title = self.input_names, f"{self.title}({', '.join(self.input_names)})"
        count = len(names) if self.positional is None else self.positional
        if len(args) > count:
            raise TypeError(
                f"{title} takes {count} positional arguments, got {len(args)}."
            )
        given = dict(zip(names, args))
        for name, value in kwargs.items():
            if name in given:
                raise TypeError(f"{title} got two values for '{name}'.")
            given[name] = value
        missing = [name for name in names if name not in given]
        if missing:
            raise TypeError(
                f"{title} missing required arguments: {', '.join(missing)}."
            )
        unknown = [name for name in given if name not in names]
        if unknown:
            raise TypeError(
                f"{title} got unexpected keyword arguments: {', '.join(unknown)}."
            )
        types = unique_inputs(self.type.parameters)
        return [
            _flat_input(given[name], kind, f"{title}: expected argument #{position}")
            for position, (name, kind) in enumerate(zip(names, types))
        ]

    # --- what to do

    def _advice(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """Advice for a Python argument that differs from the value in the trace."""
        try:
            given = self._by_name(args, kwargs)
        except TypeError:
            return ""
        for each in self.type.shown:
            value = given[each.name]
            if value is _LEFT_OUT or input_types(each.type):
                continue
            if trace_type(value) != each.type:
                return self._about_bound(each, value)
        return ""

    def _about_bound(self, argument: Argument, value: Any) -> str:
        was = getattr(argument.type, "value", argument.type)
        names = ", ".join(each.name for each in self.type.shown)
        return (
            f"\nConcreteFunction {self.title}({names}) was constructed with "
            f"{type(was).__name__} value {was!r} in {argument.name}, but was called "
            f"with {type(value).__name__} value {value!r}. Leave {argument.name!r} "
            "out, or trace again for the other value."
        )


def unique_inputs(parameters: Sequence[Argument]) -> list[Any]:
    """The types of a graph's inputs; a variable that is passed twice is one input."""
    found: list[Any] = []
    for argument in parameters:
        if argument.kind == SELF:
            continue
        for kind in input_types(argument.type):
            if not isinstance(kind, VariableSpec) or kind not in found:
                found.append(kind)
    return found


def check_inputs(tensors: Sequence[Tensor], types: Sequence[Any], name: str) -> None:
    """Raises an error if tensors do not have the expected dtypes and shapes.

    Raises:
      InvalidArgumentError: for another dtype or shape.
      TypeError: for two variables as arguments that were one variable while tracing.
    """
    if len(tensors) != len(types):
        raise TypeError(
            f"{name} was traced with one variable as several arguments: pass one "
            "variable again, or trace the function with different variables."
        )
    for position, (tensor, spec) in enumerate(zip(tensors, types)):
        is_variable = isinstance(spec, VariableSpec)
        wanted = dtypes.resource if is_variable else spec.dtype
        if tensor.dtype is not wanted:
            raise InvalidArgumentError(
                f"cannot compute {name} as input #{position}(zero-based) was "
                f"expected to be a {wanted.signature_name} tensor but is a "
                f"{tensor.dtype.signature_name} tensor [Op:{name}]"
            )
        if not is_variable and not tensor.shape.is_compatible_with(spec.shape):
            raise InvalidArgumentError(
                f"cannot compute {name} as input #{position}(zero-based) was "
                f"expected to have shape {spec.shape} but has {tensor.shape} "
                f"[Op:{name}]"
            )


def note_variables(args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """Makes tapes watch the passed variables, which may differ from the traced ones."""
    ambient = CURRENT.get()
    if ambient is None or not ambient.tapes:
        return
    for leaf in (
        x for each in (*args, *kwargs.values()) for x in argument_leaves(each)
    ):
        if is_variable(leaf):
            for tape in ambient.tapes:
                tape.variable_accessed(leaf)


def _flat_input(value: Any, kind: Any, place: str) -> Tensor:
    if isinstance(value, Tensor):
        return value
    if not is_variable(value):
        raise TypeError(
            f"{place}(zero-based) to be a Tensor; got {type(value).__name__} ({value})."
        )
    return tensors_in([cast(value, kind, is_strict=False)])[0]


__all__ = ["ArgumentMatcher", "check_inputs", "note_variables", "unique_inputs"]
