"""Settings of visible devices and placement; the only device is one CPU."""

from __future__ import annotations

from typing import Any, NamedTuple, NoReturn


class PhysicalDevice(NamedTuple):
    """A physical device of this machine: its name and type."""

    name: str
    device_type: str


class _DeviceSettings:
    """The settings of the process."""

    __slots__ = ("deterministic", "soft_placement", "tensor_float_32", "visible")

    def __init__(self) -> None:
        self.deterministic = False
        self.soft_placement = True
        self.tensor_float_32 = True
        self.visible = [PhysicalDevice("/physical_device:CPU:0", "CPU")]


_SETTINGS = _DeviceSettings()


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices that are used.

    >>> tf.config.get_visible_devices("GPU")
    []
    """
    return [
        each for each in _SETTINGS.visible if device_type in (None, each.device_type)
    ]


def set_visible_devices(devices: Any, device_type: str | None = None) -> None:
    """Sets the visible devices of a type; the only device is the CPU.

    >>> tf.config.set_visible_devices([], "GPU")

    Raises:
      ValueError: for a device that does not exist, or the CPU left out.
    """
    wanted = devices if isinstance(devices, (list, tuple)) else [devices]
    for each in wanted:
        if each not in _SETTINGS.visible:
            raise ValueError(f"Unrecognized device: {each!r}")
    if device_type in (None, "CPU") and not wanted:
        raise ValueError("The CPU is the only device: it cannot be left out.")


def get_soft_device_placement() -> bool:
    """Whether a device that is missing is replaced by another.

    >>> tf.config.get_soft_device_placement()
    True
    """
    return _SETTINGS.soft_placement


def set_soft_device_placement(enabled: bool) -> None:
    """Stores the flag; a missing device is always replaced by the CPU.

    >>> tf.config.set_soft_device_placement(True)
    """
    _SETTINGS.soft_placement = bool(enabled)


def get_memory_growth(device: Any) -> NoReturn:
    """Refuses: there is no GPU whose memory could grow.

    Raises:
      ValueError: always.
    """
    raise _of_no_gpu("get the memory growth", device)


def set_memory_growth(device: Any, enable: bool) -> NoReturn:
    """Refuses: there is no GPU whose memory could grow.

    Raises:
      ValueError: always.
    """
    raise _of_no_gpu("set the memory growth", device)


def reset_memory_stats(device: Any) -> NoReturn:
    """Refuses: there is no GPU whose memory is counted.

    Raises:
      ValueError: always.
    """
    raise _of_no_gpu("reset the memory use", device)


def _of_no_gpu(what: str, device: Any) -> ValueError:
    return ValueError(f"Cannot {what} of {device!r}: it is no GPU.")


def get_memory_info(device: str) -> dict[str, int]:
    """The bytes in use: 0, since memory of the CPU is not counted.

    >>> tf.config.experimental.get_memory_info("CPU:0")
    {'current': 0, 'peak': 0}
    """
    return {"current": 0, "peak": 0}


def get_memory_usage(device: str) -> int:
    """The bytes in use: 0, since memory of the CPU is not counted.

    >>> tf.config.experimental.get_memory_usage("CPU:0")
    0
    """
    return get_memory_info(device)["current"]


def get_device_details(device: Any) -> dict[str, Any]:
    """An empty dictionary: CPUs have no details.

    >>> tf.config.experimental.get_device_details(tf.config.list_physical_devices()[0])
    {}
    """
    return {}


def enable_op_determinism() -> None:
    """Stores the flag for libraries that query it; ops are always deterministic.

    >>> tf.config.experimental.enable_op_determinism()
    """
    _SETTINGS.deterministic = True


def disable_op_determinism() -> None:
    """Takes the wish back."""
    _SETTINGS.deterministic = False


def is_op_determinism_enabled() -> bool:
    """Whether deterministic ops were requested."""
    return _SETTINGS.deterministic


def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Notes whether GPUs may round products; the CPU never does.

    >>> tf.config.experimental.enable_tensor_float_32_execution(True)
    """
    _SETTINGS.tensor_float_32 = bool(enabled)


def tensor_float_32_execution_enabled() -> bool:
    """The stored flag; it has no effect on a CPU.

    >>> tf.config.experimental.tensor_float_32_execution_enabled()
    True
    """
    return _SETTINGS.tensor_float_32
