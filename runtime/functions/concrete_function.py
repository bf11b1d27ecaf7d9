"""ConcreteFunction: one traced graph, optimized and compiled, that can be called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from graphir.attachments import Attached
from graphir.compute.forks import forkable_property
from graphir.graph import Graph as IRGraph
from runtime.context import CURRENT, Ambient
from runtime.devices.places import Place
from runtime.executor.profile_sessions import PROFILER
from runtime.functions.atomic_function import AtomicFunction
from runtime.functions.concrete_arguments import (
    ArgumentMatcher,
    check_inputs,
    note_variables,
    unique_inputs,
)
from runtime.functions.result_properties import spec_of
from runtime.functions.traced_program import CalledInGraphs
from runtime.signatures.call_signature import CallSignature
from runtime.signatures.signature_text import FunctionType
from runtime.signatures.trace_types import TensorSpec
from runtime.stateful_kernels.equal_copies import all_or_none, changes_here
from runtime.tensors.claiming import ClaimsOps, claimant_within
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor, wrap
from runtime.tracing.graph_trace import GraphTrace, next_number

_TO_HTML: Attached[str] = Attached("page of a concrete function")


class ConcreteFunction(CalledInGraphs):
    """A graph traced for one call signature, with its captures and results.

    It is called with tensors by position or by name; Python arguments that are fixed by
    the trace may be omitted, or passed with the same value.

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
    _is_traced_function = True

    def __init__(
        self,
        trace: GraphTrace,
        name: str,
        signature: CallSignature,
        structured_outputs: Any,
        jit_compile: bool | str | None = None,
    ) -> None:
        self.trace = trace
        self.name = name
        self.signature = signature
        self.structured_outputs = structured_outputs
        """The results, nested as they are returned; their specs, if it was loaded."""
        self.result_tensors = structured_outputs
        """The tensors of the graph that are returned, nested as they are."""
        self.jit_compile = jit_compile
        """Whether regions of the graph are to be native code."""
        self.graph.structured_outputs = structured_outputs
        self.graph.signature = signature
        self._is_single = isinstance(structured_outputs, SymbolicTensor)
        self.positional_inputs: int | None = None
        """The number of tensors that can be passed by position; None for all inputs."""
        self.keyword_names: Mapping[str, str] = {}
        """The names of parameters, by the other names that calls may have for them."""
        self._checked: tuple[Any, Any] | None = None
        """The last requested checks, and the program that runs with them."""

    # --- what it is

    @property
    def structured_input_signature(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The specs of the arguments: a tuple of positional, a dict by keyword."""
        return self.signature.structured()

    @forkable_property
    def inference_fn(self) -> AtomicFunction:
        """The graph as a function with captures as explicit inputs."""
        return AtomicFunction(self)

    # --- calling

    def argument_tensors(
        self, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> list[Tensor]:
        """The tensors that the graph takes for arguments, without its captures.

        >>> f = tf.function(lambda x, y: x + y).get_concrete_function(1, tf.constant(2))
        >>> f.argument_tensors([tf.constant(3)], {})
        [<tf.Tensor: shape=(), dtype=int32, numpy=3>]

        Raises:
          InvalidArgumentError: for an argument of another dtype or shape.
          TypeError: for arguments that are missing or too many.
        """
        tensors = self._matcher.match(tuple(args), dict(kwargs))
        check_inputs(tensors, self._input_types, self.name)
        return list(tensors)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        tensors = self._matcher.match(args, kwargs)
        check_inputs(tensors, self._input_types, self.name)
        note_variables(args, kwargs)
        return self.call_with(tensors)

    def call_with_captures(
        self, tensors: Sequence[Tensor], captures: Sequence[Tensor]
    ) -> Any:
        """Like ``call_with``, with other tensors in place of the captures."""
        ambient = CURRENT.get()
        if ambient is not None and ambient.trace is not None:
            return self._add_call(ambient.trace, tensors, captures, ambient.tapes)
        tapes = () if ambient is None else ambient.tapes
        self._note_variables(None, tapes)
        with self._guarded():
            flat = self._routine.run_recorded([*tensors, *captures], tapes)
        return flat[0] if self._is_single else self.packed(flat)

    def _guarded(self) -> AbstractContextManager[None]:
        """Where copies change: an error brings back what not all of them have got."""
        return all_or_none() if self.changes_copies else nullcontext()

    def call_with(self, tensors: Sequence[Tensor]) -> Any:
        """Runs the graph, or adds a call of it to the current trace."""
        ambient = CURRENT.get()
        if ambient is not None and ambient.trace is not None:
            captures = self.captured_inputs
            return self._add_call(ambient.trace, tensors, captures, ambient.tapes)
        claimant = self._claimant_among(tensors)
        if claimant is None:
            return self._eager_call(tensors, ambient)
        given = [*tensors, *self.captured_inputs]
        return claimant.called(self, given, self._eager_call(tensors, ambient))

    def _claimant_among(self, tensors: Sequence[Tensor]) -> type[ClaimsOps] | None:
        """The class of an argument or a capture that says what it gives, if any."""
        return claimant_within(tensors) or self._captured_claimant

    @forkable_property
    def _captured_claimant(self) -> type[ClaimsOps] | None:
        return claimant_within(self.captured_inputs)

    def _eager_call(self, tensors: Sequence[Tensor], ambient: Ambient | None) -> Any:
        if ambient is not None and ambient.tapes:
            return self.recorded_call(tensors, ambient.tapes)
        return self.run([tensor._array for tensor in tensors])  # type: ignore[attr-defined]

    def recorded_call(self, tensors: Sequence[Tensor], tapes: Sequence[Any]) -> Any:
        """Runs the graph; the tapes that watch an input note the call."""
        self._note_variables(None, tapes)
        routine = self._routine
        for tape in tapes:
            note_function = getattr(tape, "function_called", None)
            if note_function is not None:
                note_function(self)
            checks = getattr(tape, "checks_of_results", None)
            if checks is not None:
                routine = self._routine_with(checks)
        given = [*tensors, *self.captured_inputs]
        session = PROFILER.functions
        with self._guarded():
            if session is None:
                flat = routine.run_recorded(given, tapes)
            else:
                with session.event(self.trace.name, "function", {}):
                    flat = routine.run_recorded(given, tapes)
        for tape in tapes:
            if isinstance(tape, Place):
                tape.put(flat)
        return flat[0] if self._is_single else self.packed(flat)

    def prune(self, feeds: Any, fetches: Any, name: str | None = None) -> Any:
        """A function from tensors of the graph to other tensors, selected also by name.

        >>> @tf.function
        ... def doubled_and_more(x):
        ...     return 2 * x + 1
        >>> whole = doubled_and_more.get_concrete_function(tf.TensorSpec([], tf.int32))
        >>> whole.prune(feeds="x:0", fetches="mul:0")(tf.constant(5)).numpy()
        np.int32(10)

        Raises:
          KeyError, ValueError: for a tensor that is not in the graph.
        """
        from runtime.functions.pruning import pruned

        known_as = name or self.trace.name
        trace, signature, results = pruned(self.trace, feeds, fetches, known_as)
        full_name = f"__inference_{known_as}_{next_number()}"
        return ConcreteFunction(trace, full_name, signature, results)

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """The captured variables that gradient tapes watch automatically."""
        return self.graph.trainable_variables

    def run(self, arrays: Sequence[Any]) -> Any:
        """The results for the values of the arguments, nested as the function does."""
        if self.changes_copies and changes_here() is None:
            with all_or_none():
                return self.run(arrays)
        session = PROFILER.functions
        if session is not None:
            given = [*arrays, *self.captured_arrays]
            return self._results(session.run(self.trace.name, self.program, given))
        captured = self.captured_arrays
        if self._captures_change:
            captured = [tensor._array for tensor in self.captured_inputs]  # type: ignore[attr-defined]
        return self._results(self.program(*arrays, *captured))

    def _results(self, results: Sequence[Any]) -> Any:
        outputs = self.trace.graph.outputs
        if self._is_single:
            return wrap(results[0], outputs[0].dtype)
        flat = [wrap(array, value.dtype) for array, value in zip(results, outputs)]
        return self.packed(flat)

    def profile(self, *args: Any, **kwargs: Any) -> Any:
        """Runs the function once; returns its result and the time of each node.

        >>> @tf.function
        ... def twice(x):
        ...     return x + x
        >>> found = twice.get_concrete_function(tf.constant(2)).profile(tf.constant(2))
        >>> found.result, [each.node.op for each in found.by_node()]
        (<tf.Tensor: shape=(), dtype=int32, numpy=4>, ['AddV2'])

        Raises:
          UnimplementedError: for a graph with Switch and Merge nodes.
        """
        from runtime.executor.profiles import Profile

        found = Profile()
        tensors: list[Any] = self.argument_tensors(args, kwargs)
        arrays = [tensor._array for tensor in tensors]
        found.result = self._results(
            self.program.timed(found)(*arrays, *self.captured_arrays)
        )
        return found

    # --- arguments

    @forkable_property
    def _input_types(self) -> list[Any]:
        return unique_inputs(self.signature.arguments)

    @forkable_property
    def _matcher(self) -> ArgumentMatcher:
        names = [tensor.value.node.name for tensor in self.inputs]
        count = len(self._input_types)
        return ArgumentMatcher(
            self.trace.name,
            self.function_type,
            tuple(names[:count]),
            self.positional_inputs,
            self.keyword_names,
        )

    # --- text

    @forkable_property
    def function_type(self) -> FunctionType:
        """Parameters, result and captures."""
        captures = [
            (id(outside), TensorSpec(inside.shape, inside.dtype))
            for outside, inside in self.trace.captures.pairs()
        ]
        return FunctionType(
            self.signature.arguments,
            spec_of(self.structured_outputs),
            tuple(captures),
        )

    @property
    def function_def(self) -> Any:
        """The graph as a ``FunctionDef`` message."""
        alone = IRGraph(self.name)
        alone.functions.add(self.ir_function)
        for function in self.trace.graph.functions.values():
            alone.functions.add(function)
        functions = alone.as_graph_def().library.function
        return next(each for each in functions if each.signature.name == self.name)

    def pretty_printed_signature(self, verbose: bool = True) -> str:
        """Parameters, result and captures in words."""
        return repr(self.function_type) if verbose else str(self.function_type)

    def _repr_html_(self) -> str:
        return _TO_HTML(self)

    def __str__(self) -> str:
        return f"ConcreteFunction {self.pretty_printed_signature()}"

    def __repr__(self) -> str:
        short = self.pretty_printed_signature(verbose=False)
        return f"<ConcreteFunction {short} at 0x{id(self):X}>"


__all__ = ["ConcreteFunction"]
