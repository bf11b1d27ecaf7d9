"""Function, what `tf.function` returns: a callable traced once per call signature."""

from __future__ import annotations

import gc
import inspect
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, update_wrapper
from time import perf_counter
from typing import Any, Final

import autograph
from autograph.operators.calls import converting_members
from autograph.options import ConversionOptions
from autograph.tracebacks.frames import hide_our_frames
from graphir.compute.forks import forkable_lock
from runtime.autograph_operators import install
from runtime.context import CURRENT
from runtime.devices.config import SETTINGS
from runtime.functions.bound_function import BoundFunction, MethodTable
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function_body import placeholders_for, traced_outputs
from runtime.functions.retracing import (
    TraceRecord,
    advise,
    explain,
    note_call,
    note_trace,
)
from runtime.functions.trace_cache import TraceCache
from runtime.signatures.call_signature import Binder, BoundArguments, CallSignature
from runtime.signatures.signature_text import FunctionType, parameter_list
from runtime.staging.refusals import refusals_of
from runtime.tracing.dependencies import order_effects
from runtime.tracing.graph_trace import GraphTrace, current_trace, next_number
from runtime.tracing.origins import user_origin
from runtime.trackable.base import CHECKPOINT, Trackable
from runtime.variables.quick_calls import (
    LIMIT,
    QuickCall,
    RecordedCall,
    quick_call,
    read_call,
)
from runtime.variables.variable_creation import (
    CREATION,
    LATER,
    SINGLETON,
    VariableCreation,
)

# one for all functions: a trace calls other functions, which are traced in it
_TRACING: Final = forkable_lock(is_long=True)


class _InstanceSignature:
    """The signature that `inspect` reports: that of the traced callable."""

    def __get__(self, function: Any, owner: type) -> inspect.Signature | None:
        if function is None:
            return None  # the class itself
        return inspect.signature(function.python_function)


class Function(Trackable):
    """A Python callable and its traces; made by ``tf.function``.

    Calling it finds the trace for the arguments, or makes one, and runs it: tensors
    count by dtype and shape, Python values by type and value.
    """

    __autograph_call_as_is__ = True
    _is_traced_function = True
    __signature__ = _InstanceSignature()

    def __init__(
        self,
        python_function: Callable[..., Any],
        name: str,
        input_signature: Sequence[Any] | None = None,
        options: ConversionOptions | None = None,
        reduce_retracing: bool = False,
        is_method: bool = False,
        jit_compile: bool | None = None,
        follow_type_hints: bool = False,
    ) -> None:
        self._python_function = python_function
        self._name = name
        self.input_signature = input_signature
        self._options = options
        """How AutoGraph converts; None if it does not."""
        self._reduce_retracing = reduce_retracing
        self._is_method = is_method
        self._jit_compile = jit_compile
        if jit_compile:
            from runtime.native.calls.options import is_available

            is_available()  # says what is missing
        self._follow_type_hints = follow_type_hints
        self._traces = TraceCache(self._forget_quick_calls)
        self._history: list[TraceRecord] = []
        self._refusal = ""
        self._methods: MethodTable | None = None
        self._quick: dict[tuple[Any, ...], QuickCall] = {}
        self._recorded: dict[tuple[Any, ...], RecordedCall] = {}
        self._in_progress: set[tuple[int, int, CallSignature]] = set()
        self._tracing_count = 0
        self._binder: Binder | None = None
        self._converted: Callable[..., Any] | None = None
        update_wrapper(self, named_part(python_function))

    # --- calling

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not kwargs and CURRENT.get() is None and not SETTINGS.functions_run_eagerly:
            known = read_call(args)
            if known is not None:
                run = self._quick.get(known[0])
                if run is not None:
                    return run(known[1])
        return self._general_call(args, kwargs)

    def _general_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if SETTINGS.functions_run_eagerly:
            return self._python_function(*args, **kwargs)
        try:
            ambient = CURRENT.get()
            if not kwargs and ambient is not None and ambient.trace is None:
                known = read_call(args)
                recorded = None if known is None else self._recorded.get(known[0])
                if recorded is not None:
                    return recorded(args, ambient.tapes)
            return self._traced_call(args, kwargs)
        except Exception as error:
            install()
            error.__traceback__ = hide_our_frames(error.__traceback__)
            raise

    def _traced_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        bound = self._bind(args, kwargs)
        count = self._tracing_count
        concrete = self._concrete_for(bound)
        was_known = self._tracing_count == count
        is_quick = was_known and current_trace() is None
        if is_quick and note_call(self._python_function) and not kwargs:
            self._remember(args, bound, concrete)
        return concrete.call_with(bound.tensors())

    def _forget_quick_calls(self) -> None:
        self._quick.clear()
        self._recorded.clear()

    def _remember(
        self, args: tuple[Any, ...], bound: BoundArguments, concrete: ConcreteFunction
    ) -> None:
        """Records what the call ran, for the fast path of the next call."""
        known = read_call(args)
        found = None if known is None else quick_call(args, bound, concrete)
        if known is None or found is None:
            return
        if len(self._quick) >= LIMIT:
            self._forget_quick_calls()
        self._quick[known[0]], self._recorded[known[0]] = found

    def _bind(self, args: Sequence[Any], kwargs: dict[str, Any]) -> BoundArguments:
        return self._argument_binder().bind(args, kwargs)

    def _argument_binder(self) -> Binder:
        if self._binder is None:
            self._binder = Binder(
                self._python_function,
                self._name,
                self.input_signature,
                self._is_method,
                self._follow_type_hints,
            )
        return self._binder

    # --- traces

    def _concrete_for(
        self, bound: BoundArguments, is_call: bool = True
    ) -> ConcreteFunction:
        """The narrowest trace that serves the arguments; a new one if there is none."""
        signature = bound.signature()
        found = self._traces.find(signature)
        if found is not None:
            return found
        with _TRACING:
            # another thread may have been here meanwhile
            found = self._traces.find(signature)
            return found or self._trace_new(signature, bound, is_call)

    def _trace_new(
        self, signature: CallSignature, bound: BoundArguments, is_call: bool
    ) -> ConcreteFunction:
        known = self._traces.every_signature()
        reason, advice = explain(signature, known), advise(signature, known)
        if is_call and current_trace() is None:
            # what functions call as they are traced is traced once, with them
            note_trace(self._python_function, reason, advice)
        signature = signature.without_values()
        if self._reduce_retracing:
            signature = self._relaxed(signature)
        started = perf_counter()
        with _rare_collections():
            concrete = self._trace_with_variables(signature, bound)
        self._forget_quick_calls()
        self._traces.add(signature, concrete)
        self._history.append(
            TraceRecord(
                self._tracing_count,
                parameter_list(concrete.function_type.shown),
                reason,
                perf_counter() - started,
                len(concrete.trace.graph),
                advice,
                _place_text(),
            )
        )
        return concrete

    def _relaxed(self, signature: CallSignature) -> CallSignature:
        for known in reversed(self._traces.signatures()):
            general = signature.generalized_with(known)
            if general is not None:
                return general
        return signature

    def _trace_with_variables(
        self, signature: CallSignature, bound: BoundArguments
    ) -> ConcreteFunction:
        """Traces; where that makes variables, gives them values and traces again."""
        creation = VariableCreation(self._refusal)
        concrete = self._trace(signature, bound, creation)
        if not creation.has_any:
            self._refusal = self._refusal or LATER
            return concrete
        creation.initialize(concrete.trace, bound.tensors())
        self._refusal = SINGLETON
        return self._trace(signature, bound, VariableCreation(SINGLETON))

    def _trace(
        self,
        signature: CallSignature,
        bound: BoundArguments,
        creation: VariableCreation,
    ) -> ConcreteFunction:
        with self._guarded(signature):
            trace = GraphTrace(self._name, current_trace(), is_function=True)
            trace.boundary = Function._run.__code__
            CREATION.set(trace, creation)
            with trace.recording(), refusals_of(trace):
                values = [
                    placeholders_for(trace, argument.name, argument.type, value)
                    for argument, value in zip(signature.arguments, bound.values)
                ]
                result = self._run(bound, values)
                outputs, structured = traced_outputs(
                    trace, result, self._python_function
                )
            trace.graph.outputs = [tensor.value for tensor in outputs]
            trace.put_captures_last()
            order_effects(trace, outputs)
            self._tracing_count += 1
        name = f"__inference_{self._name}_{next_number()}"
        jit_compile = self._jit_compile
        if jit_compile is None and SETTINGS.jit:
            jit_compile = True
        return ConcreteFunction(trace, name, signature, structured, jit_compile)

    @contextmanager
    def _guarded(self, signature: CallSignature) -> Iterator[None]:
        # a process that was forked has other threads under the same numbers
        key = os.getpid(), threading.get_ident(), signature
        if key in self._in_progress:
            raise RecursionError(
                f"{self._name!r} calls itself with a signature that is being traced: "
                f"{', '.join(map(str, signature.arguments))}. A graph cannot call "
                "itself: recur on a Python value that changes, or use a loop."
            )
        self._in_progress.add(key)
        try:
            yield
        finally:
            self._in_progress.discard(key)

    def _run(self, bound: BoundArguments, values: Sequence[Any]) -> Any:
        args, kwargs = bound.call_arguments(values)
        function = self._callable()
        if self._options is None:
            return function(*args, **kwargs)
        given = (*args, *kwargs.values())
        with converting_members(self._python_function, given, self._options):
            return function(*args, **kwargs)

    def _callable(self) -> Callable[..., Any]:
        if self._converted is None:
            if self._options is None:
                self._converted = self._python_function
            else:
                install()
                self._converted = autograph.converted(
                    self._python_function, self._options
                )
        return self._converted

    # --- for users

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for these arguments; TensorSpecs may replace tensors.

        >>> @tf.function
        ... def half(x):
        ...     return x / 2
        >>> half.get_concrete_function(tf.TensorSpec([None])).structured_outputs
        <tf.Tensor 'Identity:0' shape=(None,) dtype=float32>

        Raises:
          TypeError: if the arguments do not fit the function.
        """
        start = 1 if self._is_method else 0
        if self.input_signature is not None and len(args) == start and not kwargs:
            args = (*args, *self.input_signature)
        bound = self._bind(args, kwargs)
        return self._concrete_for(bound, is_call=False)

    @property
    def python_function(self) -> Callable[..., Any]:
        """The function that is traced."""
        return self._python_function

    @property
    def name(self) -> str:
        """The name of the function that is traced."""
        return self._name

    @property
    def function_type(self) -> FunctionType:
        """The parameters with the types that specs give them, else None.

        >>> tf.function(lambda x, y=1: x).function_type
        Input Parameters:
          x (POSITIONAL_OR_KEYWORD): None
          y (POSITIONAL_OR_KEYWORD): None
        Output Type:
          None
        Captures:
          None
        """
        return FunctionType(self._argument_binder().parameters())

    def _list_all_concrete_functions(self) -> list[ConcreteFunction]:
        """Every trace, the oldest first.

        No public attribute: libraries tell loaded functions by `concrete_functions`.
        """
        return list(self._traces.values())

    def _list_all_concrete_functions_for_serialization(self) -> list[ConcreteFunction]:
        """The traces that a SavedModel has; one is made if all arguments are known."""
        if self.input_signature is not None:
            self.get_concrete_function()
        return self._list_all_concrete_functions()

    def _trackable_children(
        self, save_type: str = CHECKPOINT, **kwargs: Any
    ) -> dict[str, Any]:
        if save_type == CHECKPOINT:
            return {}
        traces = self._list_all_concrete_functions_for_serialization()
        return {f"trace_{number}": each for number, each in enumerate(traces)}

    def trace_history(self) -> list[TraceRecord]:
        """A record of every trace: its signature, reason, duration and size.

        >>> double = tf.function(lambda x: x + x)
        >>> _ = double(1), double(2)
        >>> [(each.signature, each.reason) for each in double.trace_history()]
        [('x: Literal[1]', 'the first call'), \
('x: Literal[2]', "argument 'x' is Literal[2], it was Literal[1]")]
        """
        return list(self._history)

    def experimental_get_tracing_count(self) -> int:
        """How often the function was traced.

        >>> tf.function(lambda x: x).experimental_get_tracing_count()
        0
        """
        return self._tracing_count

    def pretty_printed_concrete_signatures(self, verbose: bool = True) -> str:
        """Parameters, results and captures of every trace, in words.

        >>> my_relu = tf.function(lambda x: tf.maximum(0., x))
        >>> my_relu([1, -1])
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 0.], dtype=float32)>
        >>> print(my_relu.pretty_printed_concrete_signatures())
        Input Parameters:
          x (POSITIONAL_OR_KEYWORD): List[Literal[1], Literal[-1]]
        Output Type:
          TensorSpec(shape=(2,), dtype=tf.float32, name=None)
        Captures:
          None
        """
        between = "\n\n" if verbose else "\n"
        return between.join(
            each.pretty_printed_signature(verbose) for each in self._traces.values()
        )

    def jit_report(self) -> str:
        """For each trace, the nodes that run as native code, and why others do not.

        >>> total = tf.function(lambda x: tf.reduce_sum(tf.exp(x)), jit_compile=False)
        >>> _ = total(tf.zeros([4]))
        >>> print(total.jit_report())
        x (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(4,), dtype=tf.float32, name=None)
        jit_compile is off
        """
        parts = []
        for each in self._traces.values():
            title = ", ".join(map(str, each.signature.arguments))
            parts.append(f"{title}\n{each.jit_report()}")
        return "\n\n".join(parts) or "the function has not been traced yet"

    def experimental_get_compiler_ir(
        self, *args: Any, **kwargs: Any
    ) -> Callable[..., str]:
        """A function that gives the native code for such arguments, as text.

        Its argument ``stage`` is ``"llvm"`` (as it is written), ``"optimized_llvm"`` or
        ``"assembly"`` of this machine; TensorFlow's are XLA's. Only the trace is made,
        nothing is run: regions whose shapes are known only then have no code before.

        >>> double = tf.function(lambda x: tf.exp(x) + x, jit_compile=False)
        >>> double.experimental_get_compiler_ir(tf.zeros([4]))(stage="llvm")
        Traceback (most recent call last):
        ValueError: Function '...' is not compiled: there is no compiler IR. ...

        Raises:
          ValueError: from what it gives: for a stage that there is not, and for a
            function that is not compiled.
        """
        concrete = self.get_concrete_function(*args, **kwargs)

        def compiler_ir(
            stage: str = "llvm",
            device_name: str | None = None,
            platform_name: str | None = None,
        ) -> str:
            return concrete.compiler_ir(stage)

        return compiler_ir

    def explain_retrace(self, *args: Any, **kwargs: Any) -> str:
        """Why a call with these arguments would be traced, or that it would not be.

        >>> double = tf.function(lambda x: x + x)
        >>> print(double(1))
        tf.Tensor(2, shape=(), dtype=int32)
        >>> print(double.explain_retrace(2))
        argument 'x' is Literal[2], it was Literal[1]
        """
        signature = self._bind(args, kwargs).signature()
        if self._traces.find(signature) is not None:
            return "a trace for this call exists"
        if not self._history:
            return "the function has not been traced yet"
        return explain(signature, self._traces.every_signature())

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        if self._methods is None:
            self._methods = MethodTable(self._as_method)
        return BoundFunction(self._methods.of(instance), instance)

    def _as_method(self) -> Function:
        return Function(
            self._python_function,
            self._name,
            self.input_signature,
            self._options,
            self._reduce_retracing,
            True,
            self._jit_compile,
            self._follow_type_hints,
        )

    def _decorate(self, decorator: Callable[..., Any]) -> None:
        """Decorates the Python function; libraries call this on methods of theirs.

        Raises:
          ValueError: once the function has been traced.
        """
        if self._tracing_count:
            raise ValueError(
                "Functions cannot be decorated after they have been traced."
            )
        self._python_function = decorator(self._python_function)
        self._binder = self._converted = None

    def __repr__(self) -> str:
        return f"<tf.function {self._name!r}: {len(self._traces)} traces>"


_NEVER: Final = 100_000, 100_000
"""After so many collections of young objects the older ones are looked at too."""


@contextmanager
def _rare_collections() -> Iterator[None]:
    """Lets the collector walk the growing graph less often than it would by itself."""
    before = gc.get_threshold()
    _THRESHOLDS.append(before)
    # a whole graph lives on: walks over all that lives find nothing to collect
    gc.set_threshold(max(before[0], 20_000) if before[0] else 0, *_NEVER)
    try:
        yield
    finally:
        _THRESHOLDS.pop()
        gc.set_threshold(*before)


_THRESHOLDS: Final[list[tuple[int, int, int]]] = []
"""What to go back to: traces within traces of one thread, the outermost first."""


def _collect_in_child() -> None:
    """Runs in a process that was forked while another thread traced."""
    if _THRESHOLDS and not _TRACING._is_owned():
        gc.set_threshold(*_THRESHOLDS[0])
        _THRESHOLDS.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_collect_in_child)


def _place_text() -> str:
    """The user's line that calls now, as ``file:line``; empty where there is none."""
    origin = user_origin()
    return "" if origin is None else f"{origin.frame.filename}:{origin.frame.line}"


def named_part(function: Any) -> Any:
    """The innermost function of a partial, which has a name and a docstring."""
    while isinstance(function, partial):
        function = function.func
    return function


__all__ = ["BoundFunction", "Function", "named_part"]
