"""The types of an op's function in stub files, from the signature of the op."""

from __future__ import annotations

from keyword import iskeyword
from typing import Final

from graphir.ops.contract.registry import signature_of
from graphir.ops.contract.signature import REQUIRED, Arg, AttrSpec, Signature
from runtime.namespaces.raw_ops import argument_name

_ATTR_TYPES: Final = {
    "int": "int",
    "float": "float",
    "bool": "bool",
    "string": "str | bytes",
    "type": "DTypeLike",
    "shape": "ShapeLike",
    "tensor": "TensorLike",
    "func": "ConcreteFunction",
}


def parameter_types(op: str) -> dict[str, str]:
    """The type of each argument of the op's function, by its public name.

    >>> parameter_types("MatMul")["a"], parameter_types("MatMul")["transpose_a"]
    ('TensorLike', 'bool | None')
    """
    signature = _signature(op)
    found = {argument_name(op, arg.name): _input_type(arg) for arg in signature.inputs}
    for name, spec in signature.attrs.items():
        if name not in signature.inferred_attrs:
            found[argument_name(op, name)] = _attr_type(spec)
    return found | {"name": "str | None"}


def result_type(op: str) -> str:
    """The type of the op's result; several results are a named tuple.

    >>> result_type("MatMul"), result_type("Split"), result_type("TopKV2")
    ('Tensor', 'list[Tensor]', '_TopKV2')
    """
    outputs = _signature(op).outputs
    if len(outputs) > 1:
        return f"_{op}"
    return _output_type(outputs[0]) if outputs else "Operation | None"


def result_fields(op: str) -> dict[str, str]:
    """The types of an op's results by name; empty for fewer than two results.

    >>> result_fields("TopKV2"), result_fields("MatMul")
    ({'values': 'Tensor', 'indices': 'Tensor'}, {})
    """
    outputs = _signature(op).outputs
    if len(outputs) < 2:
        return {}
    return {_field(place, arg): _output_type(arg) for place, arg in enumerate(outputs)}


def _field(place: int, arg: Arg) -> str:
    """The name of a result in the tuple: where it can't be one, its number."""
    is_name = not iskeyword(arg.name) and not arg.name.startswith("_")
    return arg.name if is_name else f"_{place}"


def _signature(op: str) -> Signature:
    found = signature_of(op)
    if found is None:
        raise LookupError(f"no op is called {op}")
    return found


def _input_type(arg: Arg) -> str:
    return "Sequence[TensorLike]" if arg.is_list else "TensorLike"


def _output_type(arg: Arg) -> str:
    return "list[Tensor]" if arg.is_list else "Tensor"


def _attr_type(spec: AttrSpec) -> str:
    kind = _ATTR_TYPES[spec.kind]
    whole = f"Sequence[{kind}]" if spec.is_list else kind
    # None stands for the default
    return whole if spec.default is REQUIRED else f"{whole} | None"
