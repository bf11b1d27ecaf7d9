# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused_lite import Analyzer as Analyzer
from runtime.namespaces.refused_lite import OpResolverType as OpResolverType
from runtime.namespaces.refused_lite import QuantizationDebugOptions as QuantizationDebugOptions
from runtime.namespaces.refused_lite import QuantizationDebugger as QuantizationDebugger
from runtime.stubs.lite.experimental import authoring as authoring
import typing as _t
def load_delegate(library: object, options: object = ...) -> _t.NoReturn: ...
