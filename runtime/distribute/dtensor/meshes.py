"""Mesh: devices in a grid whose axes have names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from runtime.devices.config import list_logical_devices
from runtime.devices.places import TASK
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor


class MeshDimension(NamedTuple):
    """An axis of a mesh."""

    name: str
    size: int


class Mesh:
    """A grid of devices; tensors are divided along its named axes.

    >>> mesh = tf.experimental.dtensor.create_mesh([("x", 1)], devices=["CPU:0"])
    >>> mesh.dim_names, mesh.shape(), mesh.size
    (['x'], [1], 1)

    Raises:
      ValueError: if ids and devices are not as many as the grid has places.
    """

    def __init__(
        self,
        dim_names: Sequence[str],
        global_device_ids: Any,
        local_device_ids: Sequence[int],
        local_devices: Sequence[Any],
        mesh_name: str = "",
        global_devices: Sequence[Any] | None = None,
        use_xla_spmd: bool = False,
    ) -> None:
        ids = np.asarray(global_device_ids)
        if ids.ndim != len(dim_names):
            raise ValueError(
                "Number of mesh dimensions does not match number of dimension names."
            )
        if len(local_device_ids) != len(local_devices):
            raise ValueError(
                "Number of local device ids does not match number of local devices."
            )
        self.name = mesh_name
        self.dim_names = list(dim_names)
        self._ids = ids
        self._local_ids = list(local_device_ids)
        self._local_devices = [full_device_name(each) for each in local_devices]
        self._global_devices = [full_device_name(each) for each in global_devices or ()]
        self._use_xla_spmd = use_xla_spmd

    # --- the grid

    @property
    def size(self) -> int:
        """The number of devices."""
        return int(self._ids.size)

    @property
    def strides(self) -> list[int]:
        """The distance in devices between neighbours along each axis."""
        sizes = self.shape()
        return [int(np.prod(sizes[axis + 1 :])) for axis in range(len(sizes))]

    def shape(self) -> list[int]:
        """The size of each axis."""
        return list(self._ids.shape)

    def contains_dim(self, dim_name: str) -> bool:
        """Whether an axis has the name."""
        return dim_name in self.dim_names

    def dim_size(self, dim_name: str) -> int:
        """The size of an axis.

        Raises:
          ValueError: if no axis has the name.
        """
        if dim_name not in self.dim_names:
            raise ValueError(
                f"dim_name ({dim_name}) is not in the mesh: it has {self.dim_names}."
            )
        return int(self._ids.shape[self.dim_names.index(dim_name)])

    def __getitem__(self, dim_name: str) -> MeshDimension:
        return MeshDimension(dim_name, self.dim_size(dim_name))

    def coords(self, device_idx: int) -> Tensor:
        """The position of a device on each axis, an int32 vector."""
        place = np.unravel_index(device_idx, self._ids.shape)
        return convert_to_tensor(np.array(place, np.int32))

    def unravel_index(self) -> dict[int, dict[str, int]]:
        """The position of each device, by its id."""
        places = np.ndindex(self._ids.shape)
        return {
            int(self._ids[place]): dict(zip(self.dim_names, place)) for place in places
        }

    def global_device_ids(self) -> np.ndarray[Any, Any]:
        """The ids of all devices, as they stand in the grid."""
        return self._ids

    # --- devices

    def device_type(self) -> str:
        """The kind of all devices: ``"CPU"``."""
        name = self._local_devices[0]
        return name.rpartition("device:")[2].partition(":")[0]

    def local_devices(self) -> list[str]:
        """The full names of the devices of this process."""
        return list(self._local_devices)

    def local_device_ids(self) -> list[int]:
        """The ids of the devices of this process."""
        return list(self._local_ids)

    def num_local_devices(self) -> int:
        """The number of devices of this process."""
        return len(self._local_devices)

    def global_devices(self) -> list[str]:
        """The full names of all devices; empty unless the constructor got them."""
        return list(self._global_devices)

    def min_global_device_id(self) -> int:
        """The smallest id."""
        return int(self._ids.min())

    def local_device_locations(self) -> list[dict[str, int]]:
        """The position of each device of this process."""
        places = self.unravel_index()
        return [places[each] for each in self._local_ids]

    def device_location(self, device_id: int) -> dict[str, int]:
        """The position of the device with the id."""
        return self.unravel_index()[device_id]

    def is_remote(self) -> bool:
        """Whether all devices are of other processes: never."""
        return False

    def is_single_device(self) -> bool:
        """Whether the mesh stands for one device without a grid: never."""
        return False

    def use_xla_spmd(self) -> bool:
        """The constructor's argument; it has no effect."""
        return self._use_xla_spmd

    def host_mesh(self) -> Mesh:
        """The mesh of the host CPUs of the devices: this mesh."""
        return self

    # --- as text

    def to_string(self) -> str:
        """The text that `from_string` reads."""
        axes = ",".join(f"{name}={size}" for name, size in self._axes())
        ids = ",".join(str(int(each)) for each in self._ids.flat)
        local = ",".join(map(str, self._local_ids))
        return f"{self.name}|{axes}|{ids}|{local}|{','.join(self._local_devices)}"

    def _axes(self) -> list[tuple[str, int]]:
        return list(zip(self.dim_names, self.shape()))

    @classmethod
    def from_string(cls, mesh_str: str) -> Mesh:
        """The mesh that `to_string` wrote.

        Raises:
          ValueError: for other text.
        """
        parts = mesh_str.split("|")
        if len(parts) < 5:
            raise ValueError(f"Invalid mesh string: {mesh_str!r}")
        name, axes, ids, local, devices = parts[:5]
        pairs = [each.split("=") for each in axes.split(",")]
        grid = np.array([int(each) for each in ids.split(",")])
        return cls(
            [each[0] for each in pairs],
            grid.reshape([int(each[1]) for each in pairs]),
            [int(each) for each in local.split(",")],
            devices.split(","),
            name,
        )

    def __repr__(self) -> str:
        return f"Mesh.from_string({self.to_string()})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mesh) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())


def full_device_name(device: Any) -> str:
    """The full name of a local device, from a full name or the end of one."""
    text = device.to_string() if hasattr(device, "to_string") else str(device)
    kind, _, number = text.rpartition("device:")[2].lstrip("/").partition(":")
    return f"{TASK}/device:{kind.upper()}:{number or 0}"


def local_device_names(device_type: str = "CPU") -> list[str]:
    """The full names of the logical devices of this process."""
    found = list_logical_devices(device_type)
    return [full_device_name(each.name) for each in found]


def create_mesh(
    mesh_dims: Sequence[tuple[str, int]] | Mapping[str, int] | None = None,
    mesh_name: str = "",
    devices: Sequence[Any] | None = None,
    device_type: str | None = None,
    use_xla_spmd: bool = False,
) -> Mesh:
    """A mesh over devices of this process, by default over all.

    ``mesh_dims`` has a name and a size for each axis; without it there is one, ``x``.

    >>> tf.experimental.dtensor.create_mesh([("x", 1), ("y", 1)]).strides
    [1, 1]

    Raises:
      ValueError: if there are more or fewer devices than places, or of two kinds.
    """
    names = list(devices) if devices else local_device_names(device_type or "CPU")
    if mesh_dims is None:
        mesh_dims = [("x", len(names))]
    axes = list(mesh_dims.items() if isinstance(mesh_dims, Mapping) else mesh_dims)
    sizes = [size for _, size in axes]
    if len(names) != int(np.prod(sizes)):
        raise ValueError(
            f"length of devices ({len(names)}) must be equal to total size of the "
            f"mesh of shape {sizes}"
        )
    count = len(names)
    return Mesh(
        [name for name, _ in axes],
        np.arange(count).reshape(sizes),
        list(range(count)),
        names,
        mesh_name,
        use_xla_spmd=use_xla_spmd,
    )


def create_distributed_mesh(
    mesh_dims: Sequence[tuple[str, int]] | Mapping[str, int],
    mesh_name: str = "",
    local_devices: Sequence[Any] | None = None,
    device_type: str | None = None,
    use_xla_spmd: bool = False,
) -> Mesh:
    """A mesh over the devices of all clients: this process is the only one.

    >>> tf.experimental.dtensor.create_distributed_mesh([("x", 1)]).size
    1

    Raises:
      ValueError: if there are more or fewer devices than places.
    """
    names = local_devices or local_device_names(device_type or "CPU")
    return create_mesh(mesh_dims, mesh_name, names, device_type, use_xla_spmd)
