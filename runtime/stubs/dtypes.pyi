# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from runtime.math.casting import cast as cast
from runtime.math.casting import saturate_cast as saturate_cast
from runtime.math.complex_numbers import complex as complex
from runtime.namespaces.dtypes import DType as DType
from runtime.namespaces.dtypes import QUANTIZED_DTYPES as QUANTIZED_DTYPES
from runtime.namespaces.dtypes import as_dtype as as_dtype
from runtime.namespaces.dtypes import bfloat16 as bfloat16
from runtime.namespaces.dtypes import bool_ as bool_
from runtime.namespaces.dtypes import complex128 as complex128
from runtime.namespaces.dtypes import complex64 as complex64
from runtime.namespaces.dtypes import double as double
from runtime.namespaces.dtypes import experimental as experimental
from runtime.namespaces.dtypes import float16 as float16
from runtime.namespaces.dtypes import float32 as float32
from runtime.namespaces.dtypes import float64 as float64
from runtime.namespaces.dtypes import half as half
from runtime.namespaces.dtypes import int16 as int16
from runtime.namespaces.dtypes import int32 as int32
from runtime.namespaces.dtypes import int64 as int64
from runtime.namespaces.dtypes import int8 as int8
from runtime.namespaces.dtypes import qint16 as qint16
from runtime.namespaces.dtypes import qint32 as qint32
from runtime.namespaces.dtypes import qint8 as qint8
from runtime.namespaces.dtypes import quint16 as quint16
from runtime.namespaces.dtypes import quint8 as quint8
from runtime.namespaces.dtypes import resource as resource
from runtime.namespaces.dtypes import string as string
from runtime.namespaces.dtypes import uint16 as uint16
from runtime.namespaces.dtypes import uint32 as uint32
from runtime.namespaces.dtypes import uint64 as uint64
from runtime.namespaces.dtypes import uint8 as uint8
from runtime.namespaces.dtypes import variant as variant
bool: Any
