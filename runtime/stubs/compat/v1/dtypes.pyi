# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from graphir.dtypes import DType as DType
from graphir.dtypes import as_dtype as as_dtype
from runtime.math.casting import cast as cast
from runtime.math.casting import saturate_cast as saturate_cast
from runtime.math.complex_numbers import complex as complex
from runtime.strings.elements import as_string as as_string
QUANTIZED_DTYPES: Any
bfloat16: Any
bool: Any
bool_: Any
complex128: Any
complex64: Any
double: Any
experimental: Any
float16: Any
float32: Any
float64: Any
half: Any
int16: Any
int32: Any
int64: Any
int8: Any
qint16: Any
qint32: Any
qint8: Any
quint16: Any
quint8: Any
resource: Any
string: Any
uint16: Any
uint32: Any
uint64: Any
uint8: Any
variant: Any
