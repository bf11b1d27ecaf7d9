# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused import AdviceProto as AdviceProto
from runtime.namespaces.refused import GraphNodeProto as GraphNodeProto
from runtime.namespaces.refused import MultiGraphNodeProto as MultiGraphNodeProto
from runtime.namespaces.refused import OpLogProto as OpLogProto
from runtime.namespaces.refused import ProfileOptionBuilder as ProfileOptionBuilder
from runtime.namespaces.refused import Profiler as Profiler
import typing as _t
def advise(graph: object = ..., run_meta: object = ..., options: object = ...) -> _t.NoReturn: ...
def profile(graph: object = ..., run_meta: object = ..., op_log: object = ..., cmd: object = ..., options: object = ...) -> _t.NoReturn: ...
def write_op_log(graph: object, log_dir: object, op_log: object = ..., run_meta: object = ..., add_trace: object = ...) -> _t.NoReturn: ...
