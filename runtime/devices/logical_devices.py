"""Logical devices: several device names for the one physical CPU."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from runtime.devices.device_settings import PhysicalDevice, get_visible_devices

_POLICIES: Final = ("explicit", "warn", "silent", "silent_for_int32")


class LogicalDeviceConfiguration(NamedTuple):
    """The configuration of a logical device.

    >>> tf.config.LogicalDeviceConfiguration().memory_limit is None
    True
    """

    memory_limit: float | None = None
    experimental_priority: int | None = None
    experimental_device_ordinal: int | None = None


class _Settings:
    """The settings of the process."""

    configuration: list[LogicalDeviceConfiguration] | None = None
    is_in_use: bool = False
    """Whether several devices were listed or computed on: then they stay."""
    policy: str = "silent"
    is_synchronous: bool = True


def get_logical_device_configuration(
    device: PhysicalDevice,
) -> list[LogicalDeviceConfiguration] | None:
    """The configuration that was set for a device, or None.

    >>> (cpu,) = tf.config.list_physical_devices("CPU")
    >>> one = tf.config.LogicalDeviceConfiguration()
    >>> tf.config.set_logical_device_configuration(cpu, [one])
    >>> tf.config.get_logical_device_configuration(cpu) == [one]
    True

    Raises:
      ValueError: for a device that there is not.
    """
    _check_device(device)
    return _Settings.configuration


def set_logical_device_configuration(
    device: PhysicalDevice, logical_devices: list[LogicalDeviceConfiguration]
) -> None:
    """Splits a physical device into logical devices.

    All logical devices compute on the one CPU: a tensor computed under
    `tf.device("CPU:1")` reports that device, so that programs for several devices can
    be tried out.

    >>> (cpu,) = tf.config.list_physical_devices("CPU")
    >>> one = tf.config.LogicalDeviceConfiguration()
    >>> tf.config.set_logical_device_configuration(cpu, [one])
    >>> len(tf.config.list_logical_devices("CPU"))
    1

    Raises:
      ValueError: for an unknown device, no logical device, or a memory limit on a CPU.
      RuntimeError: if the number of devices changes once several are in use.
    """
    _check_device(device)
    wanted = list(logical_devices)
    for each in wanted:
        if each.memory_limit is not None:
            raise ValueError(
                "Setting memory limit on CPU virtual devices is currently not supported"
            )
        if each.experimental_priority is not None:
            raise ValueError(
                "Setting experimental_priority on CPU virtual devices is currently not "
                "supported"
            )
    if not wanted:
        raise ValueError("A device must have at least one logical device.")
    if _Settings.is_in_use and len(wanted) != logical_device_count():
        raise RuntimeError("Virtual devices cannot be modified after being initialized")
    _Settings.configuration = wanted


def forget_logical_devices() -> None:
    """Resets the configuration of logical devices, as in a process that has just begun.

    Variables and functions on several devices must not be used any more.
    """
    _Settings.configuration, _Settings.is_in_use = None, False


def logical_device_count() -> int:
    """The number of logical devices; several can no longer be reconfigured."""
    count = len(_Settings.configuration or ("one",))
    _Settings.is_in_use = _Settings.is_in_use or count > 1
    return count


def _check_device(device: Any) -> None:
    if device not in get_visible_devices():
        raise ValueError(f"Unrecognized device: {device!r}")


def get_device_policy() -> str:
    """The policy for tensors of another device than the op's; there is only one device.

    >>> tf.config.experimental.get_device_policy()
    'silent'
    """
    return _Settings.policy


def set_device_policy(device_policy: str | None) -> None:
    """Sets the policy for tensors of other devices; no effect with one device.

    >>> tf.config.experimental.set_device_policy("silent")

    Raises:
      ValueError: for an unknown policy.
    """
    if device_policy is not None and device_policy not in _POLICIES:
        raise ValueError(
            f"Invalid argument `device_policy`: {device_policy!r}. It is one of "
            f"{', '.join(_POLICIES)}, or None."
        )
    _Settings.policy = device_policy or "silent"


def get_synchronous_execution() -> bool:
    """Whether synchronous execution is requested; ops are synchronous in any case.

    >>> tf.config.experimental.get_synchronous_execution()
    True
    """
    return _Settings.is_synchronous


def set_synchronous_execution(enable: bool) -> None:
    """Stores whether ops must be synchronous; ops are synchronous in any case.

    >>> tf.config.experimental.set_synchronous_execution(True)
    """
    _Settings.is_synchronous = bool(enable)
