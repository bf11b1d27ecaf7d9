"""`tf.config`: eager execution of functions, optimizer passes, devices."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final, NamedTuple

from graphir.compute.threads import SETTINGS as THREADS
from runtime.devices.clusters import ClusterDeviceFilters
from runtime.devices.device_settings import (
    PhysicalDevice,
    enable_op_determinism,
    enable_tensor_float_32_execution,
    get_device_details,
    get_memory_growth,
    get_memory_info,
    get_memory_usage,
    get_visible_devices,
    reset_memory_stats,
    set_memory_growth,
    set_visible_devices,
    tensor_float_32_execution_enabled,
)
from runtime.devices.device_settings import (
    get_soft_device_placement as get_soft_device_placement,
)
from runtime.devices.device_settings import (
    set_soft_device_placement as set_soft_device_placement,
)
from runtime.devices.execution import disable_mlir_bridge, enable_mlir_bridge
from runtime.devices.logical_devices import (
    LogicalDeviceConfiguration,
    get_device_policy,
    get_logical_device_configuration,
    get_synchronous_execution,
    logical_device_count,
    set_device_policy,
    set_logical_device_configuration,
    set_synchronous_execution,
)


class _Settings:
    """The settings of the process."""

    __slots__ = ("functions_run_eagerly", "jit", "optimizer_options")

    def __init__(self) -> None:
        self.functions_run_eagerly = False
        self.optimizer_options: dict[str, Any] = {}
        self.jit: str | None = None
        """The argument of the last ``set_jit``; None before the first call."""


SETTINGS: Final = _Settings()


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Makes traced functions run eagerly as plain Python for debugging, or undoes it.

    >>> tf.config.run_functions_eagerly(False)
    """
    SETTINGS.functions_run_eagerly = bool(run_eagerly)


def functions_run_eagerly() -> bool:
    """Whether traced functions run as plain Python.

    >>> tf.config.functions_run_eagerly()
    False
    """
    return SETTINGS.functions_run_eagerly


def _set_experimental_options(options: dict[str, Any]) -> None:
    """Turns passes of the optimizer on or off, for functions traced from now on.

    ``numerics``, which TensorFlow does not have, is ``"exact"`` or ``"fast"``: with
    the latter the last bits, and results on NaN and infinity, may change.

    >>> tf.config.optimizer.set_experimental_options({"constant_folding": True})

    Raises:
      ValueError: for an option that does not exist, or a level of numerics.
    """
    import logging

    from graphir.passes.contract.numerics import LEVELS
    from graphir.passes.registry import OPTIONS, WITHOUT_EFFECT

    unknown = sorted(set(options) - OPTIONS)
    if unknown:
        raise ValueError(
            f"Unknown optimizer options {unknown}; there are: "
            f"{', '.join(sorted(OPTIONS))}."
        )
    if options.get("numerics", "exact") not in LEVELS:
        raise ValueError(
            f"Optimizer option 'numerics' is one of {', '.join(LEVELS)}, not "
            f"{options['numerics']!r}."
        )
    for name in sorted(options.keys() & WITHOUT_EFFECT):
        why = WITHOUT_EFFECT[name]
        logging.getLogger(__name__).info("%s changes nothing here: %s", name, why)
    SETTINGS.optimizer_options.update(options)


def _get_experimental_options() -> dict[str, Any]:
    """The options that were set, and whether passes are off altogether.

    >>> tf.config.optimizer.get_experimental_options()["disable_meta_optimizer"]
    False
    """
    disabled = {"disable_model_pruning": False, "disable_meta_optimizer": False}
    return disabled | SETTINGS.optimizer_options


def _set_jit(enabled: bool | str) -> None:
    """Makes native code, or no more, of functions that do not say ``jit_compile``.

    It counts for graphs traced from now on. True stands for ``"autoclustering"``: all
    that can be native code is. ``"auto"``, which holds until the first call, makes it
    of those regions that gain by it, by a fixed table of costs.

    >>> tf.config.optimizer.set_jit(False)

    Raises:
      ValueError: for another kind of compiling.
    """
    if enabled not in (True, False, "autoclustering", "auto", ""):
        raise ValueError(
            f"set_jit takes a bool, 'autoclustering' or 'auto', not {enabled!r}."
        )
    chosen = enabled if isinstance(enabled, str) else "autoclustering"
    SETTINGS.jit = chosen if enabled else ""


def _get_jit() -> str:
    """The last ``set_jit`` by its name: ``"autoclustering"`` or ``"auto"``.

    ``""`` if it was turned off, or never called.

    >>> tf.config.optimizer.get_jit()
    ''
    """
    return SETTINGS.jit or ""


class LogicalDevice(NamedTuple):
    """A logical device: the name and type of a device in graphs."""

    name: str
    device_type: str


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of a type; there is only one CPU.

    >>> tf.config.list_physical_devices("GPU")
    []
    """
    every = [PhysicalDevice("/physical_device:CPU:0", "CPU")]
    return [each for each in every if device_type in (None, each.device_type)]


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices of a type, by the names used in graphs.

    >>> [device.name for device in tf.config.list_logical_devices()]
    ['/device:CPU:0']
    """
    count = logical_device_count()
    every = [LogicalDevice(f"/device:CPU:{index}", "CPU") for index in range(count)]
    return [each for each in every if device_type in (None, each.device_type)]


def _set_intra_op_parallelism_threads(num_threads: int) -> None:
    """Sets how many threads share one large array; 0 means one per core.

    Unlike in TensorFlow, it may be set at any time.

    >>> tf.config.threading.set_intra_op_parallelism_threads(0)

    Raises:
      ValueError: for a negative number.
    """
    THREADS.for_arrays = _checked_count(num_threads)


def _get_intra_op_parallelism_threads() -> int:
    """The number that was set.

    >>> tf.config.threading.get_intra_op_parallelism_threads()
    0
    """
    return THREADS.for_arrays


def _set_inter_op_parallelism_threads(num_threads: int) -> None:
    """Sets how many long steps of a graph run concurrently; 0 means one per core.

    Unlike in TensorFlow, it may be set at any time.

    >>> tf.config.threading.set_inter_op_parallelism_threads(0)

    Raises:
      ValueError: for a negative number.
    """
    THREADS.for_steps = _checked_count(num_threads)


def _get_inter_op_parallelism_threads() -> int:
    """The number that was set.

    >>> tf.config.threading.get_inter_op_parallelism_threads()
    0
    """
    return THREADS.for_steps


def _checked_count(number: int) -> int:
    if number < 0:
        raise ValueError(f"The number of threads is {number}; 0 is one for each core.")
    return int(number)


optimizer: Any = SimpleNamespace(
    get_experimental_options=_get_experimental_options,
    get_jit=_get_jit,
    set_experimental_options=_set_experimental_options,
    set_jit=_set_jit,
)
threading: Any = SimpleNamespace(
    get_inter_op_parallelism_threads=_get_inter_op_parallelism_threads,
    set_inter_op_parallelism_threads=_set_inter_op_parallelism_threads,
    get_intra_op_parallelism_threads=_get_intra_op_parallelism_threads,
    set_intra_op_parallelism_threads=_set_intra_op_parallelism_threads,
)
experimental_run_functions_eagerly = run_functions_eagerly
experimental_functions_run_eagerly = functions_run_eagerly
experimental: Any = SimpleNamespace(
    ClusterDeviceFilters=ClusterDeviceFilters,
    disable_mlir_bridge=disable_mlir_bridge,
    enable_mlir_bridge=enable_mlir_bridge,
    VirtualDeviceConfiguration=LogicalDeviceConfiguration,
    get_device_policy=get_device_policy,
    get_synchronous_execution=get_synchronous_execution,
    get_virtual_device_configuration=get_logical_device_configuration,
    set_device_policy=set_device_policy,
    set_synchronous_execution=set_synchronous_execution,
    set_virtual_device_configuration=set_logical_device_configuration,
    list_logical_devices=list_logical_devices,
    list_physical_devices=list_physical_devices,
    enable_op_determinism=enable_op_determinism,
    enable_tensor_float_32_execution=enable_tensor_float_32_execution,
    get_device_details=get_device_details,
    get_memory_growth=get_memory_growth,
    get_memory_info=get_memory_info,
    get_memory_usage=get_memory_usage,
    get_visible_devices=get_visible_devices,
    reset_memory_stats=reset_memory_stats,
    set_memory_growth=set_memory_growth,
    set_visible_devices=set_visible_devices,
    tensor_float_32_execution_enabled=tensor_float_32_execution_enabled,
)
