"""Signatures: functions of a model with named tensors as inputs and outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from runtime.functions.bound_function import BoundFunction
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.saved_model.loaded_functions import RestoredFunction
from runtime.saved_model.loaded_objects import SignatureMap
from runtime.saved_model.structures import written_structure
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.structure import is_composite
from runtime.tensors.symbolic_tensor import SymbolicTensor

DEFAULT: Final = "serving_default"
_OF_OBJECT: Final = "_default_save_signature"
"""The attribute of an object with its default signature."""


def signature_map(held: Mapping[str, Any], signatures: Any) -> SignatureMap:
    """The passed signatures, or the signature of the object's default function.

    Raises:
      ValueError: for an object that is no function, or a function whose results are not
        tensors.
    """
    given = signatures
    if given is None:
        found = _default_signature(held)
        given = {} if found is None else found
    if not isinstance(given, Mapping):
        given = {DEFAULT: given}
    made = SignatureMap()
    for name, function in given.items():
        made.add(name, _wrapper(name, function))
    return made


def _default_signature(held: Mapping[str, Any]) -> Any:
    """The signature that the object names, or its only candidate, or None."""
    named = held.get(_OF_OBJECT)
    if _concrete(named) is not None:
        return named
    # one that gives nothing answers no request
    found = []
    for each in held.values():
        concrete = None if _is_loaded_trace(each) else _concrete(each)
        if concrete is not None and concrete.outputs and _named_outputs(concrete):
            found.append(concrete)
    return found[0] if len(found) == 1 else None


def _is_loaded_trace(value: Any) -> bool:
    """Whether it is a trace from a file, which says no more what it was there for."""
    if not isinstance(value, ConcreteFunction):
        return False
    return value.structured_outputs is not value.result_tensors


def _concrete(function: Any) -> ConcreteFunction | None:
    if isinstance(function, ConcreteFunction):
        return function
    if isinstance(function, RestoredFunction):
        if function.input_signature is None:
            return None
        traces = function._list_all_concrete_functions()
        return traces[0] if len(traces) == 1 else None
    if isinstance(function, (Function, BoundFunction)):
        if function.input_signature is None:
            return None
        return function.get_concrete_function()
    return None


def _wrapper(name: str, function: Any) -> ConcreteFunction:
    """The function by names alone."""
    concrete = _concrete(function)
    if concrete is None:
        raise ValueError(
            "Expected a TensorFlow function for which to generate a signature, but got "
            f"{function} for the signature {name!r}. Only `tf.functions` with an input "
            "signature or concrete functions can be used as a signature."
        )
    _check_outputs(name, concrete)
    names = _input_names(concrete)

    def signature_wrapper(**kwargs: Any) -> Any:
        results = concrete.call_with([kwargs[each] for each in names])
        return _normalized(results)

    title = f"signature_wrapper_{concrete.trace.name}"
    specs = {
        each: TensorSpec(tensor.shape, tensor.dtype, each)
        for each, tensor in zip(names, concrete.inputs)
    }
    wrapped = Function(signature_wrapper, title)
    return wrapped.get_concrete_function(**dict(sorted(specs.items())))


def _check_outputs(name: str, concrete: ConcreteFunction) -> None:
    results = concrete.result_tensors
    # no result at all is said with the name that a single one has
    named = {"output_0": None} if results is None else _normalized(results)
    source = f"the output of the function {concrete.name} used to generate the "
    source += f"SavedModel signature {name!r}."
    for key, value in named.items():
        if not isinstance(key, str):
            raise ValueError(
                f"Got a dictionary with a non-string key {key!r} in {source}"
            )
        if not _is_result(value):
            raise ValueError(
                f"Got a non-Tensor value {value!r} for key {key!r} in {source} "
                "Outputs for functions used as signatures must be a single Tensor, a "
                "sequence of Tensors, or a dictionary from string to Tensor."
            )


def _input_names(concrete: ConcreteFunction) -> list[str]:
    count = len(concrete.inputs) - len(concrete.captured_inputs)
    names: list[str] = []
    repeated: dict[str, int] = {}
    for tensor in concrete.inputs[:count]:
        node = tensor.value.node
        given = node.attrs.get("_user_specified_name")
        base = given.decode() if isinstance(given, bytes) else node.name
        name = base
        while name in names:  # parts of one argument share its name
            repeated[base] = repeated.get(base, 0) + 1
            name = f"{base}_{repeated[base]}"
        names.append(name)
    return names


def _named_outputs(concrete: ConcreteFunction) -> dict[Any, Any] | None:
    """The results by name, or None if they cannot have names."""
    found = _normalized(concrete.result_tensors)
    if not all(isinstance(key, str) for key in found):
        return None
    return found if all(map(_is_result, found.values())) else None


def _is_result(value: Any) -> bool:
    """Whether it is a tensor, or a composite of tensors that can be saved."""
    if not is_composite(value) or not hasattr(value, "_type_spec"):
        return isinstance(value, SymbolicTensor)
    try:
        written_structure(value._type_spec)
    except NotImplementedError:
        return False
    return True


def _normalized(results: Any) -> dict[Any, Any]:
    if isinstance(results, Mapping):
        return dict(results)
    if results is None:
        return {}
    if isinstance(results, (list, tuple)):
        return {f"output_{index}": each for index, each in enumerate(results)}
    return {"output_0": results}


__all__ = ["DEFAULT", "signature_map"]
