"""apply_op: the only way an op happens, eagerly or as a node of the current trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import count
from typing import Any, Final

from graphir.attributes import attrs_key
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError, OpError, ResourceExhaustedError
from graphir.ops.declaration import Op
from graphir.ops.inference import complete_attrs, output_dtypes
from graphir.ops.registry import lookup
from graphir.ops.signature import Signature
from runtime.composites import composite_within
from runtime.context import CURRENT
from runtime.conversion import convert_to_tensor
from runtime.errors import InaccessibleTensorError
from runtime.quiet import give_back, run_quietly, take_quiet_context
from runtime.tensor import EagerTensor, Tensor, wrap

_SERIALS: Final = count()
NO_ATTRS: Final[Mapping[str, Any]] = {}


def apply_op(
    op: str,
    inputs: Sequence[Any],
    attrs: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> Any:
    """Applies one op: computes it, or adds a node to the current trace.

    ``inputs`` has one entry for each declared argument, a list where the signature
    takes several tensors; what is no tensor is converted, numbers to the dtype that
    the other arguments set. Gives a tensor, a list for a list result, a tuple for
    several results; without result None, or the Operation while tracing.

    >>> from runtime.apply import apply_op
    >>> apply_op("Identity", [tf.constant(1)])
    <tf.Tensor: shape=(), dtype=int32, numpy=1>

    Raises:
      InvalidArgumentError: eager; dtypes, shapes or values that the op refuses.
      TypeError, ValueError: traced; dtypes and shapes that the op refuses.
    """
    ambient = CURRENT.get()
    if ambient is None:
        return _apply_eagerly(op, inputs, attrs or NO_ATTRS, ())
    if ambient.trace is None:
        return _apply_eagerly(op, inputs, attrs or NO_ATTRS, ambient.tapes)
    composite = composite_within(inputs)
    if composite is not None:
        return composite.apply(op, inputs, attrs or NO_ATTRS, name)
    return ambient.trace.apply(op, inputs, attrs or NO_ATTRS, name, ambient.tapes)


class BoundAttrs(dict[str, Any]):
    """The attributes of a bound call; keeps what was compiled for its gradients."""

    __slots__ = ("gradients", "serial")

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        super().__init__(attrs)
        self.gradients: Any = None
        self.serial = next(_SERIALS)
        """A number that no others have, even after these are gone."""


class BoundCall:
    """An op for given dtypes and attributes, ready to be called on arrays."""

    __slots__ = ("attrs", "dtypes", "is_leaf", "is_sequence", "kernel", "signature")

    def __init__(
        self, declaration: type[Op], inputs: Sequence[Any], attrs: Mapping[str, Any]
    ) -> None:
        self.signature: Signature = declaration.declared()
        self.attrs = BoundAttrs(complete_attrs(self.signature, inputs, attrs))
        self.dtypes: list[DType] = output_dtypes(self.signature, self.attrs)
        if not declaration.has_kernel():
            import_module("runtime.stateful_kernels")  # attaches kernels to such ops
        self.kernel: Callable[..., Any] = declaration.bind(self.attrs)
        # kernels of the runtime may apply ops themselves
        self.is_leaf = declaration.is_pure()
        outputs = self.signature.outputs
        self.is_sequence = len(outputs) != 1 or outputs[0].is_list

    def __call__(self, arrays: list[Any]) -> list[Any]:
        """The results as eager tensors, flat."""
        if self.is_leaf:
            context = take_quiet_context()
            try:
                result = context.run(self.kernel, *arrays)
            finally:
                give_back(context)
        else:
            result = self.kernel(*arrays)
        if not self.is_sequence:
            return [wrap(result, self.dtypes[0])]
        return [wrap(array, dtype) for array, dtype in zip(result or (), self.dtypes)]


_CALLS: Final[dict[Any, BoundCall]] = {}
_LIMIT: Final = 4096


def _apply_eagerly(
    op: str,
    inputs: Sequence[Any],
    attrs: Mapping[str, Any],
    tapes: tuple[Any, ...],
) -> Any:
    flat: list[Any] = []
    layout: list[Any] = []
    for each in inputs:
        if type(each) is EagerTensor:
            flat.append(each)
            layout.append(each.dtype.number)
        elif isinstance(each, (list, tuple)) and (
            _is_list(each) if each else _takes_list(op, len(layout))
        ):
            flat += each
            layout.append(tuple([tensor.dtype.number for tensor in each]))
        else:
            composite = composite_within(inputs)
            if composite is not None:
                return composite.apply(op, inputs, attrs, None)
            return _apply_eagerly(op, _made_eager(op, inputs, attrs), attrs, tapes)
    call = _bound_call(op, flat, tuple(layout), attrs)
    try:
        results = call([tensor._array for tensor in flat])
    except OpError as error:
        raise _named(error, op) from None
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        # the rule's own words instead of NumPy's
        raise _refused(op, flat, call, error) from None
    except MemoryError as error:
        raise exhausted(op, error) from None
    for tape in tapes:
        tape.record(op, flat, call.attrs, results)
    return group_results(call.signature, call.attrs, results)


def _made_eager(op: str, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> list[Any]:
    """The arguments converted; a symbolic tensor has no value here."""
    result = converted(op, inputs, attrs)
    for each in result:
        for tensor in each if isinstance(each, list) else (each,):
            if not isinstance(tensor, EagerTensor):
                raise InaccessibleTensorError(tensor.out_of_scope("eager code"))
    return result


def _takes_list(op: str, position: int) -> bool:
    """Whether the argument is several tensors, so that an empty list is none."""
    arguments = lookup(op).declared().inputs
    return position < len(arguments) and arguments[position].is_list


def _is_list(values: Sequence[Any]) -> bool:
    return all(type(each) is EagerTensor for each in values)


def _bound_call(
    op: str,
    flat: list[Any],
    layout: tuple[Any, ...],
    attrs: Mapping[str, Any],
) -> BoundCall:
    key: Any = (op, layout, tuple(attrs.items())) if attrs else (op, layout)
    try:
        found = _CALLS.get(key)
    except TypeError:
        key = (op, layout, attrs_key(attrs))
        found = _CALLS.get(key)
    if found is None:
        try:
            found = BoundCall(lookup(op), flat, attrs)
        except (TypeError, ValueError) as error:
            raise _wrong_dtype(op, flat, error) from None
        if len(_CALLS) >= _LIMIT:
            _CALLS.clear()
        _CALLS[key] = found
    return found


def group_results(
    signature: Signature, attrs: Mapping[str, Any], flat: Sequence[Any]
) -> Any:
    """Flat results as users see them: one, a list, or a tuple of these."""
    outputs = signature.outputs
    if len(outputs) == 1 and not outputs[0].is_list:
        return flat[0]
    grouped: list[Any] = []
    position = 0
    for each in outputs:
        if not each.is_list:
            grouped.append(flat[position])
            position += 1
            continue
        sizes = attrs[each.number_attr or each.type_name]
        count = sizes if isinstance(sizes, int) else len(sizes)
        grouped.append(list(flat[position : position + count]))
        position += count
    if not grouped:
        return None
    return grouped[0] if len(grouped) == 1 else tuple(grouped)


def converted(op: str, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> list[Any]:
    """The arguments as tensors; a number takes the dtype its type attribute has.

    Raises:
      TypeError: for a wrong number of arguments.
    """
    signature = lookup(op).declared()
    if len(inputs) != len(signature.inputs):
        raise TypeError(
            f"{op} takes {len(signature.inputs)} arguments, not {len(inputs)}."
        )
    known: dict[str, DType] = {
        key: value for key, value in attrs.items() if isinstance(value, DType)
    }
    usual = {
        name: attr.default
        for name, attr in signature.attrs.items()
        if isinstance(attr.default, DType)
    }
    pairs = list(zip(signature.inputs, inputs))
    for arg, value in pairs:
        for each in value if arg.is_list else (value,):
            if isinstance(each, Tensor):
                known.setdefault(arg.type_name, each.dtype.base_dtype)
    result: list[Any] = []
    for arg, value in pairs:
        items = value if arg.is_list else [value]
        tensors = []
        for position, each in enumerate(items):
            label = f"{arg.name}_{position}" if arg.is_list else arg.name
            dtype = arg.dtype or (
                None if arg.is_type_list else known.get(arg.type_name)
            )
            tensor = each
            if not isinstance(each, Tensor):
                # an empty list says nothing of its elements
                is_empty = isinstance(each, (list, tuple)) and not each
                hint = usual.get(arg.type_name) if is_empty else None
                tensor = convert_to_tensor(each, dtype, hint, label)
            known.setdefault(arg.type_name, tensor.dtype.base_dtype)
            tensors.append(tensor)
        result.append(tensors if arg.is_list else tensors[0])
    return result


# --- errors


def _named(error: OpError, op: str) -> OpError:
    suffix = f" [Op:{op}]"
    if suffix in error.message:
        return error.with_traceback(None)
    return type(error)(error.node_def, op, error.message + suffix)


def exhausted(op: str, error: MemoryError) -> OpError:
    """The error of an op whose result does not fit into memory."""
    shape = getattr(error, "shape", None)
    what = f" with shape[{','.join(map(str, shape))}]" if shape is not None else ""
    text = f"OOM when allocating tensor{what}: {error}"
    return _named(ResourceExhaustedError(None, op, text), op)


def _refused(op: str, flat: list[Any], call: BoundCall, error: Exception) -> OpError:
    """What the shape rule says against the inputs, else what the kernel said."""
    try:
        lookup(op).infer(flat, call.attrs)
    except OpError as refusal:
        return _named(refusal, op)
    except (TypeError, ValueError) as refusal:
        return _named(InvalidArgumentError(None, op, str(refusal)), op)
    shapes = ", ".join(f"{tensor.dtype.name}{tensor.shape}" for tensor in flat)
    text = f"{error} (inputs: {shapes})"
    return _named(InvalidArgumentError(None, op, text), op)


def _args_of(declared: Sequence[Any], count: int) -> list[Any]:
    """The argument that each of so many tensors belongs to; none if it is not clear."""
    lists = [arg for arg in declared if arg.is_list]
    if len(lists) > 1 or any(arg.is_type_list for arg in lists):
        return []
    spare = count - len(declared) + 1
    args = [[arg] * (spare if arg.is_list else 1) for arg in declared]
    found = [arg for each in args for arg in each]
    return found if len(found) == count else []


def _wrong_dtype(op: str, flat: Sequence[Any], error: Exception) -> OpError:
    expected: dict[str, DType] = {}
    args = _args_of(lookup(op).declared().inputs, len(flat))
    for position, (arg, tensor) in enumerate(zip(args, flat)):
        dtype = tensor.dtype
        wanted = arg.dtype or expected.setdefault(arg.type_name, dtype)
        if wanted is not dtype:
            text = (
                f"cannot compute {op} as input #{position}(zero-based) was expected to "
                f"be a {wanted.signature_name} tensor but is a {dtype.signature_name} "
                f"tensor"
            )
            return _named(InvalidArgumentError(None, op, text), op)
    return _named(InvalidArgumentError(None, op, str(error)), op)


__all__ = [
    "BoundAttrs",
    "BoundCall",
    "apply_op",
    "converted",
    "group_results",
    "run_quietly",
]
