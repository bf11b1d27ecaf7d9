"""Specs of functions in a SavedModel: their parameters, and their results."""

from __future__ import annotations

import inspect
import re
from typing import Any

from runtime.saved_model.function_specs import FunctionSpec
from runtime.saved_model.loaded_functions import RestoredFunction
from runtime.saved_model.structures import written_structure
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.structure import children, is_composite, labels_of, rebuild
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.type_spec import TypeSpec

Message = Any


def fill_spec(message: Message, function: Any) -> None:
    """Writes the parameters of a function of Python, or of a loaded one."""
    if isinstance(function, RestoredFunction):
        _copy_spec(message, function.function_spec)
        return
    told = _declared_by_decorator(function.python_function)
    full = told or inspect.getfullargspec(inspect.unwrap(function.python_function))
    names = list(full.args)
    declared = function._declaration
    has_object = declared.is_method or _is_bound(function.python_function)
    if has_object and (told is None or names[:1] == ["self"]):
        names = names[1:]
    defaults = full.defaults
    spec = {
        "args": names,
        "varargs": full.varargs,
        "varkw": full.varkw,
        "defaults": None if defaults is None else tuple(map(_plain, defaults)),
        "kwonlyargs": list(full.kwonlyargs),
        "kwonlydefaults": {
            key: _plain(value) for key, value in (full.kwonlydefaults or {}).items()
        }
        or None,
    }
    if function.input_signature is not None:
        _close(spec, len(function.input_signature))
    fill_full_spec(message, spec, function.input_signature)
    if declared.jit_compile is not None:
        message.jit_compile = 1 if declared.jit_compile else 2


def _declared_by_decorator(function: Any) -> inspect.FullArgSpec | None:
    """The arguments that the outermost decorator declares which declares any."""
    while function is not None:
        decorator = getattr(function, "_tf_decorator", None)
        told = getattr(decorator, "decorator_argspec", None)
        if isinstance(told, inspect.FullArgSpec):
            return told
        function = getattr(function, "__wrapped__", None)
    return None


def _close(spec: dict[str, Any], count: int) -> None:
    """Replaces ``*rest`` by the arguments of an input signature; no others follow."""
    names, rest = spec["args"], spec["varargs"]
    missing = range(count - len(names)) if rest is not None else ()
    spec["args"] = [*names, *(f"{rest}_{index}" for index in missing)]
    spec["varargs"] = spec["varkw"] = None


def _is_bound(function: Any) -> bool:
    """Whether an object stands for the first parameter, here or below wrappers."""
    while not inspect.ismethod(function):
        if not hasattr(function, "__wrapped__"):
            return False
        function = function.__wrapped__
    return True


def _copy_spec(message: Message, spec: FunctionSpec) -> None:
    fields = {
        "args": spec.names,
        "varargs": spec.varargs,
        "varkw": spec.keyword_rest,
        "defaults": tuple(spec.defaults) or None,
        "kwonlyargs": spec.keyword_names,
        "kwonlydefaults": spec.keyword_defaults or None,
    }
    fill_full_spec(message, fields, spec.input_signature)


def _plain(value: Any) -> Any:
    """A default in a form that can be saved, or None."""
    try:
        written_structure(value)
    except NotImplementedError:
        return None
    return value


def fill_full_spec(
    message: Message, spec: dict[str, Any], input_signature: Any = None
) -> None:
    """Writes parameters under the names that ``inspect.FullArgSpec`` has for them."""
    part = message.fullargspec.named_tuple_value
    part.name = "FullArgSpec"
    empty: dict[str, Any] = {
        "args": [],
        "varargs": None,
        "varkw": None,
        "defaults": None,
        "kwonlyargs": [],
        "kwonlydefaults": None,
        "annotations": {},
    }
    for key, value in {**empty, **spec}.items():
        part.values.add(key=key).value.CopyFrom(written_structure(value))
    if input_signature is not None:
        input_signature = tuple(input_signature)
    message.input_signature.CopyFrom(written_structure(input_signature))


def output_specs(structured: Any) -> Any:
    """The specs of the results of a function, named by their places among them.

    >>> one = tf.function(lambda: {"sums": [1.0]}).get_concrete_function()
    >>> output_specs(one.result_tensors)
    {'sums': [TensorSpec(shape=(), dtype=tf.float32, name='sums_0')]}

    Raises:
      NotImplementedError: for a result that cannot be saved.
    """
    found = _specs_at(structured, ())
    written_structure(found)
    return found


def _specs_at(value: Any, path: tuple[str, ...]) -> Any:
    if isinstance(value, SymbolicTensor):
        return TensorSpec(value.shape, value.dtype, _result_name("_".join(path)))
    if is_composite(value) and not isinstance(value, TypeSpec):
        if not hasattr(value, "_type_spec"):
            raise NotImplementedError(f"{type(value)} in the results of a function")
        return value._type_spec
    if isinstance(value, (list, tuple, dict)):
        parts = zip(labels_of(value), children(value))
        return rebuild(value, [_specs_at(e, (*path, str(key))) for key, e in parts])
    return value


def _result_name(path: str) -> str:
    """A name of letters, digits and underscores that begins with a letter."""
    name = re.sub(r"\W", "_", path.lower()) or "unknown"
    return name if name[0].isalpha() else f"tensor_{name}"


__all__ = ["fill_full_spec", "fill_spec", "output_specs"]
