"""Element types of native code: the supported dtypes and their LLVM types."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Final

from graphir import dtypes
from graphir.dtypes import DType


@dataclass(frozen=True, slots=True)
class Element:
    """One type of number, in registers and in memory."""

    kind: str
    """``f`` float, ``i`` signed, ``u`` unsigned, ``b`` bool."""
    bits: int
    register: str
    """The LLVM type of one number in a register."""
    memory: str
    """The LLVM type of one number in memory."""
    bytes: int
    name: str

    @property
    def computed(self) -> Element:
        """The type of its numbers in registers."""
        return F32 if self.bits == 16 and self.is_float else self

    @property
    def is_half(self) -> bool:
        """Whether it is computed in float32, and rounded."""
        return self.computed is not self

    def memory_suffix(self, lanes: int) -> str:
        """How LLVM's intrinsics call the type of so many numbers in memory."""
        return f"v{lanes}{_SUFFIXES.get(self.memory, self.memory)}"

    @property
    def is_float(self) -> bool:
        """Whether the numbers are floating-point."""
        return self.kind == "f"

    def text(self, lanes: int) -> str:
        """The LLVM type of so many numbers in a register."""
        return self.register if lanes == 1 else f"<{lanes} x {self.register}>"

    def memory_text(self, lanes: int) -> str:
        """The LLVM type of so many numbers in memory."""
        return self.memory if lanes == 1 else f"<{lanes} x {self.memory}>"

    def suffix(self, lanes: int) -> str:
        """How LLVM's intrinsics call the type."""
        letter = "f" if self.is_float else "i"
        return f"{letter}{self.bits}" if lanes == 1 else f"v{lanes}{letter}{self.bits}"

    def literal(self, number: float) -> str:
        """A number of this type as LLVM text.

        >>> F32.literal(1.0), I32.literal(-3), BOOL.literal(True)
        ('0x3FF0000000000000', '-3', 'true')
        """
        if self.kind == "b":
            return "true" if number else "false"
        if not self.is_float:
            return str(int(number))
        value = _rounded_to_float32(number) if self.bits == 32 else float(number)
        return f"0x{struct.pack('>d', value).hex().upper()}"


_SUFFIXES: Final = {"float": "f32", "double": "f64", "half": "f16"}


def _rounded_to_float32(number: float) -> float:
    try:
        rounded: float = struct.unpack(">f", struct.pack(">f", number))[0]
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")
    return rounded


F32: Final = Element("f", 32, "float", "float", 4, "float32")
F64: Final = Element("f", 64, "double", "double", 8, "float64")
F16: Final = Element("f", 16, "float", "half", 2, "float16")
BF16: Final = Element("f", 16, "float", "i16", 2, "bfloat16")
BOOL: Final = Element("b", 1, "i1", "i8", 1, "bool")
I8: Final = Element("i", 8, "i8", "i8", 1, "int8")
I16: Final = Element("i", 16, "i16", "i16", 2, "int16")
I32: Final = Element("i", 32, "i32", "i32", 4, "int32")
I64: Final = Element("i", 64, "i64", "i64", 8, "int64")
U8: Final = Element("u", 8, "i8", "i8", 1, "uint8")
U16: Final = Element("u", 16, "i16", "i16", 2, "uint16")
U32: Final = Element("u", 32, "i32", "i32", 4, "uint32")
U64: Final = Element("u", 64, "i64", "i64", 8, "uint64")

_BY_DTYPE: Final[dict[DType, Element]] = {
    dtypes.float32: F32,
    dtypes.float64: F64,
    dtypes.float16: F16,
    dtypes.bfloat16: BF16,
    dtypes.bool_: BOOL,
    dtypes.int8: I8,
    dtypes.int16: I16,
    dtypes.int32: I32,
    dtypes.int64: I64,
    dtypes.uint8: U8,
    dtypes.uint16: U16,
    dtypes.uint32: U32,
    dtypes.uint64: U64,
}


def element_of(dtype: DType) -> Element | None:
    """The element type of a dtype, or None if native code does not know it."""
    return _BY_DTYPE.get(dtype)


def as_bits(element: Element) -> Element:
    """The signed integer of the same width."""
    return I32 if element.bits == 32 else I64
