# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused_lite import Analyzer as Analyzer
from runtime.namespaces.refused_lite import OpResolverType as OpResolverType
from runtime.namespaces.refused_lite import QuantizationDebugOptions as QuantizationDebugOptions
from runtime.namespaces.refused_lite import QuantizationDebugger as QuantizationDebugger
from runtime.stubs.compat.v1.lite.experimental import authoring as authoring
import typing as _t
def convert_op_hints_to_stubs(session: object = ..., graph_def: object = ..., write_callback: object = ...) -> _t.NoReturn: ...
def load_delegate(library: object, options: object = ...) -> _t.NoReturn: ...
