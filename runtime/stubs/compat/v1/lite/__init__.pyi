# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused_lite import Interpreter as Interpreter
from runtime.namespaces.refused_lite import OpHint as OpHint
from runtime.namespaces.refused_lite import OpsSet as OpsSet
from runtime.namespaces.refused_lite import Optimize as Optimize
from runtime.namespaces.refused_lite import RepresentativeDataset as RepresentativeDataset
from runtime.namespaces.refused_lite import TFLiteConverterV1 as _TFLiteConverterV1
from runtime.namespaces.refused_lite import TargetSpec as TargetSpec
from runtime.namespaces.refused_lite import TocoConverter as TocoConverter
from runtime.stubs.compat.v1.lite import constants as constants
from runtime.stubs.compat.v1.lite import experimental as experimental
import typing as _t
TFLiteConverter = _TFLiteConverterV1
def toco_convert(input_data: object, input_tensors: object, output_tensors: object, *args: object, **kwargs: object) -> _t.NoReturn: ...
