"""Layout: along which axes of a mesh each axis of a tensor is divided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from runtime.distribute.dtensor.meshes import Mesh

UNSHARDED: Final = "unsharded"
MATCH: Final = "match"


class Layout:
    """How a tensor lies on a mesh: for each axis the mesh's axis that divides it.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)])
    >>> layout = dtensor.Layout(["x", dtensor.UNSHARDED], mesh)
    >>> layout.rank, layout.num_shards(0), layout.is_fully_replicated()
    (2, 1, True)

    Raises:
      ValueError: for an axis that the mesh does not have, or a repeated axis.
    """

    def __init__(self, sharding_specs: Sequence[str], mesh: Mesh) -> None:
        if not isinstance(mesh, Mesh):
            raise ValueError(f"mesh is not a valid Mesh object: {mesh!r}")
        specs = list(sharding_specs)
        for spec in specs:
            if spec != UNSHARDED and spec not in mesh.dim_names:
                raise ValueError(
                    f"{spec}: A dimension sharding must either be a valid mesh "
                    "dimension or UNSHARDED."
                )
        used = [each for each in specs if each != UNSHARDED]
        for spec in used:
            if used.count(spec) > 1:
                raise ValueError(
                    f"Mesh dimension {spec} was repeated in sharding specification "
                    f"{specs}. Mesh dimensions must be unique in a layout."
                )
        self.sharding_specs = specs
        self.mesh = mesh

    # --- layouts of a kind

    @classmethod
    def replicated(cls, mesh: Mesh, rank: int) -> Layout:
        """Each device has the whole tensor."""
        return cls([UNSHARDED] * rank, mesh)

    @classmethod
    def batch_sharded(
        cls, mesh: Mesh, batch_dim: str, rank: int, axis: int = 0
    ) -> Layout:
        """One axis, by default the first, is divided."""
        specs = [UNSHARDED] * rank
        specs[axis] = batch_dim
        return cls(specs, mesh)

    @classmethod
    def inner_sharded(cls, mesh: Mesh, inner_dim: str, rank: int) -> Layout:
        """The last axis is divided."""
        return cls.batch_sharded(mesh, inner_dim, rank, axis=rank - 1)

    @classmethod
    def from_string(cls, layout_str: str) -> Layout:
        """The layout that `to_string` wrote.

        Raises:
          ValueError: for other text.
        """
        head, found, mesh = layout_str.partition(" mesh:")
        if not found or not head.startswith("sharding_specs:"):
            raise ValueError(f"Invalid layout string: {layout_str!r}")
        specs = head.removeprefix("sharding_specs:").split(",")[:-1]
        return cls(specs, Mesh.from_string(mesh))

    def delete(self, dims: Sequence[int]) -> Layout:
        """The layout without some axes."""
        kept = [
            each for axis, each in enumerate(self.sharding_specs) if axis not in dims
        ]
        return Layout(kept, self.mesh)

    # --- what it says

    @property
    def rank(self) -> int:
        """The number of axes of a tensor with this layout."""
        return len(self.sharding_specs)

    @property
    def shape(self) -> list[int]:
        """The size of each axis of the mesh."""
        return self.mesh.shape()

    def num_shards(self, idx: int) -> int:
        """Into how many parts an axis is divided."""
        spec = self.sharding_specs[idx]
        return 1 if spec == UNSHARDED else self.mesh.dim_size(spec)

    def is_fully_replicated(self) -> bool:
        """Whether each device has all of the tensor."""
        return all(self.num_shards(axis) == 1 for axis in range(self.rank))

    def is_batch_parallel(self) -> bool:
        """Whether no axis but the first is divided."""
        return all(self.num_shards(axis) == 1 for axis in range(1, self.rank))

    def is_single_device(self) -> bool:
        """Whether the layout is of one device without a mesh: never."""
        return False

    def local_shape_from_global_shape(self, global_shape: Any) -> tuple[int, ...]:
        """The shape of a device's part of a tensor."""
        return tuple(
            int(size) // self.num_shards(axis) for axis, size in enumerate(global_shape)
        )

    def global_shape_from_local_shape(self, local_shape: Any) -> tuple[int, ...]:
        """The shape of a tensor whose parts have a shape."""
        return tuple(
            int(size) * self.num_shards(axis) for axis, size in enumerate(local_shape)
        )

    def offset_to_shard(self) -> list[tuple[int, ...]]:
        """For each device, in the order of the mesh, which part of each axis it has."""
        names = self.mesh.dim_names
        found = []
        for place in np.ndindex(*self.mesh.shape()):
            where = dict(zip(names, place))
            found.append(tuple(int(where.get(each, 0)) for each in self.sharding_specs))
        return found

    def parts(self, shape: Sequence[int]) -> list[tuple[slice, ...]]:
        """For each device, the slices of an array of the shape that it has."""
        sizes = self.local_shape_from_global_shape(shape)
        return [
            tuple(slice(n * size, (n + 1) * size) for n, size in zip(place, sizes))
            for place in self.offset_to_shard()
        ]

    # --- as text

    def to_string(self) -> str:
        """The text that `from_string` reads."""
        specs = "".join(f"{each}," for each in self.sharding_specs)
        return f"sharding_specs:{specs} mesh:{self.mesh.to_string()}"

    def __repr__(self) -> str:
        return f"Layout.from_string({self.to_string()})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Layout)
            and self.sharding_specs == other.sharding_specs
            and self.mesh == other.mesh
        )

    def __hash__(self) -> int:
        return hash((tuple(self.sharding_specs), self.mesh))
