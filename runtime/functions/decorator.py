"""The decorator `tf.function`: its arguments, with and without parentheses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, overload

from autograph.options import ConversionOptions
from runtime.functions.declaration import named_part
from runtime.functions.function import Function
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.structure import flatten


@overload
def function(
    func: None = ...,
    input_signature: Sequence[Any] | None = ...,
    autograph: bool = ...,
    jit_compile: bool | None = ...,
    reduce_retracing: bool = ...,
    experimental_implements: str | None = ...,
    experimental_autograph_options: Any = ...,
    experimental_attributes: Any = ...,
    experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ...,
    experimental_follow_type_hints: bool | None = ...,
) -> Callable[[Callable[..., Any]], Function]: ...


@overload
def function(
    func: Callable[..., Any],
    input_signature: Sequence[Any] | None = ...,
    autograph: bool = ...,
    jit_compile: bool | None = ...,
    reduce_retracing: bool = ...,
    experimental_implements: str | None = ...,
    experimental_autograph_options: Any = ...,
    experimental_attributes: Any = ...,
    experimental_relax_shapes: bool | None = ...,
    experimental_compile: bool | None = ...,
    experimental_follow_type_hints: bool | None = ...,
) -> Function: ...


def function(
    func: Any = None,
    input_signature: Sequence[Any] | None = None,
    autograph: bool = True,
    jit_compile: bool | None = None,
    reduce_retracing: bool = False,
    experimental_implements: str | None = None,
    experimental_autograph_options: Any = None,
    experimental_attributes: Any = None,
    experimental_relax_shapes: bool | None = None,
    experimental_compile: bool | None = None,
    experimental_follow_type_hints: bool | None = None,
) -> Any:
    """Makes a Python callable a graph function; also a decorator, with or without ().

    ``input_signature`` is one TensorSpec for each argument (or nested specs): the
    function is traced once, for these specs. ``autograph=False`` leaves its Python
    control flow as it is. ``jit_compile=True`` makes regions of its graphs native code.

    >>> @tf.function
    ... def relu(x):
    ...     if x > 0:
    ...         return x
    ...     return 0
    >>> relu(tf.constant(-1))
    <tf.Tensor: shape=(), dtype=int32, numpy=0>

    Raises:
      TypeError: if ``func`` cannot be called.
    """

    def decorate(python_function: Any) -> Function:
        if not callable(python_function):
            raise TypeError(f"tf.function needs a callable, not {python_function!r}.")
        if issubclass(type(python_function), Function):  # no bound method
            python_function = python_function.python_function
        options = ConversionOptions(True, True, experimental_autograph_options)
        return Function(
            python_function,
            _name_of(python_function),
            _as_specs(input_signature),
            options if autograph else None,
            reduce_retracing or bool(experimental_relax_shapes),
            jit_compile=experimental_compile if jit_compile is None else jit_compile,
            follow_type_hints=bool(experimental_follow_type_hints),
        )

    return decorate if func is None else decorate(func)


def _name_of(function: Any) -> str:
    named = named_part(function)
    name: str = getattr(named, "__name__", type(named).__name__)
    return name


def _as_specs(specs: Sequence[Any] | None) -> tuple[Any, ...] | None:
    if specs is None:
        return None
    if not isinstance(specs, (list, tuple)):
        raise TypeError(
            f"input_signature must be either a tuple or a list, got {type(specs)}."
        )
    wrong = [each for each in flatten(specs) if not _is_spec(each)]
    if wrong:
        raise TypeError(
            "input_signature must be a possibly nested sequence of TensorSpec objects, "
            f"got invalid args {wrong} with types {list(map(type, wrong))}."
        )
    return tuple(specs)


def _is_spec(value: Any) -> bool:
    return isinstance(value, TensorSpec) or hasattr(type(value), "__tf_tracing_type__")


__all__ = ["function"]
