"""Arguments bound to the parameters of a function, and fitted to its signature."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_type_hints

import numpy as np

from runtime.errors import SignatureMismatchError
from runtime.signatures.call_signature import CallSignature
from runtime.signatures.casting import cast, is_variable
from runtime.signatures.dataclass_arguments import (
    argument_leaves,
    field_values,
    is_record,
    with_fields,
)
from runtime.signatures.signature_text import SELF, Argument, parameter_list
from runtime.signatures.trace_place import TRACE_PLACE
from runtime.signatures.trace_types import (
    TensorSpec,
    WeakObject,
    trace_type,
)
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten, is_nested, map_structure
from runtime.tensors.tensor import Tensor


@dataclass(frozen=True)
class BoundArguments:
    """Arguments in the order of the parameters, with defaults, arrays converted."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    values: tuple[Any, ...]
    specs: tuple[Any, ...] = ()
    """Trace types that an ``input_signature`` sets for the first arguments."""

    def signature(self) -> CallSignature:
        """The signature of the bound arguments: their static part.

        Raises:
          TypeError: for an argument that has no hash.
        """
        types = [*self.specs, *map(trace_type, self.values[len(self.specs) :])]
        return CallSignature(
            tuple(map(Argument, self.names, self.kinds, types)), TRACE_PLACE.get()
        )

    def tensors(self) -> list[Tensor]:
        """The tensors in the arguments, flat, with the handles of variables."""
        return tensors_in(self.values)

    def call_arguments(
        self, values: Sequence[Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Arguments, positional and by keyword, with other values of the parameters."""
        args, kwargs = [], {}
        for name, kind, value in zip(self.names, self.kinds, values):
            if kind == "KEYWORD_ONLY":
                kwargs[name] = value
            else:
                args.append(value)
        return tuple(args), kwargs


class Binder:
    """Binds calls of one Python function, with an optional ``input_signature``.

    ``skip_first``: the first parameter is the object of a method, which the
    ``input_signature`` leaves out.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        name: str,
        input_signature: Sequence[Any] | None = None,
        skip_first: bool = False,
        follow_type_hints: bool = False,
    ) -> None:
        self._name = name
        self._signature = inspect.signature(function)
        self._start = 1 if skip_first else 0
        self.input_signature = input_signature
        self._tensor_names = _hinted_as_tensor(function) if follow_type_hints else ()
        if input_signature is not None:
            self._check_count(len(input_signature))

    def _check_count(self, count: int) -> None:
        """Refuses an ``input_signature`` that cannot be for this function."""
        parameters = list(self._signature.parameters.values())[self._start :]
        if any(each.kind is each.VAR_POSITIONAL for each in parameters):
            return
        places = [each for each in parameters if each.kind is not each.VAR_KEYWORD]
        if count > len(places):
            raise SignatureMismatchError(
                f"input_signature contains {count - len(places)} extra type "
                f"constraints: {self._name!r} has {len(places)} parameters."
            )
        for each in places[count:]:
            if each.default is not each.empty:
                continue
            if each.kind is each.KEYWORD_ONLY:
                raise SignatureMismatchError(
                    "Since input_signature is defined, keyword-only parameter "
                    f"`{each.name}` must have a default value"
                )
            raise SignatureMismatchError(
                f"input_signature missing type constraint for {each.name}"
            )

    def bind(
        self,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        fit: bool = True,
        as_tensors: bool = True,
    ) -> BoundArguments:
        """Binds the arguments of a call; TensorSpecs may replace tensors.

        Arrays become tensors, if ``as_tensors``.

        Raises:
          TypeError: if the arguments do not fit the parameters or, with ``fit``, the
            ``input_signature``.
        """
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError as error:
            raise self._mismatch(str(error), args, kwargs) from None
        bound.apply_defaults()
        rows = list(self._rows(bound.arguments))
        if not rows:
            return BoundArguments((), (), ())
        names, kinds, values = zip(*rows)
        if fit and self.input_signature is not None:
            try:
                return self._fitted(names, kinds, values)
            except (TypeError, ValueError) as error:
                raise self._mismatch(str(error), args, kwargs) from None
        if self._tensor_names:
            values = tuple(map(self._by_hint, names, values))
        before = values[: self._start]
        after = values[self._start :]
        if as_tensors:
            after = tuple(map(_with_tensors, after))
        types = tuple(map(_type_of_self, before))
        return BoundArguments(names, kinds, (*before, *after), types)

    def _mismatch(
        self, reason: str, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> SignatureMismatchError:
        wanted, advice = str(self._signature), ""
        if self.input_signature is not None:
            wanted = f"({parameter_list(self._wanted())})"
            advice = (
                f" Pass what the input_signature of {self._name!r} allows, or make it "
                "wider: None stands for any dimension."
            )
        return SignatureMismatchError(
            f"Binding inputs to tf.function failed due to `{reason}`. Received args: "
            f"{tuple(args[self._start :])} and kwargs: {dict(kwargs)} for signature: "
            f"{wanted}.{advice}"
        )

    def parameters(self) -> tuple[Argument, ...]:
        """The parameters, with the types of the ``input_signature``, if any."""
        every = list(self._signature.parameters.values())[self._start :]
        types = [type_of_spec(each) for each in self.input_signature or ()]
        types += [None] * (len(every) - len(types))
        return tuple(Argument(p.name, p.kind.name, t) for p, t in zip(every, types))

    def _wanted(self) -> list[Argument]:
        """The types that the ``input_signature`` and the defaults require."""
        parameters = list(self._signature.parameters.values())[self._start :]
        types = [type_of_spec(each) for each in self.input_signature or ()]
        rest = parameters[len(types) :]
        types += [trace_type(p.default) for p in rest if p.default is not p.empty]
        return [
            Argument(p.name, p.kind.name, kind) for p, kind in zip(parameters, types)
        ]

    def _by_hint(self, name: str, value: Any) -> Any:
        """A Python value where the parameter is annotated as a tensor, as one."""
        if name not in self._tensor_names or isinstance(value, (Tensor, TensorSpec)):
            return value
        return convert_to_tensor(value)

    def _rows(self, arguments: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]]:
        parameters = self._signature.parameters
        has_rest = any(
            each.kind is inspect.Parameter.VAR_POSITIONAL
            for each in parameters.values()
        )
        for position, (name, value) in enumerate(arguments.items()):
            kind = parameters[name].kind
            if position < self._start:
                yield name, SELF, value
            elif kind is inspect.Parameter.VAR_POSITIONAL:
                for index, each in enumerate(value):
                    yield f"{name}_{index}", "POSITIONAL_ONLY", each
            elif kind is inspect.Parameter.VAR_KEYWORD:
                for key, each in sorted(value.items()):
                    yield key, "KEYWORD_ONLY", each
            elif has_rest and kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
                # further positions may follow: this one cannot be given by name
                yield name, "POSITIONAL_ONLY", value
            else:
                yield name, kind.name, value

    def _fitted(
        self, names: tuple[str, ...], kinds: tuple[str, ...], values: tuple[Any, ...]
    ) -> BoundArguments:
        specs = tuple(self.input_signature or ())
        end = self._start + len(specs)
        if len(values) < end:
            raise SignatureMismatchError(
                f"input_signature of {self._name!r} has {len(specs)} entries, but the "
                f"call has {len(values) - self._start} arguments."
            )
        before = values[: self._start]
        wanted = tuple(map(type_of_spec, specs))
        fitting = [
            self._cast(name, value, kind)
            for name, value, kind in zip(
                names[self._start : end], values[self._start : end], wanted
            )
        ]
        self._check_defaults(names[end:], values[end:])
        after = map(_with_tensors, values[end:])
        types = (*map(_type_of_self, before), *wanted)
        return BoundArguments(names, kinds, (*before, *fitting, *after), types)

    def _cast(self, name: str, value: Any, kind: Any) -> Any:
        try:
            return cast(value, kind)
        except TypeError as error:
            raise TypeError(f"{error}` for argument `{name}") from None

    def _check_defaults(self, names: Sequence[str], values: Sequence[Any]) -> None:
        """Refuses values other than the defaults, which are part of the only trace."""
        for name, value in zip(names, values):
            parameter = self._signature.parameters.get(name)
            if parameter is None or parameter.default is parameter.empty:
                continue
            if value is not parameter.default:
                self._cast(name, value, trace_type(parameter.default))


def tensors_in(values: Sequence[Any]) -> list[Tensor]:
    """The flat tensors in arguments; a variable counts once, by its handle."""
    found: list[Tensor] = []
    handles: set[int] = set()
    for value in values:
        for leaf in argument_leaves(value):
            if isinstance(leaf, Tensor):
                found.append(leaf)
            elif is_variable(leaf) and id(leaf.handle) not in handles:
                handles.add(id(leaf.handle))
                found.append(leaf.handle)
    return found


def _hinted_as_tensor(function: Any) -> tuple[str, ...]:
    """The parameters that are annotated as tensors."""
    try:
        hints = get_type_hints(function)
    except (NameError, TypeError, AttributeError):
        # an annotation that cannot be resolved says nothing
        hints = dict(getattr(function, "__annotations__", {}))
    return tuple(name for name, hint in hints.items() if hint is Tensor)


def _type_of_self(value: Any) -> Any:
    """The type of a method's object: itself, whatever it is equal to."""
    try:
        return WeakObject(value, by_identity=True)
    except TypeError:
        return trace_type(value)


def type_of_spec(spec: Any) -> Any:
    """The trace type of a spec or of a structure of specs."""
    if isinstance(spec, TensorSpec):
        return TensorSpec(spec.shape, spec.dtype, spec.name)
    return trace_type(map_structure(type_of_spec, spec) if is_nested(spec) else spec)


def _with_tensors(value: Any) -> Any:
    """Converts NumPy arrays and tensor-like values to tensors, in structures too."""
    if is_record(value):
        return with_fields(value, list(map(_with_tensors, field_values(value))))
    if is_nested(value):
        if not any(map(_needs_conversion, flatten(value))):
            return value
        return map_structure(_with_tensors, value)
    if _needs_conversion(value):
        return convert_to_tensor(value)
    return value


def _needs_conversion(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic)) or is_record(value)


__all__ = ["Binder", "BoundArguments"]
