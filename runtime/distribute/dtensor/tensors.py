"""DTensor: an eager tensor with a layout, which ops and functions carry on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError, UnimplementedError
from graphir.ops.strings.summaries import summarized
from runtime.apply import bound_to, converted
from runtime.context import CURRENT
from runtime.devices.places import TASK
from runtime.distribute.dtensor.function_layouts import layouts_of_results
from runtime.distribute.dtensor.layouts import Layout
from runtime.distribute.dtensor.meshes import Mesh
from runtime.distribute.dtensor.node_layouts import Laid, layouts_after
from runtime.distribute.dtensor.propagation import known_sizes
from runtime.tensor_operators import attach_general
from runtime.tensors.claiming import ClaimsOps
from runtime.tensors.structure import flatten
from runtime.tensors.tensor import EagerTensor, wrap

DEVICE: Final = f"{TASK}/device:CUSTOM:0"
"""The device that TensorFlow names as that of all DTensors."""


class DTensor(EagerTensor, ClaimsOps):
    """A tensor divided over a mesh; results computed from it are DTensors too.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)])
    >>> x = dtensor.call_with_layout(tf.ones, dtensor.Layout(["x"], mesh), [2])
    >>> dtensor.fetch_layout(x * 2).sharding_specs
    ['x']
    """

    layout: Layout

    @property
    def device(self) -> str:
        """The device of DTensors, which stands for the mesh."""
        return DEVICE

    # --- what is computed of it

    @classmethod
    def apply(
        cls, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        """The results of an op, with their layouts.

        Raises:
          InvalidArgumentError: for arguments on two meshes.
        """
        ambient = CURRENT.get()
        if ambient is not None and ambient.trace is not None:
            return ambient.trace.apply(op, inputs, attrs, name, ambient.tapes)
        call, flat = bound_to(op, converted(op, inputs, attrs), attrs)
        mesh = mesh_of(op, flat)
        result = call.apply(ambient, *flat)
        layouts = layouts_after(op, list(map(_laid, flat)), call.attrs)
        _place_all(flatten(result), layouts, mesh)
        return result

    @classmethod
    def called(cls, concrete: Any, given: Sequence[Any], result: Any) -> Any:
        """The results, with layouts, of a function that had DTensors as inputs."""
        mesh = mesh_of(concrete.name, given)
        layouts = layouts_of_results(concrete.trace.graph, list(map(_laid, given)))
        found = [each for each in flatten(result) if isinstance(each, EagerTensor)]
        _place_all(found, layouts, mesh)
        return result

    # --- as a value

    def _array_of_copies(self) -> Any:
        if not self.layout.is_fully_replicated():
            raise UnimplementedError(
                None,
                None,
                "Trying to copy a non-single-device and non-replicated DTensor is not "
                f"supported. Input tensor is: DTensor({self._text()}, "
                f"shape={list(self.shape)}, type={self.dtype.name})",
            )
        return self._array

    def numpy(self) -> Any:
        """The value, if each device has all of it.

        Raises:
          UnimplementedError: if devices have parts: `relayout` first.
        """
        self._array_of_copies()
        return super().numpy()

    _numpy = numpy

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        self._array_of_copies()
        return super().__array__(dtype, copy)

    def parts(self) -> list[EagerTensor]:
        """The part of each device, in the order of the mesh."""
        layout = self.layout
        array = np.asarray(self._array)
        made = []
        for part, device in zip(
            layout.parts(array.shape), layout.mesh.local_devices(), strict=True
        ):
            each = wrap(array[part], self.dtype)
            vars(each)["place"] = device
            made.append(each)
        return made

    def _text(self) -> str:
        if self.layout.is_fully_replicated():
            value = summarized(self._array)
        else:
            shown = [
                f'"{each.device.rpartition("device:")[2]}": {summarized(each._array)}'
                for each in self.parts()
            ]
            value = "{" + ", ".join(shown) + "}"
        return f'{value}, layout="{self.layout.to_string()}"'

    def __str__(self) -> str:
        return f"tf.Tensor({self._text()}, shape={self.shape}, dtype={self.dtype.name})"

    def __repr__(self) -> str:
        kind = f"shape={self.shape}, dtype={self.dtype.name}"
        return f"<tf.Tensor: {kind}, value={self._text()}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _remade, (self._array, self.dtype, self.layout.to_string())


attach_general(DTensor)


def _remade(array: Any, dtype: Any, layout: str) -> DTensor:
    return placed(wrap(array, dtype), Layout.from_string(layout))


def placed(tensor: EagerTensor, layout: Layout) -> DTensor:
    """Adds a layout to a tensor, in place, so that tapes still watch it; returns it.

    Raises:
      InvalidArgumentError: if the layout has another rank, or its axes do not divide
        evenly.
    """
    check_fits(tensor.shape, layout)
    tensor.__class__ = DTensor
    assert isinstance(tensor, DTensor)
    tensor.layout = layout
    return tensor


def check_fits(shape: Any, layout: Layout) -> None:
    """Refuses a layout that tensors of the shape cannot have.

    Raises:
      InvalidArgumentError: for another rank, or parts that are not equal.
    """
    if shape.rank is not None and shape.rank != layout.rank:
        raise InvalidArgumentError(
            None,
            None,
            f"a layout of rank {layout.rank} is not for a tensor of shape {shape}: "
            f"{layout.to_string()}",
        )
    for axis, size in enumerate(shape):
        count = layout.num_shards(axis)
        if size is not None and size % count:
            raise InvalidArgumentError(
                None,
                None,
                f"dimension {axis} of size {size} is not divisible by number of "
                f"shards in layout for this dimension={count}: {layout.to_string()}",
            )


def mesh_of(name: str, tensors: Sequence[Any]) -> Any:
    """The common mesh of the DTensors among the tensors; None without DTensors.

    Raises:
      InvalidArgumentError: if DTensors are on different meshes.
    """
    found = None
    for each in tensors:
        mesh = each.layout.mesh if isinstance(each, DTensor) else None
        if found is not None and mesh is not None and mesh != found:
            raise InvalidArgumentError(
                None,
                name,
                f"{name}: all DTensors must have the same mesh, not {found} and {mesh}",
            )
        found = found or mesh
    return found


def _laid(tensor: EagerTensor) -> Laid:
    """What the layout of a result depends on."""
    layout = tensor.layout if isinstance(tensor, DTensor) else None
    if tensor.dtype is dtypes.resource:
        return Laid(tensor, (), layout, getattr(tensor, "handle_data", None))
    return Laid(tensor, known_sizes(tensor.shape), layout)


def _place_all(
    tensors: Sequence[Any], layouts: Sequence[Layout | None], mesh: Mesh
) -> None:
    """Gives results their layouts; where none is known each device has all."""
    for number, tensor in enumerate(tensors):
        if not isinstance(tensor, EagerTensor) or not tensor.dtype.has_numpy:
            continue
        layout = layouts[number] if number < len(layouts) else None
        rank = len(tensor.shape)
        placed(tensor, layout or Layout.replicated(mesh, rank))
