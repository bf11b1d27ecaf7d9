# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from graphir.dtypes import DType as DType
from graphir.dtypes import as_dtype as as_dtype
from graphir.dtypes import bfloat16 as bfloat16
from graphir.dtypes import bool_ as _bool_
from graphir.dtypes import bool_ as bool_
from graphir.dtypes import complex128 as complex128
from graphir.dtypes import complex64 as complex64
from graphir.dtypes import float16 as _float16
from graphir.dtypes import float16 as float16
from graphir.dtypes import float32 as float32
from graphir.dtypes import float64 as _float64
from graphir.dtypes import float64 as float64
from graphir.dtypes import int16 as int16
from graphir.dtypes import int32 as int32
from graphir.dtypes import int64 as int64
from graphir.dtypes import int8 as int8
from graphir.dtypes import qint16 as qint16
from graphir.dtypes import qint32 as qint32
from graphir.dtypes import qint8 as qint8
from graphir.dtypes import quint16 as quint16
from graphir.dtypes import quint8 as quint8
from graphir.dtypes import resource as resource
from graphir.dtypes import string as string
from graphir.dtypes import uint16 as uint16
from graphir.dtypes import uint32 as uint32
from graphir.dtypes import uint64 as uint64
from graphir.dtypes import uint8 as uint8
from graphir.dtypes import variant as variant
from runtime.math.casting import cast as cast
from runtime.math.casting import saturate_cast as saturate_cast
from runtime.math.complex_numbers import complex as complex
from runtime.strings.elements import as_string as as_string
from runtime.stubs.dtypes import experimental as experimental
QUANTIZED_DTYPES: Any
bool = _bool_
double = _float64
half = _float16
