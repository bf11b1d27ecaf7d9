"""Calls of ops that the generated tests try: inputs and attributes for every op.

Ops of an element-wise or reducing family get calls made from their signature; other
ops stand in the tables ``SAMPLES`` of the modules ``sample_*`` beside this one.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphir import dtypes
from graphir.dtypes import DType
from graphir.ops.contract.declaration import Op, _Absent
from graphir.ops.contract.families import Elementwise, Reduction, SameShape, Unary
from graphir.ops.contract.registry import declared, lookup

Array = Any


@cache
def samples() -> dict[str, list[Call]]:
    """The calls in the tables ``SAMPLES`` of the modules ``sample_*`` here."""
    found: dict[str, list[Call]] = {}
    for path in sorted(Path(__file__).parent.glob("sample_*.py")):
        module = import_module(f"tests.graphir.ops.{path.stem}")
        found.update(module.SAMPLES)
    return found


@dataclass(frozen=True)
class Call:
    """One call: arrays for each declared argument (lists where it takes several)."""

    inputs: tuple[Any, ...]
    attrs: dict[str, Any] = field(default_factory=dict)

    def flat(self) -> list[Array]:
        """One array a tensor."""
        result: list[Array] = []
        for each in self.inputs:
            result += (
                [np.asarray(item) for item in each]
                if isinstance(each, list)
                else [np.asarray(each)]
            )
        return result


PREFERRED = (
    dtypes.float64,
    dtypes.float32,
    dtypes.int32,
    dtypes.bool_,
    dtypes.complex128,
    dtypes.complex64,
    dtypes.int64,
    dtypes.uint8,
    dtypes.string,
)

# where an op is defined and smooth, if not on these defaults
DEFAULT_RANGES = ((0.2, 0.9), (1.1, 1.9), (0.2, 0.9))
RANGES = {
    "Acosh": ((1.2, 3.0),),
    "Betainc": ((0.5, 2.0), (0.5, 2.0), (0.2, 0.8)),
    "Zeta": ((1.5, 3.0), (0.5, 2.0)),
    "ReciprocalGrad": ((0.5, 2.0), (0.2, 0.9)),
}


def random_values(
    dtype: DType, shape: tuple[int, ...], rng: Any, limits: tuple[float, float]
) -> Array:
    """Elements of a type; floats between the limits."""
    if dtype.is_bool:
        return rng.integers(0, 2, shape).astype(bool)
    if dtype.is_integer or dtype.is_quantized:
        return rng.integers(1, 5, shape).astype(dtype.numpy_dtype)
    if dtype is dtypes.string:
        return rng.choice(np.array([b"a", b"bc", b""], object), shape)
    values = rng.uniform(*limits, shape)
    if dtype.is_complex:
        values = values + 1j * rng.uniform(0.1, 0.4, shape)
    return np.asarray(values).astype(dtype.numpy_dtype)


def rng_for(name: str) -> Any:
    """A generator that gives the same numbers for an op in every process."""
    return np.random.default_rng(zlib.crc32(name.encode()))


def allowed_types(declaration: type[Op]) -> tuple[DType, ...]:
    """The types of attribute T that NumPy can hold, those to try first first."""
    spec = declaration.declared().attrs.get("T")
    allowed = PREFERRED if spec is None or spec.allowed is None else spec.allowed
    first = [each for each in PREFERRED if each in allowed]
    rest = [
        each
        for each in allowed
        if each not in first and each.has_numpy and not each.is_quantized
    ]
    return tuple(first + rest) if spec is not None else ()


def family_calls(declaration: type[Op], dtype: DType | None = None) -> Iterator[Call]:
    """Calls made from the signature, for families with one shape rule."""
    if dtype is None:
        types = allowed_types(declaration)
        dtype = types[0] if types else None
    if issubclass(declaration, Reduction):
        for axes in ([0], [-1, 0], []):
            attrs = {"keep_dims": len(axes) == 1}
            yield Call((_values(declaration, dtype, (2, 3), 0), np.int32(axes)), attrs)
    elif issubclass(declaration, Unary):
        for shape in ((2, 3), (), (0, 2)):
            yield Call((_values(declaration, dtype, shape, 0),), extra(dtype))
    else:
        broadcast = ((2, 3), (3,), (2, 1)), ((), (2,), ()), ((0, 1), (3,), (1,))
        equal = ((2, 3),) * 3, ((),) * 3, ((0, 2),) * 3
        for shapes in equal if issubclass(declaration, SameShape) else broadcast:
            inputs = tuple(
                _values(declaration, dtype, shapes[index], index)
                for index in range(len(declaration.declared().inputs))
            )
            yield Call(inputs, extra(dtype))


def extra(dtype: DType | None) -> dict[str, Any]:
    """Result types that go with the argument's, for ops that have the attribute."""
    if dtype is None:
        return {}
    if dtype.is_complex:
        return {"Tout": dtype.real_dtype}
    return {"Tout": dtypes.complex128} if dtype is dtypes.float64 else {}


def is_of_family(declaration: type[Op]) -> bool:
    """Whether ``family_calls`` can make calls of the op."""
    inputs = declaration.declared().inputs
    if any(arg.is_list or not (arg.dtype or arg.type_name == "T") for arg in inputs):
        return issubclass(declaration, Reduction) and len(inputs) == 2
    if issubclass(declaration, Reduction):
        return len(inputs) == 2
    single = issubclass(declaration, Unary) and len(inputs) == 1
    return single or issubclass(declaration, (Elementwise, SameShape))


def _values(
    declaration: type[Op], dtype: DType | None, shape: tuple[int, ...], index: int
) -> Array:
    name = declaration.__name__
    arg = declaration.declared().inputs[index]
    limits = RANGES.get(name, DEFAULT_RANGES)[index]
    kind = arg.dtype or dtype
    assert kind is not None
    return random_values(kind, shape, rng_for(f"{name}{index}"), limits)


def x(*shape: int, seed: str = "x") -> Any:
    """Distinct floats between 0.2 and 0.9, in a random order."""
    count = int(np.prod(shape, dtype=np.int64))
    values = 0.2 + 0.7 * (np.arange(count) + 0.5) / max(count, 1)
    return rng_for(f"{seed}{shape}").permutation(values).reshape(shape)


def y(*shape: int) -> Any:
    """As x, in another order."""
    return x(*shape, seed="y")


def i(*values: Any) -> Any:
    """A vector of int32."""
    return np.array(values, np.int32)


def n(value: int) -> Any:
    """A scalar int32."""
    return np.int32(value)


def call(*inputs: Any, **attrs: Any) -> Call:
    """A call with these arguments and attributes."""
    return Call(inputs, attrs)


def has_kernel_here(declaration: type[Op]) -> bool:
    """Whether the declaration itself has a kernel."""
    return not (declaration.compute is None or isinstance(declaration.compute, _Absent))


def calls_of(declaration: type[Op]) -> list[Call]:
    """The calls to try; none if nobody wrote one."""
    if declaration.__name__ in samples():
        return samples()[declaration.__name__]
    return list(family_calls(declaration)) if is_of_family(declaration) else []


def all_calls() -> Iterator[Any]:
    """Every call, as parameters ``name`` and ``call`` of a test."""
    for declaration in declared():
        if has_kernel_here(declaration):
            for number, call in enumerate(calls_of(declaration)):
                name = declaration.__name__
                yield pytest.param(name, call, id=f"{name}-{number}")


def attrs_of(name: str, call: Call) -> dict[str, Any]:
    """The attributes that the op has."""
    known = lookup(name).declared().attrs
    return {key: value for key, value in call.attrs.items() if key in known}


def scalars_as_numpy_gives_them(arrays: list[Any]) -> list[Any]:
    """Arrays without axes as scalars: what NumPy's own functions return."""
    return [each[()] if each.ndim == 0 else each for each in arrays]
