"""`tf.__internal__.eager_context`: the current context and the placement of ops."""

from __future__ import annotations

from typing import Final

from runtime import context as _current
from runtime.context import current_trace, eager_mode
from runtime.devices.device_settings import set_soft_device_placement
from runtime.devices.placement import DeviceSpec
from runtime.devices.places import current_place
from runtime.tensors.tensor import CPU


def get_device_name() -> str:
    """The device of the current `tf.device` scope; empty without a scope."""
    trace = current_trace()
    return "" if trace is None else trace.defaults.device


class Context:
    """Facts about this process that libraries read; ops run when they are called."""

    def executing_eagerly(self) -> bool:
        """Whether ops run at once."""
        return _current.executing_eagerly()

    @property
    def device_spec(self) -> DeviceSpec:
        """The device of the current `tf.device` scope, as far as the scope names it."""
        trace, place = current_trace(), current_place()
        if trace is not None:
            return DeviceSpec.from_string(trace.defaults.device)
        return DeviceSpec() if place is None else DeviceSpec.from_string(place.device)

    def ensure_initialized(self) -> None:
        """Does nothing: no initialization is needed."""

    def clear_kernel_cache(self) -> None:
        """Does nothing: bound ops hold no data."""

    def async_wait(self) -> None:
        """Does nothing: every op is done when it returns."""

    def num_gpus(self) -> int:
        """0: no GPU is used."""
        return 0

    def devices(self) -> list[str]:
        """The devices that compute."""
        return [CPU]


_CONTEXT = Context()


def context() -> Context:
    """The context of this process."""
    return _CONTEXT


def async_wait() -> None:
    """Does nothing: every op is done when it returns."""


def get_config() -> None:
    """None: there is no session configuration."""


class Executor:
    """Where ops run: in the thread that calls them, each done when it returns."""

    def is_async(self) -> bool:
        """False."""
        return False

    def wait(self) -> None:
        """Does nothing: no op is pending."""

    def clear_error(self) -> None:
        """Does nothing: errors are raised where ops are called."""


_EXECUTOR: Final = Executor()


def get_executor() -> Executor:
    """The executor of this thread; there is one.

    >>> tf.__internal__.eager_context.get_executor().is_async()
    False
    """
    return _EXECUTOR


def no_pluggable_devices() -> list[str]:
    """The devices of plug-ins: none."""
    return []


__all__ = [
    "eager_mode",
    "get_config",
    "get_device_name",
    "get_executor",
    "set_soft_device_placement",
]
