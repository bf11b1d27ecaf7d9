"""`py_function` and `numpy_function`: Python code called from graphs."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from graphir.dtypes import DType, as_dtype
from graphir.ops.state.python_calls import EagerPyFunc
from runtime.apply import BoundAttrs, apply_op
from runtime.context import CURRENT
from runtime.functions.called_functions import CalledFunction
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.stateful_kernels.python_functions import token_of
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.structure import flatten, is_composite, pack
from runtime.tensors.tensor import EagerTensor, wrap


def py_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    name: str | None = None,
) -> Any:
    """Calls a Python function with eager tensors, eagerly or when a graph runs.

    ``inp`` lists the arguments; ``Tout`` is the dtype of the result (the spec of a
    ragged or sparse result), or a list of dtypes and specs for several results, whose
    shapes are unknown while tracing. Gradients flow through the function; a graph with
    it runs only in the process that traced it. Without ``func`` it is a decorator.

    >>> @tf.function
    ... def logged(x):
    ...     return tf.py_function(lambda value: value * len("abc"), [x], tf.float32)
    >>> logged(tf.constant(2.0)).numpy()
    np.float32(6.0)
    >>> @tf.py_function(Tout=tf.float32)
    ... def doubled(x):
    ...     return x * 2
    >>> doubled(3.0).numpy()
    np.float32(6.0)

    Raises:
      TypeError: without ``Tout``, or with only one of ``func`` and ``inp``.
      ValueError: if ``func`` is not callable.
      InvalidArgumentError: for another number of results, or one of another dtype;
        where the function raises TypeError or ValueError.
      UnknownError: where the function raises any other error.
    """
    _check_arguments("py_function", func, inp, Tout)
    if func is None:
        return _decorator(lambda called, args: py_function(called, args, Tout, name))
    given = [each if is_composite(each) else convert_to_tensor(each) for each in inp]
    flat, function = flatten(given), func
    if any(map(is_composite, given)):

        def function(*parts: Any) -> Any:
            return func(*pack(given, list(parts)))

    results = _called(function, flat, _result_types(Tout), name)
    return _grouped(Tout, _with_composites(Tout, results))


def _check_arguments(place: str, func: Any, inp: Any, wanted: Any) -> None:
    if wanted is None:
        raise TypeError(
            f"Missing required argument: 'Tout'\n  As a decorator, tf.{place} is given "
            f"it by name: @tf.{place}(Tout=tf.float32)"
        )
    if func is None and inp is not None:
        raise TypeError(
            f"Don't set the `inp` argument when using tf.{place} as a decorator "
            "(`func=None`)."
        )
    if func is not None and inp is None:
        raise TypeError(
            f"Missing argument `inp`: the list of arguments of the function. It may be "
            f"omitted only if tf.{place} is used as a decorator (`func=None`)."
        )
    if func is not None and not callable(func):
        raise ValueError(
            f"Expected func to be callable. Received func={func} of type {type(func)}."
        )


def _decorator(call: Callable[[Any, list[Any]], Any]) -> Callable[..., Any]:
    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def wrapper(*args: Any) -> Any:
            return call(function, list(args))

        return wrapper

    return decorate


def _result_types(wanted: Any) -> list[DType]:
    types: list[DType] = []
    for each in _specs(wanted):
        parts = each.components() if _is_composite_spec(each) else [each]
        types += [as_dtype(getattr(part, "dtype", part)) for part in parts]
    return types


def _specs(wanted: Any) -> list[Any]:
    if wanted is None:
        return []
    return list(wanted) if isinstance(wanted, (list, tuple)) else [wanted]


def _is_composite_spec(spec: Any) -> bool:
    return isinstance(spec, (RaggedTensorSpec, SparseTensorSpec))


def _with_composites(wanted: Any, results: Any) -> Any:
    """The results, with ragged and sparse tensors assembled from components."""
    specs = _specs(wanted)
    if not any(map(_is_composite_spec, specs)):
        return results
    parts, whole = iter(results), []
    for spec in specs:
        if _is_composite_spec(spec):
            given = [next(parts) for _ in spec.components()]
            whole.append(spec.with_components(given))
        else:
            whole.append(next(parts))
    return whole


def _grouped(wanted: Any, results: Any) -> Any:
    """A single result or a list, as requested; the Operation if there are none."""
    if isinstance(wanted, (list, tuple)) or not isinstance(results, list):
        return results
    return results[0] if results else None


def _called(
    function: Callable[..., Any],
    inputs: list[Any],
    types: list[DType],
    name: str | None,
) -> Any:
    attrs: dict[str, Any] = {
        "token": token_of(CalledFunction(function)),
        "Tin": [each.dtype for each in inputs],
        "Tout": types,
    }
    ambient = CURRENT.get()
    if ambient is not None and ambient.trace is not None:
        return apply_op("EagerPyFunc", [inputs], attrs, name)
    return _called_eagerly(inputs, attrs)


def _called_eagerly(inputs: list[Any], attrs: dict[str, Any]) -> list[EagerTensor]:
    """Like ``apply_op``, but the call, and so the function, is not cached."""
    arrays = EagerPyFunc.bind(attrs)(*[each._array for each in inputs])
    results = [wrap(array, dtype) for array, dtype in zip(arrays, attrs["Tout"])]
    ambient = CURRENT.get()
    for tape in () if ambient is None else ambient.tapes:
        tape.record("EagerPyFunc", inputs, BoundAttrs(attrs), results)
    return results


def numpy_function(
    func: Callable[..., Any] | None = None,
    inp: Any = None,
    Tout: Any = None,
    stateful: bool = True,
    name: str | None = None,
) -> Any:
    """Calls a Python function with NumPy arrays, eagerly or when a graph runs.

    No gradient flows through it. ``stateful=False`` declares that the function has no
    side effects, so that calls may be removed or merged. Without ``func`` it is a
    decorator.

    >>> tf.numpy_function(np.sinh, [tf.constant(0.0)], tf.float32).numpy()
    np.float32(0.0)

    Raises:
      TypeError: without ``Tout``, or with only one of ``func`` and ``inp``.
      ValueError: if ``func`` is not callable.
      InvalidArgumentError: while a graph runs: for another number of results, or one
        of another dtype; where the function raises TypeError or ValueError.
      UnknownError: while a graph runs: where the function raises any other error.
    """
    _check_arguments("numpy_function", func, inp, Tout)
    if func is None:
        return _decorator(
            lambda called, args: numpy_function(called, args, Tout, stateful, name)
        )
    ambient = CURRENT.get()
    if ambient is None or ambient.trace is None:
        found = func(*map(np.array, inp))
        results = list(map(convert_to_tensor, [] if found is None else flatten(found)))
        return None if found is None else results[0] if len(results) == 1 else results
    types = _result_types(Tout)
    inputs = [convert_to_tensor(each) for each in inp]
    attrs = {
        "token": token_of(CalledFunction(func)),
        "Tin": [each.dtype for each in inputs],
        "Tout": types,
    }
    op = "PyFunc" if stateful else "PyFuncStateless"
    results = apply_op(op, [inputs], attrs, name)
    return _grouped(Tout, results)


__all__ = ["numpy_function", "py_function"]
