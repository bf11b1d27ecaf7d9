"""ConcreteFunction: one traced graph, optimized and compiled, that can be called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

from graphir.attributes import FunctionRef
from graphir.errors import InvalidArgumentError
from graphir.function import Function as IRFunction
from runtime.apply import apply_op
from runtime.bodies import to_function
from runtime.config import SETTINGS
from runtime.context import CURRENT
from runtime.conversion import convert_to_tensor
from runtime.dependencies import has_effect
from runtime.graphs import Graph, Operation
from runtime.signatures.call_signature import CallSignature
from runtime.signatures.dataclass_arguments import argument_leaves
from runtime.signatures.trace_types import (
    Literal,
    TensorSpec,
    VariableSpec,
    leaf_specs,
    trace_type,
)
from runtime.structure import flatten, map_structure, pack
from runtime.symbolic_tensor import SymbolicTensor
from runtime.tensor import Tensor, wrap
from runtime.tracing import GraphTrace

NO_RESULT: Final = object()


class ConcreteFunction:
    """A graph traced for one call signature, with what it captures and returns.

    Called with tensors by position or by name; Python values that were bound by the
    trace may be left out, or given again with the same value.

    >>> @tf.function
    ... def double(a):
    ...     return a + a
    >>> concrete = double.get_concrete_function(tf.TensorSpec([], tf.string))
    >>> concrete(a=tf.constant("b"))
    <tf.Tensor: shape=(), dtype=string, numpy=b'bb'>

    Raises:
      TypeError: for arguments that do not fit the signature.
      InvalidArgumentError: for a tensor of another dtype or shape.
    """

    __autograph_call_as_is__ = True

    def __init__(
        self,
        trace: GraphTrace,
        name: str,
        signature: CallSignature,
        structured_outputs: Any,
    ) -> None:
        self.trace = trace
        self.name = name
        self.signature = signature
        self.structured_outputs = structured_outputs
        self.graph.structured_outputs = structured_outputs
        self.graph.signature = signature
        self._specs = [s for a in signature.arguments for s in leaf_specs(a.type)]
        self._is_single = isinstance(structured_outputs, SymbolicTensor)

    # --- what it is

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments as specs: positional ones, and those by keyword."""
        return self.signature.structured()

    @property
    def graph(self) -> Graph:
        """The graph as it was recorded, before any pass."""
        return self.trace.traced_graph

    @property
    def inputs(self) -> list[SymbolicTensor]:
        """The placeholders; those of captures come last."""
        return self.graph.inputs

    @property
    def outputs(self) -> list[SymbolicTensor]:
        """The tensors returned, flat."""
        return self.graph.outputs

    @property
    def captured_inputs(self) -> list[Tensor]:
        """The tensors from outside that the graph reads."""
        return [outside for outside, _ in self.trace.capture_pairs()]

    @property
    def output_dtypes(self) -> Any:
        """The dtypes of what is returned, nested alike."""
        return map_structure(
            lambda t: None if t is None else t.dtype, self.structured_outputs
        )

    @property
    def output_shapes(self) -> Any:
        """The shapes of what is returned, nested alike."""
        return map_structure(
            lambda t: None if t is None else t.shape, self.structured_outputs
        )

    @cached_property
    def optimized_graph(self) -> Graph:
        """The graph that runs: a copy, after the passes of the optimizer."""
        from graphir.optimizer import default_pipeline, optimize_graph

        trace = GraphTrace(self.trace.name, self.trace.outer, is_function=True)
        trace.graph = self.trace.graph.copy()
        optimize_graph(trace.graph, default_pipeline(SETTINGS.optimizer_options))
        return trace.traced_graph

    @cached_property
    def program(self) -> Any:
        """The optimized graph compiled: arrays in, a tuple of arrays out."""
        from runtime.executor import compile_graph

        graph = self.optimized_graph.ir
        return compile_graph(graph, graph.inputs, graph.outputs, graph.control_outputs)

    @cached_property
    def captured_arrays(self) -> list[Any]:
        """The values of the captured tensors; only outside of every trace."""
        return [tensor._array for tensor in self.captured_inputs]  # type: ignore[attr-defined]

    # --- calling

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.call_with(self._match(args, kwargs))

    def call_with(self, tensors: Sequence[Tensor]) -> Any:
        """Runs the graph, or adds a call of it to the current trace."""
        ambient = CURRENT.get()
        if ambient is not None and ambient.trace is not None:
            return self._add_call(ambient.trace, tensors, ambient.tapes)
        if ambient is not None and ambient.tapes:
            self._note_variables(None, ambient.tapes)
            flat = self._routine.run_recorded(
                [*tensors, *self.captured_inputs], ambient.tapes
            )
            return flat[0] if self._is_single else self.packed(flat)
        return self.run([tensor._array for tensor in tensors])  # type: ignore[attr-defined]

    @property
    def variables(self) -> tuple[Any, ...]:
        """The variables read or changed that still live."""
        found = (reference() for reference in self.trace.variables.values())
        return tuple(each for each in found if each is not None)

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those that gradient tapes watch by themselves."""
        return tuple(each for each in self.variables if each.trainable)

    def _note_variables(self, trace: GraphTrace | None, tapes: Sequence[Any]) -> None:
        """Lets tapes, and a trace around a call, know which variables it reads."""
        for variable in self.variables:
            for tape in tapes:
                tape.variable_accessed(variable)
            if trace is not None:
                variable.note_access(trace)

    @cached_property
    def _routine(self) -> Any:
        """What runs when a tape records."""
        from runtime.differentiation.functions import Routine, has_own_rules

        # rules that users wrote hold tensors of the graph as it was recorded
        recorded = self.trace.graph
        graph = recorded if has_own_rules(recorded) else self.optimized_graph.ir
        return Routine(graph, graph.inputs, graph.outputs, graph.control_outputs)

    def run(self, arrays: Sequence[Any]) -> Any:
        """The results for the values of the arguments, nested as the function does."""
        results = self.program(*arrays, *self.captured_arrays)
        outputs = self.trace.graph.outputs
        if self._is_single:
            return wrap(results[0], outputs[0].dtype)
        flat = [wrap(array, value.dtype) for array, value in zip(results, outputs)]
        return self.packed(flat)

    def packed(self, flat: Sequence[Any]) -> Any:
        """Flat results, nested as the function returns them."""
        results = iter(flat)
        leaves = [
            next(results) if isinstance(leaf, SymbolicTensor) else leaf
            for leaf in flatten(self.structured_outputs)
        ]
        return pack(self.structured_outputs, leaves)

    def _add_call(
        self, trace: GraphTrace, tensors: Sequence[Tensor], tapes: Sequence[Any]
    ) -> Any:
        self._bring_library(trace)
        op = "StatefulPartitionedCall" if self.has_effect else "PartitionedCall"
        attrs = {
            "f": FunctionRef(self.name),
            "Tout": [value.dtype for value in self.trace.graph.outputs],
            "_collective_manager_ids": [],
            "_read_only_resource_inputs": [],
        }
        inputs = [*tensors, *map(trace.capture, self.captured_inputs)]
        self._note_variables(trace, tapes)
        results = apply_op(op, [inputs], attrs)
        if isinstance(results, Operation):
            return self.packed([])
        for tensor, inside in zip(results, self.trace.graph.outputs):
            tensor.value.shape = inside.shape
            tensor.value.handle_data = inside.handle_data
        return results[0] if self._is_single else self.packed(results)

    @cached_property
    def has_effect(self) -> bool:
        """Whether running the graph can be observed."""
        return any(map(has_effect, self.trace.graph))

    @cached_property
    def ir_function(self) -> IRFunction:
        """The graph as a function that others call."""
        graph = self.trace.graph.copy_sharing(self.trace.graph.functions)
        return to_function(graph, self.name)

    def _bring_library(self, trace: GraphTrace) -> None:
        library = trace.graph.functions
        if self.name not in library:
            library.add(self.ir_function)
            for function in self.trace.graph.functions.values():
                library.add(function)

    # --- arguments

    def _match(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> list[Tensor]:
        given = self._by_name(args, kwargs)
        tensors: list[Tensor] = []
        for argument in self.signature.arguments:
            value = given.pop(argument.name, NO_RESULT)
            specs = leaf_specs(argument.type)
            if value is NO_RESULT:
                if specs:
                    raise TypeError(
                        f"{self._title()} missing required argument: {argument.name!r}."
                    )
                continue
            if not specs:
                self._check_bound(argument.name, value, argument.type)
                continue
            tensors += self._leaves(argument, value, specs, len(tensors))
        if given:
            raise TypeError(
                f"{self._title()} got unexpected keyword arguments: {sorted(given)}."
            )
        return tensors

    def _by_name(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        names = [each.name for each in self.signature.arguments]
        positional = [
            each.name
            for each in self.signature.arguments
            if each.kind != "KEYWORD_ONLY"
        ]
        if not self._fits_in_place(positional, args):
            # Python values bound by the trace may be left out, also in front
            positional = [
                each.name
                for each in self.signature.arguments
                if each.kind != "KEYWORD_ONLY" and leaf_specs(each.type)
            ]
        if len(args) > len(positional):
            raise TypeError(
                f"{self._title()} takes {len(positional)} positional arguments but got "
                f"{len(args)}."
            )
        given = dict(zip(positional, args))
        for name, value in kwargs.items():
            if name in given:
                raise TypeError(f"{self._title()} got two values for {name!r}.")
            if name not in names:
                raise TypeError(f"{self._title()} got unexpected argument {name!r}.")
            given[name] = value
        return given

    def _fits_in_place(self, names: list[str], args: tuple[Any, ...]) -> bool:
        """Whether the positions are those of the Python function."""
        kinds = {each.name: each.type for each in self.signature.arguments}
        if len(args) > len(names):
            return False
        return all(
            bool(leaf_specs(kinds[name])) or not isinstance(value, Tensor)
            for name, value in zip(names, args)
        )

    def _check_bound(self, name: str, value: Any, expected: Any) -> None:
        if trace_type(value) != expected:
            was = getattr(expected, "value", expected)
            raise TypeError(
                f"ConcreteFunction {self._title()} was constructed with "
                f"{type(was).__name__} value {was!r} in {name}, but was called with "
                f"{type(value).__name__} value {value!r}. Leave {name!r} out, or trace "
                "again for the other value."
            )

    def _leaves(
        self, argument: Any, value: Any, specs: list[TensorSpec], position: int
    ) -> list[Tensor]:
        if isinstance(argument.type, TensorSpec):
            values = [value]
        else:
            values = list(argument_leaves(value))
        leaves = [leaf for leaf in values if _is_passed(leaf, argument.type)]
        if len(leaves) != len(specs):
            raise TypeError(
                f"{self._title()}: argument {argument.name!r} has {len(leaves)} "
                f"tensors, not {len(specs)}: {argument.type!r}."
            )
        return [
            self._checked(leaf, spec, position + index)
            for index, (leaf, spec) in enumerate(zip(leaves, specs))
        ]

    def _checked(self, value: Any, spec: TensorSpec, position: int) -> Tensor:
        tensor = (
            value if isinstance(value, Tensor) else convert_to_tensor(value, spec.dtype)
        )
        if tensor.dtype is not spec.dtype:
            raise InvalidArgumentError(
                f"cannot compute {self.name} as input #{position}(zero-based) was "
                f"expected to be a {spec.dtype.signature_name} tensor but is a "
                f"{tensor.dtype.signature_name} tensor [Op:{self.name}]"
            )
        if not tensor.shape.is_compatible_with(spec.shape):
            raise InvalidArgumentError(
                f"cannot compute {self.name} as input #{position}(zero-based) was "
                f"expected to have shape {spec.shape} but has {tensor.shape} "
                f"[Op:{self.name}]"
            )
        return tensor

    # --- text

    def _title(self) -> str:
        return (
            f"{self.trace.name}({', '.join(a.name for a in self.signature.arguments)})"
        )

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """Parameters, result and captures in words."""
        outputs = _spec_of(self.structured_outputs)
        if not verbose:
            inside = ", ".join(
                f"{each.name}: {each.type!r}" for each in self.signature.arguments
            )
            return f"({inside}) -> {outputs!r}"
        lines = ["Input Parameters:"]
        lines += [f"  {argument}" for argument in self.signature.arguments] or [
            "  None"
        ]
        lines += ["Output Type:", f"  {outputs!r}", "Captures:"]
        passed = self._variables_passed()
        lines += [
            f"  {id(outside)}: {TensorSpec(inside.shape, inside.dtype)!r}"
            for outside, inside in self.trace.capture_pairs()
            if id(outside) not in passed
        ] or ["  None"]
        return "\n".join(lines)

    def _variables_passed(self) -> set[int]:
        """The handles that the graph captures because they are arguments."""
        kinds = [each.type for each in self.signature.arguments]
        found = [each.reference() for each in kinds if isinstance(each, VariableSpec)]
        return {id(variable.handle) for variable in found if variable is not None}

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        short = self.pretty_printed_signature(verbose=False)
        return f"<ConcreteFunction {short} at {id(self):#X}>"


def _is_passed(leaf: Any, kind: Any) -> bool:
    if isinstance(kind, TensorSpec):
        return True
    return isinstance(leaf, Tensor) or hasattr(leaf, "__array__")


def _spec_of(structured: Any) -> Any:
    """What is returned as a trace type."""
    if structured is None:
        return Literal(None)
    if isinstance(structured, SymbolicTensor):
        return TensorSpec(structured.shape, structured.dtype)
    return trace_type(structured)


__all__ = ["ConcreteFunction"]
