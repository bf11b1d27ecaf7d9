"""Settings: eager functions, the optimizer's passes, devices; ``tf.config``."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Final, NamedTuple


class _Settings:
    """What can be set; one object of the process."""

    __slots__ = ("functions_run_eagerly", "optimizer_options")

    def __init__(self) -> None:
        self.functions_run_eagerly = False
        self.optimizer_options: dict[str, bool] = {}


SETTINGS: Final = _Settings()


def run_functions_eagerly(run_eagerly: bool) -> None:
    """Lets traced functions run as plain Python, to debug them, or not any more.

    >>> tf.config.run_functions_eagerly(False)
    """
    SETTINGS.functions_run_eagerly = bool(run_eagerly)


def functions_run_eagerly() -> bool:
    """Whether traced functions run as plain Python.

    >>> tf.config.functions_run_eagerly()
    False
    """
    return SETTINGS.functions_run_eagerly


OPTIMIZER_OPTIONS: Final = frozenset(
    {
        "arithmetic_optimization",
        "auto_mixed_precision",
        "auto_mixed_precision_mkl",
        "auto_mixed_precision_onednn_bfloat16",
        "auto_parallel",
        "common_subgraph_elimination",
        "constant_folding",
        "debug_stripper",
        "dependency_optimization",
        "disable_meta_optimizer",
        "disable_model_pruning",
        "function_optimization",
        "implementation_selector",
        "layout_optimizer",
        "loop_optimization",
        "min_graph_nodes",
        "pin_to_host_optimization",
        "remapping",
        "scoped_allocator_optimization",
        "shape_optimization",
        "use_plugin_optimizers",
    }
)
"""The options that TensorFlow knows; those without a pass here change nothing."""


def _set_experimental_options(options: dict[str, bool]) -> None:
    """Turns passes of the optimizer on or off, for functions traced from now on.

    >>> tf.config.optimizer.set_experimental_options({"constant_folding": True})

    Raises:
      ValueError: for an option that does not exist.
    """
    unknown = sorted(set(options) - OPTIMIZER_OPTIONS)
    if unknown:
        raise ValueError(
            f"Unknown optimizer options {unknown}; there are: "
            f"{', '.join(sorted(OPTIMIZER_OPTIONS))}."
        )
    SETTINGS.optimizer_options.update(options)


def _get_experimental_options() -> dict[str, bool]:
    """The options that were set.

    >>> isinstance(tf.config.optimizer.get_experimental_options(), dict)
    True
    """
    return dict(SETTINGS.optimizer_options)


class PhysicalDevice(NamedTuple):
    """A device of this machine."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device as graphs name it."""

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
    every = [LogicalDevice("/device:CPU:0", "CPU")]
    return [each for each in every if device_type in (None, each.device_type)]


optimizer: Any = SimpleNamespace(
    get_experimental_options=_get_experimental_options,
    set_experimental_options=_set_experimental_options,
)
experimental: Any = SimpleNamespace(
    list_logical_devices=list_logical_devices,
    list_physical_devices=list_physical_devices,
)
