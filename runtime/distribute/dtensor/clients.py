"""The processes of a mesh, of which there is one, and settings for the process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

from runtime.context import enter_tape
from runtime.devices.config import list_physical_devices
from runtime.devices.logical_devices import (
    LogicalDeviceConfiguration,
    set_logical_device_configuration,
)
from runtime.devices.placement import DeviceSpec
from runtime.devices.places import Place
from runtime.distribute.dtensor.layouts import Layout
from runtime.distribute.dtensor.meshes import Mesh, local_device_names
from runtime.distribute.dtensor.tensors import DEVICE, DTensor, placed
from runtime.tensors.tensor import EagerTensor

_DEFAULT: Final[ContextVar[Mesh | None]] = ContextVar("default_mesh", default=None)


class _MeshPlace(Place):
    """Puts the results of ops on a mesh, each device with all of them."""

    __slots__ = ("_mesh",)

    def __init__(self, mesh: Mesh) -> None:
        super().__init__(DEVICE)
        self._mesh = mesh

    def put(self, tensors: Iterable[Any]) -> None:
        """Replicates the plain tensors among some on this mesh."""
        for each in tensors:
            if type(each) is EagerTensor and each.dtype.has_numpy:
                placed(each, Layout.replicated(self._mesh, len(each.shape)))

    def record(
        self, op: str, inputs: Any, attrs: Any, outputs: Any, backward: Any = None
    ) -> None:
        """Replicates an op's results on this mesh, unless an argument is a DTensor."""
        if not any(isinstance(each, DTensor) for each in inputs):
            self.put(outputs)  # others get their layouts from these


@contextmanager
def default_mesh(mesh: Mesh) -> Iterator[None]:
    """Places the results of the block's ops on a mesh, replicated on every device.

    >>> dtensor = tf.experimental.dtensor
    >>> with dtensor.default_mesh(dtensor.create_mesh([("x", 1)])):
    ...     dtensor.is_dtensor(tf.ones([2]) + 1)
    True

    Raises:
      ValueError: if ``mesh`` is not a `Mesh`.
    """
    if not isinstance(mesh, Mesh):
        raise ValueError(f"Expect `mesh` to be `Mesh`, got {type(mesh)}")
    token = _DEFAULT.set(mesh)
    try:
        with enter_tape(_MeshPlace(mesh)):
            yield
    finally:
        _DEFAULT.reset(token)


run_on = default_mesh


def get_default_mesh() -> Mesh | None:
    """The mesh of the innermost `default_mesh`, or None."""
    return _DEFAULT.get()


def device_name() -> str:
    """The name of the device that stands for all meshes."""
    return DEVICE


def client_id() -> int:
    """The number of this process among the clients: 0."""
    return 0


def num_clients() -> int:
    """The number of processes: 1."""
    return 1


def job_name() -> str:
    """The job of this process."""
    return "localhost"


def full_job_name(task_id: int | None = None) -> str:
    """The job, replica and task of this process."""
    return f"localhost/replica:0/task:{task_id or 0}"


def jobs() -> list[str]:
    """The jobs of a cluster: none."""
    return []


def heartbeat_enabled() -> bool:
    """Whether clients would watch each other."""
    return True


def local_devices(device_type: str, for_client_id: int | None = None) -> list[Any]:
    """The devices of this process, as ``tf.DeviceSpec``.

    Raises:
      ValueError: for a type that is no kind of device.
    """
    if device_type.upper() not in ("CPU", "GPU", "TPU"):
        raise ValueError(f"Device type {device_type} is not CPU, GPU, or TPU.")
    return [
        DeviceSpec.from_string(each) for each in local_device_names(device_type.upper())
    ]


def num_local_devices(device_type: str) -> int:
    """The number of devices of this process."""
    return len(local_device_names(device_type.upper()))


def num_global_devices(device_type: str) -> int:
    """The number of devices of all clients: of this one."""
    return num_local_devices(device_type)


def preferred_device_type() -> str:
    """The kind of device to use: ``"CPU"``."""
    return "CPU"


def barrier(
    mesh: Mesh, barrier_name: str | None = None, timeout_in_ms: int | None = None
) -> None:
    """Waits for all clients of a mesh: this is the only one."""


def initialize_accelerator_system(
    device_type: str | None = None,
    enable_coordination_service: bool | None = True,
    num_logical_cpu_devices: int | None = None,
    experimental_reset_context: bool | None = False,
    experimental_enable_megcore: bool | None = False,
) -> str:
    """Makes ``num_logical_cpu_devices`` logical CPUs, unless None; returns ``"CPU"``.

    Raises:
      ValueError: for an unknown type, or one without devices: there are only CPUs.
    """
    kind = (device_type or preferred_device_type()).upper()
    if kind not in ("CPU", "GPU", "TPU"):
        raise ValueError(f"Unknown device_type {device_type}")
    if kind != "CPU":
        raise ValueError(f"There is no device of type {kind}: meshes are of CPUs.")
    if num_logical_cpu_devices is not None:
        (cpu,) = list_physical_devices("CPU")
        set_logical_device_configuration(
            cpu, [LogicalDeviceConfiguration()] * num_logical_cpu_devices
        )
    return kind


def initialize_multi_client(*args: Any, **kwargs: Any) -> str:
    """Old name of `initialize_accelerator_system`."""
    return initialize_accelerator_system(*args, **kwargs)


def shutdown_accelerator_system() -> None:
    """Does nothing: there is no other process to tell."""
