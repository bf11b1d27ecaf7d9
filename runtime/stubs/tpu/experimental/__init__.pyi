# Made by `python -m tools.stubs` of the tables of names.
from runtime.embedding_tables.hardware import HardwareFeature as HardwareFeature
from runtime.namespaces.refused_tpu import DeviceAssignment as DeviceAssignment
from runtime.namespaces.refused_tpu import DeviceOrderMode as DeviceOrderMode
from runtime.namespaces.refused_tpu import TPUSystemMetadata as TPUSystemMetadata
from runtime.namespaces.refused_tpu import Topology as Topology
from runtime.stubs.tpu.experimental import embedding as embedding
import typing as _t
def initialize_tpu_system(cluster_resolver: object = ...) -> _t.NoReturn: ...
def shutdown_tpu_system(cluster_resolver: object = ...) -> _t.NoReturn: ...
