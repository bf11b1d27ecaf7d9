# Made by `python -m tools.stubs` of the tables of names.
from graphir.dtypes import float16 as _float16
from graphir.dtypes import float32 as _float32
from graphir.dtypes import int16 as _int16
from graphir.dtypes import int32 as _int32
from graphir.dtypes import int64 as _int64
from graphir.dtypes import int8 as _int8
from graphir.dtypes import string as _string
from graphir.dtypes import uint8 as _uint8
from runtime.namespaces.refused_lite import GRAPHVIZ_DOT as GRAPHVIZ_DOT
from runtime.namespaces.refused_lite import TFLITE as TFLITE
FLOAT = _float32
FLOAT16 = _float16
INT16 = _int16
INT32 = _int32
INT64 = _int64
INT8 = _int8
QUANTIZED_UINT8 = _uint8
STRING = _string
