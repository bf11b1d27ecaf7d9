"""Fingerprints of pipelines: equal for pipelines with the same elements.

A fingerprint names a snapshot's folder, in later processes too. So everything that the
elements depend on is hashed: ops, settings and arrays, the functions with all functions
that they call, and Python functions by their code and the values in their closures.
Names of nodes and of functions are not hashed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial, singledispatch
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final

import numpy as np

from graphir.analysis.order import topological_order
from graphir.attributes import NOTES, FunctionRef, TensorValue
from graphir.dtypes import DType
from graphir.function import FunctionLibrary
from graphir.node import Node, Value
from graphir.ops.datasets import queries
from graphir.ops.state.python_calls import PythonToken
from graphir.shapes import Shape
from runtime.data.stages.python_generators import PythonSource
from runtime.data.stages.stage import Stage
from runtime.executor.kernels.kernels import LinkedFunction
from runtime.stateful_kernels.attaching import kernel
from runtime.tensors.tensor import EagerTensor

_UNCOUNTED: Final = NOTES | {"metadata"}
"""Attributes that do not change the elements."""


def fingerprint_of(dataset: Stage) -> int:
    """A 64-bit hash, the same for equal pipelines."""
    digest = hashlib.blake2b(_stage(dataset).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little")


def _stage(stage: Stage) -> str:
    attrs = _attrs(stage.attrs, _Scope())
    inputs = [f"{key}={_input(each)}" for key, each in stage.inputs.items()]
    return f"{stage.op}({attrs}; {', '.join(inputs)})"


def _input(value: Any) -> str:
    if isinstance(value, Stage):
        return _stage(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_input, value))}]"
    return _array(value) if isinstance(value, np.ndarray) else _plain(value)


def _array(value: np.ndarray[Any, Any]) -> str:
    if value.dtype == object:
        return f"{value.shape}{[_input(each) for each in value.ravel().tolist()]}"
    digest = hashlib.blake2b(np.ascontiguousarray(value).tobytes()).hexdigest()
    return f"{value.dtype}{value.shape}{digest}"


def _plain(value: Any) -> str:
    """A number or text; of a resource, such as a variable, the kind alone."""
    plain = (int, float, complex, str, bytes, bool, np.generic, type(None))
    return repr(value) if isinstance(value, plain) else type(value).__name__


# --- functions of graphs


@dataclass(frozen=True)
class _Scope:
    """Where a name of a function is looked up, and the functions it stands in."""

    library: FunctionLibrary = field(default_factory=FunctionLibrary)
    around: tuple[str, ...] = ()


def _attrs(attrs: Mapping[str, Any], scope: _Scope) -> str:
    names = sorted(name for name in attrs if name not in _UNCOUNTED)
    return ", ".join(f"{name}={_attr(attrs[name], scope)}" for name in names)


def _attr(value: Any, scope: _Scope) -> str:
    if isinstance(value, LinkedFunction):
        return _function(value.reference, _Scope(value.functions))
    if isinstance(value, FunctionRef):
        return _function(value, scope)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join([_attr(each, scope) for each in value])}]"
    if isinstance(value, PythonToken):
        return _callback(value)
    if isinstance(value, TensorValue):
        return f"{value.dtype.name}{_array(value.array)}{value.raw!r}"
    return str(value) if isinstance(value, (DType, Shape)) else _plain(value)


def _function(reference: FunctionRef, scope: _Scope) -> str:
    """The nodes of a function by their places; one that calls itself, by its depth."""
    name = reference.name
    if name in scope.around:
        return f"@{scope.around.index(name)}"
    if name not in scope.library:
        return name
    body = scope.library[name].body
    inner = _Scope(scope.library, (*scope.around, name))
    place: dict[Node, int] = {}
    for node in (*[each.node for each in body.inputs], *topological_order(body)):
        place.setdefault(node, len(place))
    nodes = [_node(each, place, inner) for each in place]
    results = [_value(each, place) for each in body.outputs]
    return (
        f"function({'; '.join(nodes)} -> {results}, {_attrs(reference.attrs, scope)})"
    )


def _node(node: Node, place: Mapping[Node, int], scope: _Scope) -> str:
    """The op, its attributes, and the places of its inputs and control inputs."""
    inputs = [_value(each, place) for each in node.inputs]
    waits = sorted(place[each] for each in node.control_inputs)
    is_call = node.op in scope.library
    op = _function(FunctionRef(node.op), scope) if is_call else node.op
    return f"{op}({_attrs(node.attrs, scope)}){inputs}{waits}"


def _value(value: Value, place: Mapping[Node, int]) -> str:
    return f"{place[value.node]}:{value.index}"


# --- functions of Python


class _Unknown(Exception):
    """A value that says nothing about itself."""


def _callback(token: PythonToken) -> str:
    """The code of the function; its name in this process, if that is not enough."""
    try:
        return python_text(token.callback)
    except (_Unknown, RecursionError):
        return repr(bytes(token))


@singledispatch
def python_text(value: Any) -> str:
    """A text for a value that a Python function uses, equal in every process.

    Raises:
      _Unknown: for an object that no text identifies.
    """
    function = getattr(value, "function", None)
    if function is None:
        raise _Unknown
    return python_text(function)  # a callback


@python_text.register(int)
@python_text.register(float)
@python_text.register(complex)
@python_text.register(str)
@python_text.register(bytes)
@python_text.register(np.generic)
@python_text.register(type(None))
@python_text.register(type(Ellipsis))
def _of_plain(value: Any) -> str:
    return f"{type(value).__name__} {value!r}"


@python_text.register
def _of_array(value: np.ndarray) -> str:
    return _array(value)


@python_text.register
def _of_tensor(value: EagerTensor) -> str:
    return _array(np.asarray(value.numpy()))


@python_text.register
def _of_source(value: PythonSource) -> str:
    return f"source {python_text(value.function)}"


@python_text.register(type)
@python_text.register(BuiltinFunctionType)
@python_text.register(np.ufunc)
def _of_named(value: Any) -> str:
    module = getattr(value, "__module__", "")
    return f"{module}.{getattr(value, '__qualname__', value.__name__)}"


@python_text.register
def _of_module(value: ModuleType) -> str:
    return f"module {value.__name__}"


@python_text.register(list)
@python_text.register(tuple)
def _of_sequence(value: Any) -> str:
    return f"{type(value).__name__}[{_joined(value)}]"


@python_text.register(set)
@python_text.register(frozenset)
def _of_set(value: Any) -> str:
    return f"set[{sorted(map(python_text, value))}]"


@python_text.register
def _of_dict(value: dict) -> str:  # type: ignore[type-arg]  # dispatch takes the class
    return f"dict[{_joined(value)}: {_joined(value.values())}]"


@python_text.register
def _of_partial(value: partial) -> str:  # type: ignore[type-arg]  # as above
    return f"partial[{_joined((value.func, value.args, value.keywords))}]"


@python_text.register
def _of_method(value: MethodType) -> str:
    return f"method[{_joined((value.__func__, value.__self__))}]"


@python_text.register
def _of_code(value: CodeType) -> str:
    """Without names of files and numbers of lines."""
    parts = (value.co_code, value.co_consts, value.co_names, value.co_varnames)
    return f"code[{_joined(parts)}]"


@python_text.register
def _of_function(value: FunctionType) -> str:
    cells = [each.cell_contents for each in value.__closure__ or ()]
    known = value.__globals__
    used = {name: known[name] for name in value.__code__.co_names if name in known}
    kept = {
        name: each for name, each in used.items() if not isinstance(each, FunctionType)
    }
    called = [each.__code__ for each in used.values() if isinstance(each, FunctionType)]
    parts = (value.__code__, cells, value.__defaults__, value.__kwdefaults__)
    return f"function[{_joined((*parts, kept, called))}]"


def _joined(values: Iterable[Any]) -> str:
    return ", ".join(map(python_text, values))


@kernel(queries.DatasetFingerprint)
def _fingerprint(dataset: Stage) -> Any:
    return np.uint64(fingerprint_of(dataset))


__all__ = ["fingerprint_of"]
