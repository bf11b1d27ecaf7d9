"""``tf.raw_ops``: every op as a function of keyword arguments, created on first use."""

from __future__ import annotations

import inspect
import keyword
from collections import namedtuple
from collections.abc import Callable
from typing import Any as _Any
from typing import Final

import numpy as np

from graphir.attributes import TensorValue
from graphir.dtypes import as_dtype
from graphir.ops.contract.registry import (
    did_you_mean,
    is_op,
    known_lines,
    lookup,
    op_has,
    signature_of,
)
from graphir.ops.contract.signature import REQUIRED, AttrSpec, Signature
from graphir.shapes import Shape as _Shape
from runtime.apply import apply_op
from runtime.tensors.conversion import convert_to_tensor

_PUBLIC_NAMES: Final = {
    ("ExpandDims", "dim"): "axis",
    ("Select", "t"): "x",
    ("Select", "e"): "y",
    ("Split", "split_dim"): "axis",
    ("SplitV", "split_dim"): "axis",
    ("Squeeze", "squeeze_dims"): "axis",
    ("Where", "input"): "condition",
}
"""Arguments that TensorFlow's functions call otherwise than its op list."""


def argument_name(op: str, arg: str) -> str:
    """The name under which the function of an op takes an argument.

    >>> argument_name("Sum", "reduction_indices"), argument_name("Sum", "input")
    ('axis', 'input')
    """
    if arg == "reduction_indices" and op_has(op, "reduction"):
        return "axis"
    return _PUBLIC_NAMES.get((op, arg), arg)


def __getattr__(name: str) -> Callable[..., _Any]:
    # an op that TensorFlow does not have is known once its family is imported; names
    # of ops begin with a capital letter
    signature = signature_of(name) if name[0].isupper() or is_op(name) else None
    if signature is None:
        hint = "" if name.startswith("_") else did_you_mean(name)
        raise AttributeError(
            f"module 'runtime.raw_ops' has no attribute {name!r}.{hint}".rstrip(".")
        )
    function = _function(name, signature)
    globals()[name] = function
    return function


def __dir__() -> list[str]:
    return sorted(known_lines())


def _function(op: str, signature: Signature) -> Callable[..., _Any]:
    declared = [arg.name for arg in signature.inputs]
    declared += [
        attr for attr in signature.attrs if attr not in signature.inferred_attrs
    ]
    public = {argument_name(op, each): each for each in declared}
    keys = [*public, "name"]
    required = [each for each in declared if _is_required(signature, each)]

    def raw_op(*args: _Any, name: str | None = None, **given: _Any) -> _Any:
        if args:
            raise TypeError(
                f"{op} only takes keyword args (possible keys: {keys}). Please pass "
                f"these args as kwargs instead."
            )
        unknown = sorted(set(given) - set(public))
        if unknown:
            raise TypeError(f"{op}() got an unexpected keyword argument {unknown[0]!r}")
        values = {public[key]: value for key, value in given.items()}
        missing = [name for name in required if name not in values]
        if missing:
            raise TypeError(f"{op}() missing required keyword arguments: {missing}")
        attrs = {
            key: attr_value(signature.attrs[key], value)
            for key, value in values.items()
            if key in signature.attrs and value is not None
        }
        inputs = [values[arg.name] for arg in signature.inputs]
        attrs.update(_counts(signature, inputs))
        attrs.update(_dtypes(signature, inputs))
        return _named_results(op, signature, apply_op(op, inputs, attrs, name))

    raw_op.__name__ = raw_op.__qualname__ = op
    raw_op.__doc__ = _documentation(op, signature, keys)
    shown = inspect.Signature(_parameters(signature, public))
    raw_op.__signature__ = shown  # type: ignore[attr-defined]  # read by inspect
    return raw_op


def _counts(signature: Signature, inputs: list[_Any]) -> dict[str, int]:
    """How many tensors each list has, which a row of all of them does not tell."""
    several = [arg for arg in signature.inputs if arg.number_attr]
    if len(several) < 2:
        return {}
    return {
        arg.number_attr: len(value)
        for arg, value in zip(signature.inputs, inputs, strict=True)
        if arg.number_attr and isinstance(value, (list, tuple))
    }


def _dtypes(signature: Signature, inputs: list[_Any]) -> dict[str, list[_Any]]:
    """The dtypes of each list: they tell where one ends and the next one begins.

    Converts the elements of these lists in place.
    """
    places = [n for n, arg in enumerate(signature.inputs) if arg.is_type_list]
    if len(places) < 2:
        return {}
    found = {}
    for place in places:
        inputs[place] = [convert_to_tensor(each) for each in inputs[place]]
        dtypes = [each.dtype.base_dtype for each in inputs[place]]
        found[signature.inputs[place].type_name] = dtypes
    return found


def _is_required(signature: Signature, name: str) -> bool:
    spec = signature.attrs.get(name)
    return spec is None or spec.default is REQUIRED


def _parameters(signature: Signature, public: dict[str, str]) -> list[_Any]:
    """As TensorFlow shows them: what has a default comes last."""
    attrs = signature.attrs
    required, optional = [], []
    for name, declared in public.items():
        if _is_required(signature, declared):
            required.append(_parameter(name))
        else:
            default = _shown_default(attrs[declared].default)
            optional.append(_parameter(name, default))
    return [*required, *optional, _parameter("name", None)]


def _parameter(name: str, default: _Any = inspect.Parameter.empty) -> _Any:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    if not name.isidentifier() or keyword.iskeyword(name):
        name += "_"
    return inspect.Parameter(name, kind, default=default)


def _shown_default(value: _Any) -> _Any:
    if isinstance(value, (list, tuple)):
        return [_shown_default(each) for each in value]
    if isinstance(value, _Shape):
        return None if value.rank is None else value.as_list()
    if isinstance(value, float):
        return float(str(np.float32(value)))  # attributes are float32
    return value.decode() if isinstance(value, bytes) else value


def attr_value(spec: AttrSpec, value: _Any) -> _Any:
    """Converts an attribute from the user's form to the form that ops store.

    >>> from graphir.ops.contract.signature import AttrSpec
    >>> from runtime.raw_ops import attr_value
    >>> attr_value(AttrSpec("padding", "string"), "SAME")
    b'SAME'
    """
    if spec.is_list:
        one = AttrSpec(spec.name, spec.kind)
        return [attr_value(one, each) for each in value]
    if spec.kind == "func":
        # a concrete function; its captures are inputs of the op
        convert = getattr(value, "__op_attribute__", None)
        return value if convert is None else convert()
    if spec.kind == "string":
        return value.encode() if isinstance(value, str) else value
    if spec.kind == "type":
        return as_dtype(value)
    if spec.kind == "shape":
        return _Shape(value)
    if spec.kind == "tensor" and not isinstance(value, TensorValue):
        tensor = convert_to_tensor(value)
        return TensorValue(tensor.constant_value(), tensor.dtype)
    converters: dict[str, Callable[[_Any], _Any]] = {
        "int": int,
        "float": float,
        "bool": bool,
    }
    convert = converters.get(spec.kind)
    return value if convert is None else convert(value)


def _named_results(op: str, signature: Signature, results: _Any) -> _Any:
    if len(signature.outputs) < 2:
        return results
    kind = namedtuple(op, [arg.name for arg in signature.outputs], rename=True)  # type: ignore[misc]  # the fields are those of the op
    return kind(*results)


def _documentation(op: str, signature: Signature, keys: list[str]) -> str:
    try:
        first = lookup(op).__doc__ or ""
    except LookupError:
        first = "An op that can be written into graphs but has no kernel here."
    return f"{first}\n\n    {signature}\n\nKeyword arguments: {', '.join(keys)}."
