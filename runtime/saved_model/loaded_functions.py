"""Functions of a SavedModel: one traced graph, or several that a call selects from."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pprint import pformat
from typing import Any

from graphir import dtypes
from graphir.errors import DataLossError
from graphir.function import Function as IRFunction
from runtime.apply import apply_op
from runtime.functions.concrete_function import ConcreteFunction
from runtime.saved_model.function_specs import FunctionSpec
from runtime.saved_model.libraries import called_by, fresh_name
from runtime.saved_model.structures import packed_specs, read_structure
from runtime.signatures.binding import Binder, tensors_in
from runtime.signatures.call_signature import CallSignature
from runtime.signatures.casting import cast
from runtime.signatures.signature_text import Argument
from runtime.signatures.trace_types import (
    Container,
    TensorSpec,
    input_types,
    trace_type,
)
from runtime.tensors.structure import flatten, pack
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import GraphTrace
from runtime.trackable.base import Trackable


def concrete_function(
    function: IRFunction,
    message: Any,
    captured: Sequence[Any],
    spec: FunctionSpec | None,
) -> ConcreteFunction:
    """A function of the library, with the tensors that it captures.

    ``captured`` has for each capture the tensor, and the variable it belongs to or
    None.

    Raises:
      DataLossError: if it has other inputs or outputs than its signature says.
    """
    name = function.name
    title = _title(name)
    trace = GraphTrace(title, None, is_function=True)
    library = called_by(function.body, function.body.functions)
    graph = trace.graph = function.body.copy_sharing(library)
    graph.name = title
    arguments = _arguments(read_structure(message.canonicalized_input_signature), spec)
    count = sum(len(input_types(each.type)) for each in arguments)
    if count + len(captured) != len(graph.inputs):
        raise DataLossError(
            None,
            None,
            f"The function {name!r} of the SavedModel has {len(graph.inputs)} inputs, "
            f"but its signature {count} and {len(captured)} captures.",
        )
    inside = [trace.tensor_of(value) for value in graph.inputs]
    trace.captures.arguments = inside[:count]
    for number, ((tensor, variable), each) in enumerate(zip(captured, inside[count:])):
        trace.captures.by_key[-1 - number] = tensor, each
        if tensor is not None and tensor.dtype is dtypes.resource:
            if not each.shape.is_compatible_with(tensor.shape):
                raise DataLossError(
                    None,
                    None,
                    f"The function {name!r} of the SavedModel captures a resource as "
                    f"one of shape {each.shape}; it has {tensor.shape}.",
                )
            each.set_shape(tensor.shape)
        if variable is not None:
            each.value.handle_data = tensor.handle_data
            trace.variables[id(variable.storage)] = weakref.ref(variable)
    outputs = read_structure(message.output_signature)
    tensors = iter([trace.tensor_of(value) for value in graph.outputs])
    try:
        structured = packed_specs(outputs, tensors)
    except StopIteration:
        raise DataLossError(
            None, None, f"The function {name!r} has fewer outputs than its signature."
        ) from None
    jit = None if spec is None else spec.jit_compile
    # a name of its own: what the library has under the other one is another object
    made = ConcreteFunction(
        trace, fresh_name(name), CallSignature(arguments), structured, jit
    )
    made.structured_outputs = made.graph.structured_outputs = outputs
    if spec is not None:
        made.keyword_names = spec.other_names
    return made


def name_inputs(function: ConcreteFunction, message: Any) -> None:
    """Takes the names that calls have for the inputs from the message of a function."""
    function.positional_inputs = message.allowed_positional_arguments
    arguments = function.signature.arguments
    keys = message.argument_keywords
    if len(keys) != len(arguments):
        return
    pairs = zip(keys, arguments)
    others = {key: each.name for key, each in pairs if key != each.name}
    if not others.keys() & {each.name for each in arguments}:
        function.keyword_names = {**function.keyword_names, **others}


def _title(name: str) -> str:
    """The name of the Python function: without prefix and number."""
    short = name.removeprefix("__inference_")
    start, _, number = short.rpartition("_")
    return start if start and number.isdecimal() else short


def _arguments(structure: Any, spec: FunctionSpec | None) -> tuple[Argument, ...]:
    is_pair = type(structure) is tuple and len(structure) == 2
    if not is_pair or type(structure[0]) is not tuple or type(structure[1]) is not dict:
        raise DataLossError(
            None, None, "A function of the SavedModel says nothing of its arguments."
        )
    args, kwargs = structure
    names = [] if spec is None else spec.names
    found = []
    for index, each in enumerate(args):
        if index < len(names):
            name, kind = names[index], "POSITIONAL_OR_KEYWORD"
        else:
            rest = (spec.varargs if spec else None) or "args"
            name, kind = f"{rest}_{index - len(names)}", "POSITIONAL_ONLY"
        found.append(Argument(name, kind, trace_type(each)))
    keys = {} if spec is None else spec.keyword_keys
    declared = [key for key in keys if key in kwargs]
    for key in (*declared, *sorted(kwargs.keys() - {*declared})):
        name = keys.get(key, key)
        found.append(Argument(name, "KEYWORD_ONLY", trace_type(kwargs[key])))
    return tuple(found)


class RestoredFunction(Trackable):
    """A function of a SavedModel: calls run the trace that fits their arguments.

    It cannot be traced for others, since its Python code was not saved.

    Raises:
      ValueError: for a call that fits no trace.
    """

    __autograph_call_as_is__ = True
    _is_traced_function = True

    def __init__(self, spec: FunctionSpec, traces: Sequence[ConcreteFunction]) -> None:
        self._spec = spec
        self._traces = list(traces)
        self.__signature__ = spec.signature()
        self.__name__ = self._name = traces[0].trace.name if traces else "function"
        self._binder = Binder(self, self._name)

    @property
    def concrete_functions(self) -> list[ConcreteFunction]:
        """Every trace."""
        return list(self._traces)

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        return list(self._traces)

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """Parameters, results and captures of every trace, in words."""
        between = "\n\n" if verbose else "\n"
        return between.join(e.pretty_printed_signature(verbose) for e in self._traces)

    @property
    def input_signature(self) -> Any:
        """The declared input signature, or None."""
        return self.function_spec.input_signature

    @property
    def function_spec(self) -> FunctionSpec:
        """The parameters as they were saved."""
        return self._spec

    @property
    def name(self) -> str:
        """The name of the function that was traced."""
        return self._name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        concrete, tensors = self._fitting(args, kwargs)
        return concrete.call_with(tensors)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for arguments, where TensorSpecs may stand for tensors.

        Raises:
          ValueError: if no trace fits; without arguments, if there are several traces.
        """
        if not args and not kwargs and len(self._traces) == 1:
            return self._traces[0]
        return self._fitting(args, kwargs)[0]

    def _fitting(
        self, args: tuple[Any, ...], kwargs: Mapping[str, Any]
    ) -> tuple[ConcreteFunction, list[Tensor]]:
        if not self._traces:
            raise ValueError("Found zero restored functions for caller function.")
        names = self._spec.other_names
        kwargs = {names.get(key, key): value for key, value in kwargs.items()}
        # first what fits as it is, then what can be made to fit
        for convert in (False, True):
            # an array is made a tensor of the dtype that is wanted
            bound = self._binder.bind(args, kwargs, fit=False, as_tensors=not convert)
            for each in self._traces:
                values = _fitted(bound, each.signature, convert)
                if values is not None:
                    return each, tensors_in(values)
        for each in self._traces:
            narrowed = _narrowed(bound.values, each.signature)
            if narrowed is not None:
                fitting = replace(bound, values=narrowed)
                values = _fitted(fitting, each.signature, convert=True)
                if values is not None:
                    return each, tensors_in(values)
        if self.input_signature is not None:
            # says which argument does not fit the signature
            Binder(self, self._name, self.input_signature).bind(args, kwargs)
        raise ValueError(self._refusal(args, kwargs))

    def _refusal(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> str:
        bound = self._binder.bind(args, kwargs, fit=False)
        shown = [*map(_described, bound.names, bound.values)]
        given, by_name = bound.call_arguments(shown)
        options = []
        for number, each in enumerate(self._traces, 1):
            structured = each.structured_input_signature
            options.append(
                f"Option {number}:\n  {_positional(structured[0])}\n  Keyword "
                f"arguments: {structured[1]}"
            )
        every = "\n\n".join(options)
        return (
            "Could not find matching concrete function to call loaded from the "
            f"SavedModel. Got:\n  {_positional(given)}\n  Keyword arguments: "
            f"{by_name}\n\n Expected these arguments to match one of the "
            f"following {len(self._traces)} option(s):\n\n{every}"
        )

    def __repr__(self) -> str:
        return f"<restored function {self._name!r}: {len(self._traces)} traces>"


def _positional(args: Sequence[Any]) -> str:
    lines = "".join(f"\n    * {pformat(each)}" for each in args)
    return f"Positional arguments ({len(args)} total):{lines}"


class _Described:
    """A tensor in an error message: its argument, shape and dtype."""

    def __init__(self, name: str, tensor: Tensor) -> None:
        shape, dtype = tensor.shape, tensor.dtype.name
        self._text = f"<tf.Tensor '{name}:0' shape={shape} dtype={dtype}>"

    def __repr__(self) -> str:
        return self._text


def _described(name: str, value: Any) -> Any:
    """The value with no tensor's elements."""
    leaves = flatten(value, composites=False)
    shown = [_Described(name, x) if isinstance(x, Tensor) else x for x in leaves]
    return pack(value, shown, composites=False)


def _fitted(bound: Any, signature: CallSignature, convert: bool) -> list[Any] | None:
    """The values as a trace takes them, or None."""
    wanted = signature.arguments
    if bound.names != tuple(each.name for each in wanted):
        return None
    try:
        return [
            _as_type(value, each.type, convert)
            for value, each in zip(bound.values, wanted)
        ]
    except (TypeError, ValueError):
        return None


def _narrowed(values: Any, signature: CallSignature) -> Any:
    """Values whose graph tensors have the sizes of a trace, or None.

    In a graph a size may not be known that the trace was made for; it is looked at
    when the graph runs.
    """
    leaves = flatten(values)
    kinds = iter([t for each in signature.arguments for t in input_types(each.type)])
    pairs = [(x, next(kinds, None) if isinstance(x, Tensor) else None) for x in leaves]
    for leaf, kind in pairs:
        if not isinstance(leaf, Tensor):
            continue
        if not isinstance(kind, TensorSpec) or leaf.dtype is not kind.dtype:
            return None
        if not kind.shape.is_compatible_with(leaf.shape):
            return None
    if not any(isinstance(leaf, SymbolicTensor) for leaf in leaves):
        return None
    found = [
        apply_op("EnsureShape", [leaf], {"shape": kind.shape})
        if kind is not None and isinstance(leaf, SymbolicTensor)
        else leaf
        for leaf, kind in pairs
    ]
    return pack(values, found)


def _has_other_constants(found: Any, wanted: Any) -> bool:
    """Whether an extension type has constants that its trace was not made for."""
    if not isinstance(found, Container) or not isinstance(wanted, Container):
        return False
    if hasattr(wanted.like, "__tf_composition__") and found.labels != wanted.labels:
        return True
    return any(map(_has_other_constants, found.parts, wanted.parts))


def _as_type(value: Any, kind: Any, convert: bool) -> Any:
    if isinstance(kind, Container) and _has_other_constants(trace_type(value), kind):
        raise TypeError("its fields that are no tensors differ")
    if convert:
        return cast(value, _unnamed(kind))
    if isinstance(kind, TensorSpec) and not isinstance(value, (Tensor, TensorSpec)):
        raise TypeError("a tensor is needed")
    if isinstance(kind, Container) and not _tensors_are_tensors(value, kind):
        raise TypeError("tensors are needed")
    return cast(value, _unnamed(kind))


def _tensors_are_tensors(value: Any, kind: Container) -> bool:
    """Whether there is nothing in a structure that must be made a tensor."""
    return len(input_types(kind)) == len(input_types(trace_type(value)))


def _unnamed(kind: Any) -> Any:
    if isinstance(kind, TensorSpec):
        return TensorSpec(kind.shape, kind.dtype)
    return kind


__all__ = ["RestoredFunction", "concrete_function"]
