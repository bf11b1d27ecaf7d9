"""Function, the result of `tf.function`: a callable traced once per call signature."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import update_wrapper
from typing import Any

from autograph.options import ConversionOptions
from autograph.tracebacks.hiding import hide_our_frames
from graphir.attachments import Attached
from runtime.autograph_operators import install
from runtime.context import CURRENT
from runtime.devices.config import SETTINGS
from runtime.executor.profile_sessions import PROFILER
from runtime.functions.bound_function import BoundFunction, MethodTable
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.declaration import Declaration, named_part
from runtime.functions.repeated_calls import RepeatedCalls
from runtime.functions.retracing import TraceRecord, note_call
from runtime.functions.traces import Traces
from runtime.native.calls.options import meant_by
from runtime.signatures.binding import Binder, BoundArguments
from runtime.signatures.signature_text import FunctionType
from runtime.signatures.trace_place import TRACE_PLACE
from runtime.tensors.structure import is_composite
from runtime.tracing.graph_trace import current_trace
from runtime.trackable.base import CHECKPOINT, Trackable
from runtime.variables.quick_calls import read_call

_TO_HTML: Attached[str] = Attached("page of a function")


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
        if jit_compile:
            from runtime.native.calls.options import is_available

            is_available()  # says what is missing
        self._repeated = RepeatedCalls()
        self._quick = self._repeated.plain  # one attribute less on each call
        self._methods: MethodTable | None = None
        self._declare(
            Declaration(
                python_function,
                name,
                input_signature,
                options,
                reduce_retracing,
                is_method,
                meant_by(jit_compile),
                follow_type_hints,
            )
        )
        update_wrapper(self, named_part(python_function))

    def _declare(self, declaration: Declaration) -> None:
        self._declaration = declaration
        self._binder: Binder | None = None
        self._traces = Traces(declaration, self._repeated.forget)
        if declaration.has_known_owner():
            self._argument_binder()  # refuses an input_signature that cannot be

    # --- calling

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if (
            not kwargs
            and CURRENT.get() is None
            and TRACE_PLACE.get() is None
            and not SETTINGS.functions_run_eagerly
        ):
            known = read_call(args)
            if known is not None:
                run = self._quick.get(known[0])
                if run is not None:
                    return run(known[1])
        return self._general_call(args, kwargs)

    def _general_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if SETTINGS.functions_run_eagerly:
            return self.python_function(*args, **kwargs)
        try:
            ambient = CURRENT.get()
            if (
                not kwargs
                and ambient is not None
                and ambient.trace is None
                and TRACE_PLACE.get() is None
            ):
                known = read_call(args)
                recorded = (
                    None if known is None else self._repeated.recorded.get(known[0])
                )
                if recorded is not None:
                    return recorded(args, ambient.tapes)
            return self._traced_call(args, kwargs)
        except Exception as error:
            install()
            error.__traceback__ = hide_our_frames(error.__traceback__)
            raise

    def _traced_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        bound = self._bind(args, kwargs)
        count = self._traces.count
        concrete = self._traces.serving(bound, is_call=True)
        was_known = self._traces.count == count
        # who counts calls must see every one
        is_seen = PROFILER.functions is not None or TRACE_PLACE.get() is not None
        is_quick = was_known and not is_seen and current_trace() is None
        if is_quick and note_call(self.python_function) and not kwargs:
            self._repeated.remember(args, bound, concrete)
        return concrete.call_with(bound.tensors())

    def _bind(self, args: Sequence[Any], kwargs: dict[str, Any]) -> BoundArguments:
        return self._argument_binder().bind(args, kwargs)

    def _argument_binder(self) -> Binder:
        if self._binder is None:
            self._binder = self._declaration.binder()
        return self._binder

    # --- for users

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> ConcreteFunction:
        """The trace for arguments, which may be TensorSpecs instead of tensors.

        >>> @tf.function
        ... def half(x):
        ...     return x / 2
        >>> half.get_concrete_function(tf.TensorSpec([None])).structured_outputs
        <tf.Tensor 'Identity:0' shape=(None,) dtype=float32>

        Raises:
          TypeError: if the arguments do not fit the function.
        """
        start = 1 if self._declaration.is_method else 0
        if self.input_signature is not None and len(args) == start and not kwargs:
            args = (*args, *self.input_signature)
        return self._traces.serving(self._bind(args, kwargs), is_call=False)

    @property
    def python_function(self) -> Callable[..., Any]:
        """The function that is traced."""
        return self._declaration.python_function

    @property
    def input_signature(self) -> Sequence[Any] | None:
        """The specs of ``input_signature``, or None."""
        return self._declaration.input_signature

    @property
    def name(self) -> str:
        """The name of the function that is traced."""
        return self._declaration.name

    _name = name  # libraries read both
    _python_function = python_function

    @property
    def function_type(self) -> FunctionType:
        """The parameters with the types from ``input_signature``, or None.

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
        return self._traces.all()

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
        return list(self._traces.history)

    def experimental_get_tracing_count(self) -> int:
        """The number of traces so far.

        >>> tf.function(lambda x: x).experimental_get_tracing_count()
        0
        """
        return self._traces.count

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
            each.pretty_printed_signature(verbose) for each in self._traces.all()
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
        for each in self._traces.all():
            title = ", ".join(map(str, each.signature.arguments))
            parts.append(f"{title}\n{each.jit_report()}")
        return "\n\n".join(parts) or "the function has not been traced yet"

    def experimental_get_compiler_ir(
        self, *args: Any, **kwargs: Any
    ) -> Callable[..., str]:
        """A function that returns the native code for these arguments as text.

        Its argument ``stage`` is ``"llvm"`` (as generated), ``"optimized_llvm"`` or
        ``"assembly"`` (of this machine); TensorFlow's stages are XLA's. The function is
        traced but not run: regions whose shapes are known only at run time have no code
        yet.

        >>> double = tf.function(lambda x: tf.exp(x) + x, jit_compile=False)
        >>> double.experimental_get_compiler_ir(tf.zeros([4]))(stage="llvm")
        Traceback (most recent call last):
        ValueError: Function '...' is not compiled: there is no compiler IR. ...

        Raises:
          ValueError: from the returned function: for an unknown stage, and for a
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
        """The reason why a call with these arguments would be traced, if it would be.

        >>> double = tf.function(lambda x: x + x)
        >>> print(double(1))
        tf.Tensor(2, shape=(), dtype=int32)
        >>> print(double.explain_retrace(2))
        argument 'x' is Literal[2], it was Literal[1]
        """
        return self._traces.explanation(self._bind(args, kwargs).signature())

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        if is_composite(instance):
            return BoundFunction(self, instance)  # an argument with a spec, as others
        if self._methods is None:
            self._methods = MethodTable(self._as_method)
        return BoundFunction(self._methods.of(instance), instance)

    def _as_method(self) -> Function:
        declared = self._declaration
        return Function(
            declared.python_function,
            declared.name,
            declared.input_signature,
            declared.options,
            declared.reduce_retracing,
            True,
            declared.jit_compile,
            declared.follow_type_hints,
        )

    def _decorate(self, decorator: Callable[..., Any]) -> None:
        """Decorates the Python function; libraries call this on methods of theirs.

        Raises:
          ValueError: once the function has been traced.
        """
        if self._traces.count:
            raise ValueError(
                "Functions cannot be decorated after they have been traced."
            )
        decorated = decorator(self.python_function)
        self._declare(replace(self._declaration, python_function=decorated))

    def _repr_html_(self) -> str:
        return _TO_HTML(self)

    def __repr__(self) -> str:
        return f"<tf.function {self.name!r}: {len(self._traces)} traces>"


__all__ = ["BoundFunction", "Function"]
