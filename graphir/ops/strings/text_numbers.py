"""Numbers parsed from text and formatted as text; base64; raw bytes to numbers."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any, Final

import numpy as np

from graphir.ops.contract.bounds import require_between
from graphir.ops.strings.strings import Strings, StringUnary, for_each
from graphir.shapes import UNKNOWN, Shape

_FLOAT: Final = re.compile(
    rb"[+-]?(\d+\.?\d*([eE][+-]?\d+)?|\.\d+([eE][+-]?\d+)?|inf(inity)?|nan"
    rb"|0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)([pP][+-]?\d+)?)$",
    re.IGNORECASE,
)
_WIDEST: Final = 1 << 16
"""Characters of a number, and its digits after the point, at most."""

_INTEGER: Final = re.compile(rb"[+-]?\d+$")


class StringToNumber(
    StringUnary,
    signature="""
        StringToNumber(string_tensor: string) -> (output: out_type)
        | out_type: type in [float,double,int32,int64,uint32,uint64] = float
    """,
):
    """The number that each string spells, ignoring spaces around it."""

    def compute(self, string_tensor: Any) -> Any:
        number = self._float if self.out_type.is_floating else self._integer
        return for_each(number, string_tensor, self.out_type.numpy_dtype)

    def _float(self, text: bytes) -> Any:
        stripped = text.strip()
        if not _FLOAT.match(stripped):
            raise self._refused(text)
        if b"x" in stripped.lower():
            return float.fromhex(stripped.decode())
        # through text: a float32 is rounded once, from the decimal
        return self.out_type.as_numpy_dtype(stripped.decode())

    def _integer(self, text: bytes) -> int:
        stripped = text.strip()
        number = int(stripped) if _INTEGER.match(stripped) else None
        if number is None or not self.out_type.min <= number <= self.out_type.max:
            raise self._refused(text)
        return number

    def _refused(self, text: bytes) -> Exception:
        shown = text.decode("utf-8", "replace")
        return self.invalid(
            f"StringToNumberOp could not correctly convert string: {shown}"
        )


class AsString(
    StringUnary,
    signature="""
        AsString(input: T) -> (output: string)
        | T: type in [float,double,int32,uint8,int16,int8,int64,bfloat16,uint16,half,
          uint32,uint64,complex64,complex128,bool,variant,string];
          precision: int = -1; scientific: bool = False; shortest: bool = False;
          width: int = -1; fill: string = ''
    """,
):
    """Each element as C's printf writes it."""

    def compute(self, input: Any) -> Any:
        array = np.asarray(input)
        self._check(array)
        result = np.empty(array.shape, object)
        for index in np.ndindex(array.shape):
            result[index] = self._text(array[index])
        return result

    def _check(self, array: Any) -> None:
        require_between(max(self.width, 0), 0, _WIDEST, "width")
        require_between(max(self.precision, 0), 0, _WIDEST, "precision")
        if self.fill not in (b"", b" ", b"-", b"+", b"0", b"#"):
            raise self.invalid(f'Fill argument not supported: "{self.fill.decode()}"')
        if self.scientific and self.shortest:
            raise self.invalid("Cannot select both scientific and shortest notation")
        is_inexact = self.T.is_floating or self.T.is_complex
        if not is_inexact and (self.scientific or self.shortest):
            raise self.invalid(
                f"scientific and shortest format not supported for datatype "
                f"{self.T.signature_name}"
            )
        if self.precision >= 0 and not is_inexact:
            raise self.invalid(
                f"precision not supported for datatype {self.T.signature_name}"
            )

    def _text(self, value: Any) -> bytes:
        if isinstance(value, bytes):
            return value
        if self.T.is_bool:
            return b"true" if value else b"false"
        if self.T.is_complex:
            real, imaginary = self._number(value.real), self._number(value.imag)
            return f"({real},{imaginary})".encode()
        return self._number(value).encode()

    def _number(self, value: Any) -> str:
        width = str(self.width) if self.width > -1 else ""
        flags = self.fill.decode()
        if self.T.is_unsigned:
            flags = flags.replace("+", "").replace(" ", "")
        if self.T.is_integer:
            return f"%{flags}{width}d" % int(value)
        kind = "e" if self.scientific else "g" if self.shortest else "f"
        precision = f".{self.precision}" if self.precision > -1 else ""
        number = float(value)
        if not np.isfinite(number):
            text = _not_finite(number)
            if flags in ("+", " ") and text[0] != "-":
                text = flags + text
            return f"%{flags.strip('0+ #')}{width}s" % text
        return f"%{flags}{width}{precision}{kind}" % number


def _not_finite(number: float) -> str:
    if np.isnan(number):
        return "-nan" if np.signbit(number) else "nan"
    return "inf" if number > 0 else "-inf"


class EncodeBase64(
    StringUnary,
    signature="EncodeBase64(input: string) -> (output: string) | pad: bool = False",
):
    """Bytes in the web-safe base64 alphabet."""

    def compute(self, input: Any) -> Any:
        def encode(each: bytes) -> bytes:
            text = base64.urlsafe_b64encode(each)
            return text if self.pad else text.rstrip(b"=")

        return for_each(encode, input)


class DecodeBase64(
    StringUnary, signature="DecodeBase64(input: string) -> (output: string)"
):
    """The bytes that web-safe base64 text stands for; padding may be missing."""

    def compute(self, input: Any) -> Any:
        return for_each(self._decode, input)

    def _decode(self, text: bytes) -> bytes:
        stripped = text.rstrip(b"=")
        if len(stripped) < len(text) and (len(text) % 4 or text.endswith(b"===")):
            raise self.invalid("Invalid character found in base64.")
        if not re.fullmatch(rb"[A-Za-z0-9_-]*", stripped) or len(stripped) % 4 == 1:
            raise self.invalid("Invalid character found in base64.")
        try:
            return base64.urlsafe_b64decode(stripped + b"=" * (-len(stripped) % 4))
        except binascii.Error as error:
            raise self.invalid(f"Invalid base64: {error}") from None


class RawBytes(Strings):
    """Strings read as the memory of numbers."""

    def _numbers(self, data: bytes) -> Any:
        dtype = self.out_type.numpy_dtype
        numbers = np.frombuffer(data, dtype)
        if self.little_endian or dtype.itemsize == 1:
            return numbers
        return numbers.byteswap()


class DecodeRaw(
    RawBytes,
    signature="""
        DecodeRaw(bytes: string) -> (output: out_type)
        | out_type: type in [half,float,double,int32,uint16,uint8,int16,int8,int64,
          complex64,complex128,bool,bfloat16]; little_endian: bool = True
    """,
    traits="for_each_element",
):
    """Strings of one length as vectors of numbers along a new last axis."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.__getattr__("bytes").shape
        return shape.concatenate([None])

    def compute(self, bytes: Any) -> Any:
        array = np.asarray(bytes, object)
        texts = array.ravel().tolist()
        lengths = {len(each) for each in texts}
        if len(lengths) > 1:
            raise self.invalid(
                f"DecodeRaw requires input strings to all be the same size, but found "
                f"sizes {sorted(lengths)}"
            )
        width = self.out_type.numpy_dtype.itemsize
        size = lengths.pop() if lengths else 0
        if size % width:
            raise self.invalid(
                f"Input to DecodeRaw has length {size} that is not a multiple of "
                f"{width}, "
                f"the size of {self.out_type.signature_name}"
            )
        numbers = self._numbers(b"".join(texts))
        return numbers.reshape(*array.shape, size // width)


class DecodePaddedRaw(
    RawBytes,
    signature="""
        DecodePaddedRaw(input_bytes: string, fixed_length: int32) -> (output: out_type)
        | out_type: type in [half,float,double,int32,uint16,uint8,int16,int8,int64,
          bfloat16]; little_endian: bool = True
    """,
):
    """DecodeRaw of strings that are cut or zero-padded to one length."""

    def infer_shape(self) -> Shape:
        length, shape = self.constant("fixed_length"), self.input_bytes.shape
        if length is None or shape.rank is None:
            return UNKNOWN
        width = self.out_type.numpy_dtype.itemsize
        result: Shape = shape.concatenate([int(length) // width])
        return result

    def compute(self, input_bytes: Any, fixed_length: Any) -> Any:
        size, width = int(fixed_length), self.out_type.numpy_dtype.itemsize
        if size <= 0:
            raise self.invalid(f"`fixed_length` must be greater than 0, got {size}")
        if size % width:
            raise self.invalid(
                f"`fixed_length` ({size}) must be a multiple of the size of out_type "
                f"({width})"
            )
        array = np.asarray(input_bytes, object)
        texts = [each[:size].ljust(size, b"\0") for each in array.ravel().tolist()]
        return self._numbers(b"".join(texts)).reshape(*array.shape, size // width)
