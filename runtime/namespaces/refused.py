"""Public names of services and hardware that are not supported: calls raise errors.

Functions that are refused only in part, and methods, are in their namespace's room.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NoReturn

REASONS: Final[dict[str, str]] = {}
"""Public name, without ``tf.`` -> why it raises."""


def _refused(name: str, reason: str) -> Callable[..., NoReturn]:
    def refuse(*args: object, **kwargs: object) -> NoReturn:
        raise NotImplementedError(f"tf.{name}: {reason}.")

    REASONS[name] = reason
    refuse.__name__ = refuse.__qualname__ = name.rpartition(".")[2]
    refuse.__doc__ = f"Raises NotImplementedError: {reason}."
    return refuse


_QUANTIZER: Final = "models are quantized by MLIR passes of TensorFlow's own"
_REMOTE: Final = "it needs TensorFlow's gRPC servers"
_IN_C: Final = "there are no graphs and handles in C here"
_PLUGIN: Final = "file systems compiled in C++ need TensorFlow's own libraries"

QuantizationComponentSpec = _refused(
    "quantization.experimental.QuantizationComponentSpec", _QUANTIZER
)
QuantizationMethod = _refused(
    "quantization.experimental.QuantizationMethod", _QUANTIZER
)
QuantizationOptions = _refused(
    "quantization.experimental.QuantizationOptions", _QUANTIZER
)
TfRecordRepresentativeDatasetSaver = _refused(
    "quantization.experimental.TfRecordRepresentativeDatasetSaver", _QUANTIZER
)
UnitWiseQuantizationSpec = _refused(
    "quantization.experimental.UnitWiseQuantizationSpec", _QUANTIZER
)
quantize_saved_model = _refused(
    "quantization.experimental.quantize_saved_model", _QUANTIZER
)
monitor_profile = _refused("profiler.experimental.client.monitor", _REMOTE)
trace_profile = _refused("profiler.experimental.client.trace", _REMOTE)
start_profile_server = _refused("profiler.experimental.server.start", _REMOTE)
GCEClusterResolver = _refused(
    "distribute.cluster_resolver.GCEClusterResolver",
    "it asks a cloud's own service for machines",
)
TPUClusterResolver = _refused(
    "distribute.cluster_resolver.TPUClusterResolver", "there are no TPUs here"
)
RpcClient = _refused("distribute.experimental.rpc.Client", _REMOTE)
RpcServer = _refused("distribute.experimental.rpc.Server", _REMOTE)
nondifferentiable_batch_function = _refused(
    "nondifferentiable_batch_function",
    "it gathers the calls of a server's threads in the kernel of BatchFunction",
)
create_c_op = _refused("__internal__.create_c_op", _IN_C)
lift_to_graph = _refused("__internal__.lift_to_graph", _IN_C)
get_resource_handle_data = _refused("__internal__.ops.get_resource_handle_data", _IN_C)
record_gradient = _refused(
    "__internal__.record_gradient",
    "calls are recorded where ops are applied; tf.custom_gradient gives a rule",
)

_NO_TPU: Final = "there are no TPUs here"


def _of_tpu(name: str) -> Callable[..., NoReturn]:
    return _refused(f"tpu.{name}", _NO_TPU)


XLAOptions = _of_tpu("XLAOptions")
DeviceAssignment = _of_tpu("experimental.DeviceAssignment")
DeviceOrderMode = _of_tpu("experimental.DeviceOrderMode")
TPUSystemMetadata = _of_tpu("experimental.TPUSystemMetadata")
Topology = _of_tpu("experimental.Topology")
initialize_tpu_system = _of_tpu("experimental.initialize_tpu_system")
shutdown_tpu_system = _of_tpu("experimental.shutdown_tpu_system")
TPUEmbedding = _of_tpu("experimental.embedding.TPUEmbedding")
TPUEmbeddingV0 = _of_tpu("experimental.embedding.TPUEmbeddingV0")
TPUEmbeddingV2 = _of_tpu("experimental.embedding.TPUEmbeddingV2")
CustomCombiner = _of_tpu("experimental.embedding.CustomCombiner")
CustomOptimizer = _of_tpu("experimental.embedding.CustomOptimizer")
RowIdInitializer = _of_tpu("experimental.embedding.RowIdInitializer")

REASONS["tpu.experimental.HardwareFeature"] = _NO_TPU
REASONS["experimental.register_filesystem_plugin"] = _PLUGIN
REASONS["test.create_local_cluster"] = _REMOTE


def register_filesystem_plugin(plugin_location: str) -> NoReturn:
    """Refuses to load a file system that is compiled in C++.

    Raises:
      NotImplementedError: always.
    """
    raise NotImplementedError(f"tf.experimental.register_filesystem_plugin: {_PLUGIN}.")


def create_local_cluster(
    num_workers: int,
    num_ps: int,
    protocol: str = "grpc",
    worker_config: Any = None,
    ps_config: Any = None,
) -> NoReturn:
    """Refuses to start servers.

    Raises:
      NotImplementedError: always.
    """
    raise NotImplementedError(f"tf.test.create_local_cluster: {_REMOTE}.")
