"""`apply_op`: applies an op, eagerly or as a node of the current trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any, Final

from graphir.attachments import Attached
from graphir.attributes import attrs_key
from graphir.dtypes import DType
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.inference import complete_attrs, output_dtypes
from graphir.ops.contract.registry import lookup, signature_of
from graphir.ops.contract.signature import Signature
from runtime.context import CURRENT, Ambient
from runtime.errors import InaccessibleTensorError
from runtime.tensors.claiming import claimant_within
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.large_arrays import LEAST_BYTES, compute_large
from runtime.tensors.op_failures import failure, wrong_dtype
from runtime.tensors.quiet import (
    give_back,
    new_quiet_context,
    run_quietly,
    take_spare,
)
from runtime.tensors.tensor import EagerTensor, Tensor, wrap

_SERIALS: Final = count()
_WRAPPED: Attached[Callable[..., Any]] = Attached("eager call of an op of graphs")
NO_ATTRS: Final[Mapping[str, Any]] = {}


def apply_op(
    op: str,
    inputs: Sequence[Any],
    attrs: Mapping[str, Any] | None = None,
    name: str | None = None,
) -> Any:
    """Applies one op: computes it, or adds a node to the current trace.

    ``inputs`` has one entry for each declared argument, a list where the signature
    takes several tensors; arguments that are no tensors are converted, numbers to the
    dtype that the other arguments determine. Returns a tensor, a list for a list
    result, a tuple for several results; for an op without results None, or the
    Operation while tracing.

    >>> from runtime.apply import apply_op
    >>> apply_op("Identity", [tf.constant(1)])
    <tf.Tensor: shape=(), dtype=int32, numpy=1>

    Raises:
      InvalidArgumentError: eagerly, for dtypes, shapes or values that the op refuses.
      TypeError, ValueError: while tracing, for dtypes and shapes that the op refuses.
    """
    ambient = CURRENT.get()
    if ambient is None:
        return _apply_eagerly(op, inputs, attrs or NO_ATTRS, None)
    if ambient.trace is None:
        return _apply_eagerly(op, inputs, attrs or NO_ATTRS, ambient)
    claimant = claimant_within(inputs)
    if claimant is not None:
        return claimant.apply(op, inputs, attrs or NO_ATTRS, name)
    return ambient.trace.apply(op, inputs, attrs or NO_ATTRS, name, ambient.tapes)


if TYPE_CHECKING:

    def apply_single(
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any] | None = None,
        name: str | None = None,
    ) -> Tensor:
        """Calls ``apply_op`` for an op with one result and dense arguments."""
        ...

else:
    apply_single = apply_op


class BoundAttrs(dict[str, Any]):
    """The attributes of a bound call, with a cache of its compiled gradients."""

    __slots__ = ("gradients", "serial")

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        super().__init__(attrs)
        self.gradients: Any = None
        self.serial = next(_SERIALS)
        """A number that no others have, even after these are gone."""


class BoundCall:
    """An op bound to dtypes and attributes, ready to be called on arrays."""

    __slots__ = (
        "apply",
        "attrs",
        "dtypes",
        "is_leaf",
        "is_sequence",
        "kernel",
        "op",
        "signature",
    )

    def __init__(
        self, declaration: type[Op], inputs: Sequence[Any], attrs: Mapping[str, Any]
    ) -> None:
        self.op = declaration.__name__
        self.signature: Signature = declaration.declared()
        if self.signature.reference:
            raise RuntimeError(
                f"{self.signature.python_name} op does not support eager execution. "
                f"Arg '{self.signature.reference}' is a ref."
            )
        self.attrs = BoundAttrs(complete_attrs(self.signature, inputs, attrs))
        self.dtypes: list[DType] = output_dtypes(self.signature, self.attrs)
        if not declaration.has_kernel():
            import_module(declaration.kernel_package)  # attaches it
        if not declaration.has_kernel() and _takes_functions(self.signature):
            self.apply: Callable[..., Any] = _WRAPPED(self.op, self.attrs)
            return
        self.kernel: Callable[..., Any] = declaration.bind(self.attrs)
        self.is_leaf = declaration.is_pure()
        outputs = self.signature.outputs
        self.is_sequence = len(outputs) != 1 or outputs[0].is_list
        self.apply = (
            _applied_to_two(self, inputs[0].dtype)
            if self.is_leaf and _is_arithmetic(declaration, inputs, self.dtypes)
            else self._applied
        )
        """Takes the ambient, then flat eager tensors; returns grouped results. Raises
        errors with the op's name, and records the call on the tapes."""

    def _applied(self, ambient: Ambient | None, *flat: Any) -> Any:
        arrays = [tensor._array for tensor in flat]
        try:
            # kernels of the runtime may apply ops themselves
            run = run_quietly if self.is_leaf else _run
            made = run(self.kernel, *arrays)
            if self.is_sequence:
                made = made or ()
                _check_count(made, self.dtypes)
                results = list(map(wrap, made, self.dtypes))
            else:
                results = [wrap(made, self.dtypes[0])]
        except Exception as error:
            told = failure(self.op, flat, self.attrs, error)
            raise told from told.__cause__
        if ambient is not None:
            for tape in ambient.tapes:
                tape.record(self.op, flat, self.attrs, results)
        if not self.is_sequence:
            return results[0]
        return group_results(self.signature, self.attrs, results)


def _takes_functions(signature: Signature) -> bool:
    """Whether an attribute is a function, or several: only graphs run such ops."""
    return any(each.kind == "func" for each in signature.attrs.values())


def _check_count(arrays: Sequence[Any], dtypes: Sequence[DType]) -> None:
    if len(arrays) != len(dtypes):
        raise ValueError(f"The kernel gave {len(arrays)} results, not {len(dtypes)}.")


def _run(kernel: Callable[..., Any], *arrays: Any) -> Any:
    return kernel(*arrays)


def _is_arithmetic(
    declaration: type[Op], inputs: Sequence[Any], results: Sequence[DType]
) -> bool:
    """Whether a call combines two tensors of numbers, element by element."""
    dtypes = [*(each.dtype for each in inputs), *results]
    is_plain = all(each.is_numeric and not each.is_quantized for each in dtypes[:2])
    return len(dtypes) == 3 and is_plain and "elementwise" in declaration.all_traits()


def _applied_to_two(call: BoundCall, operand: DType) -> Callable[..., EagerTensor]:
    """``BoundCall.apply`` for two tensors and one result, in a microsecond."""
    op, attrs, kernel, dtype = call.op, call.attrs, call.kernel, call.dtypes[0]
    numpy_dtype = dtype.numpy_dtype
    # the size of a scalar is read in half the time of its bytes
    least_size = LEAST_BYTES // operand.size
    new, take, give = object.__new__, take_spare, give_back

    def apply(ambient: Ambient | None, x: EagerTensor, y: EagerTensor) -> EagerTensor:
        try:
            context = take()
        except IndexError:
            context = new_quiet_context()
        first = x._array
        try:
            if first.size < least_size:
                array = context.run(kernel, first, y._array)
            else:
                array = context.run(compute_large, kernel, first, y._array, numpy_dtype)
        except Exception as error:
            told = failure(op, (x, y), attrs, error)
            raise told from told.__cause__
        finally:
            give(context)
        result = new(EagerTensor)
        result._array = array
        result.dtype = dtype
        if ambient is not None:
            for tape in ambient.tapes:
                tape.record(op, (x, y), attrs, (result,))
        return result

    return apply


_CALLS: Final[dict[Any, BoundCall]] = {}
_LIMIT: Final = 4096


def _apply_eagerly(
    op: str,
    inputs: Sequence[Any],
    attrs: Mapping[str, Any],
    ambient: Ambient | None,
) -> Any:
    flat: list[Any] = []
    layout: list[Any] = []
    for each in inputs:
        if type(each) is EagerTensor:
            flat.append(each)
            layout.append(each.dtype.number)
        elif isinstance(each, (list, tuple)) and (
            _takes_list(op, len(layout)) and _is_list(each)
        ):
            flat += each
            layout.append(tuple([tensor.dtype.number for tensor in each]))
        else:
            claimant = claimant_within(inputs)
            if claimant is not None:
                return claimant.apply(op, inputs, attrs, None)
            return _apply_made(op, _made_eager(op, inputs, attrs), attrs, ambient)
    return bound_call(op, flat, tuple(layout), attrs).apply(ambient, *flat)


def _apply_made(
    op: str, inputs: list[Any], attrs: Mapping[str, Any], ambient: Ambient | None
) -> Any:
    """Applies the op to eager tensors, including instances of tensor subclasses."""
    call, flat = bound_to(op, inputs, attrs)
    return call.apply(ambient, *flat)


def bound_to(
    op: str, inputs: Sequence[Any], attrs: Mapping[str, Any]
) -> tuple[BoundCall, list[Any]]:
    """The bound op for eager tensors (one entry per argument), and the flat tensors."""
    flat: list[Any] = []
    layout: list[Any] = []
    for each in inputs:
        if isinstance(each, list):
            flat += each
            layout.append(tuple([tensor.dtype.number for tensor in each]))
        else:
            flat.append(each)
            layout.append(each.dtype.number)
    return bound_call(op, flat, tuple(layout), attrs), flat


def _made_eager(op: str, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> list[Any]:
    """The arguments converted; a symbolic tensor has no value here."""
    result = converted(op, inputs, attrs)
    for each in result:
        for tensor in each if isinstance(each, list) else (each,):
            if not isinstance(tensor, EagerTensor):
                raise InaccessibleTensorError(tensor.out_of_scope())
    return result


@cache
def _takes_list(op: str, position: int) -> bool:
    """Whether the argument is several tensors: else a list is one, stacked."""
    arguments = lookup(op).declared().inputs
    return position < len(arguments) and arguments[position].is_list


def _is_list(values: Sequence[Any]) -> bool:
    return all(type(each) is EagerTensor for each in values)


def bound_call(
    op: str,
    flat: list[Any],
    layout: tuple[Any, ...],
    attrs: Mapping[str, Any],
) -> BoundCall:
    """The bound op for tensors, shared by all calls with the same dtypes.

    ``layout`` has the number of the dtype for each argument, a tuple where the
    signature takes several tensors.

    Raises:
      InvalidArgumentError: if the op does not take these dtypes.
    """
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
            raise wrong_dtype(op, flat, error) from None
        if len(_CALLS) >= _LIMIT:
            _CALLS.clear()
        _CALLS[key] = found
    return found


def group_results(
    signature: Signature, attrs: Mapping[str, Any], flat: Sequence[Any]
) -> Any:
    """Groups flat results by the op's outputs: a tensor, a list, or a tuple of both."""
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
    """The arguments as tensors; a number gets the dtype of its type attribute.

    Raises:
      TypeError: for a wrong number of arguments.
    """
    signature = signature_of(op) or lookup(op).declared()
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
                # the usual type is taken where the value allows it, as in TensorFlow
                hint = usual.get(arg.type_name)
                tensor = convert_to_tensor(each, dtype, hint, label)
            known.setdefault(arg.type_name, tensor.dtype.base_dtype)
            tensors.append(tensor)
        result.append(tensors if arg.is_list else tensors[0])
    return result


__all__ = [
    "BoundAttrs",
    "BoundCall",
    "apply_op",
    "bound_call",
    "bound_to",
    "converted",
    "group_results",
    "run_quietly",
]
