"""Checkpoints of tensors on a mesh by names, without the objects that hold them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op
from runtime.distribute.dtensor.layouts import Layout
from runtime.distribute.dtensor.meshes import Mesh
from runtime.distribute.dtensor.tensors import DTensor, placed
from runtime.distribute.dtensor.variables import DVariable
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import wrap


def sharded_save(
    mesh: Mesh,
    file_prefix: TensorLike,
    tensor_names: TensorLike,
    shape_and_slices: TensorLike,
    tensors: Sequence[Any],
) -> None:
    """Writes tensors on a mesh to a checkpoint, each whole under its name.

    Args:
      mesh: the mesh that has the tensors.
      file_prefix: the path of the checkpoint.
      tensor_names: a name for each tensor.
      shape_and_slices: an empty text for each tensor.
      tensors: tensors or variables on the mesh.

    >>> import os, tempfile
    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)])
    >>> there = dtensor.Layout(["x"], mesh)
    >>> ones = dtensor.call_with_layout(tf.ones, there, [2])
    >>> path = os.path.join(tempfile.mkdtemp(), "saved")
    >>> dtensor.sharded_save(mesh, path, ["ones"], [""], [ones])
    >>> tf.train.list_variables(path)
    [('ones', [2])]

    Raises:
      InvalidArgumentError: for other numbers of names or texts than of tensors, and for
        tensors that are not on the mesh.
      UnknownError: for a part of a tensor.
      OpError: if the files cannot be written.
    """
    names, slices = _texts(tensor_names), _texts(shape_and_slices)
    if not len(names) == len(slices) == len(tensors):
        raise InvalidArgumentError(
            None,
            None,
            f"Got {len(names)} tensor_names and {len(slices)} shape_and_slices, but "
            f"{len(tensors)} tensors.",
        )
    if any(slices):
        raise InvalidArgumentError(
            None,
            None,
            "shape_and_slices must be empty, as whole tensors are saved, but got "
            f"{slices}",
        )
    for name, each in zip(names, tensors):
        _layout_on(mesh, name, each)
    values: list[Any] = [convert_to_tensor(each) for each in tensors]
    inputs = [
        convert_to_tensor(file_prefix, dtypes.string),
        convert_to_tensor(np.array(names, object), dtypes.string),
        convert_to_tensor(np.array(slices, object), dtypes.string),
        [wrap(each._array, each.dtype) for each in values],
    ]
    apply_op("SaveV2", inputs, {"dtypes": [each.dtype for each in values]})


def name_based_save(
    mesh: Mesh, checkpoint_prefix: TensorLike, name_tensor_dict: Mapping[str, Any]
) -> None:
    """Writes tensors or variables on a mesh to a checkpoint, by their names.

    Raises:
      ValueError: for no tensors.
      InvalidArgumentError: for tensors that are not on the mesh.
      OpError: if the files cannot be written.
    """
    if not name_tensor_dict:
        raise ValueError("name_tensor_dict has no tensors to save.")
    names, tensors = list(name_tensor_dict), list(name_tensor_dict.values())
    sharded_save(mesh, checkpoint_prefix, names, [""] * len(names), tensors)


def name_based_restore(
    mesh: Mesh, checkpoint_prefix: TensorLike, name_tensor_dict: Mapping[str, Any]
) -> OrderedDict[str, DTensor]:
    """Reads tensors on a mesh from a checkpoint, by their names.

    Args:
      mesh: the mesh.
      checkpoint_prefix: the path of the checkpoint.
      name_tensor_dict: for each name a tensor or variable of the same shape, dtype and
        layout; it stays as it is.

    Returns:
      The tensors by their names.

    >>> import os, tempfile
    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)])
    >>> there = dtensor.Layout(["x"], mesh)
    >>> v = dtensor.DVariable(dtensor.call_with_layout(tf.ones, there, [2]))
    >>> path = os.path.join(tempfile.mkdtemp(), "saved")
    >>> dtensor.name_based_save(mesh, path, {"v": v})
    >>> found = dtensor.name_based_restore(mesh, path, {"v": v})
    >>> found["v"].numpy(), dtensor.fetch_layout(found["v"]) == there
    (array([1., 1.], dtype=float32), True)

    Raises:
      ValueError: for no names.
      NotFoundError: for a name that the checkpoint does not have.
      InvalidArgumentError: for another dtype or shape, and for tensors that are not on
        the mesh.
    """
    if not name_tensor_dict:
        raise ValueError("name_tensor_dict has no tensors to restore.")
    names = list(name_tensor_dict)
    layouts = [_layout_on(mesh, name, name_tensor_dict[name]) for name in names]
    kinds = [each.dtype for each in name_tensor_dict.values()]
    inputs = [
        convert_to_tensor(checkpoint_prefix, dtypes.string),
        convert_to_tensor(np.array(names, object), dtypes.string),
        convert_to_tensor(np.array([""] * len(names), object), dtypes.string),
    ]
    found = apply_op("RestoreV2", inputs, {"dtypes": kinds})
    restored: OrderedDict[str, DTensor] = OrderedDict()
    for name, value, layout in zip(names, found, layouts):
        wanted = name_tensor_dict[name].shape
        if not wanted.is_compatible_with(value.shape):
            raise InvalidArgumentError(
                None,
                None,
                f"{name} has the shape {value.shape} in the checkpoint, not {wanted}",
            )
        restored[name] = placed(value, layout)
    return restored


def enable_save_as_bf16(variables: Sequence[Any]) -> None:
    """Lets checkpoints keep float32 variables on a mesh as bfloat16; not other ones.

    >>> dtensor = tf.experimental.dtensor
    >>> there = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)]))
    >>> v = dtensor.DVariable(dtensor.call_with_layout(tf.ones, there, [2]))
    >>> dtensor.enable_save_as_bf16([v])
    >>> v.save_as_bf16
    True
    """
    for each in variables:
        if isinstance(each, DVariable):
            each.save_as_bf16 = True


def _texts(given: Any) -> list[bytes]:
    return [bytes(each) for each in np.ravel(convert_to_tensor(given, dtypes.string))]


def _layout_on(mesh: Mesh, name: Any, tensor: Any) -> Layout:
    """The layout of a tensor or variable.

    Raises:
      InvalidArgumentError: if it is not on the mesh.
    """
    layout = getattr(tensor, "layout", None)
    if not isinstance(layout, Layout) or layout.mesh != mesh:
        raise InvalidArgumentError(
            None, None, f"The tensor of the name {name!r} is not on the mesh."
        )
    return layout


__all__ = [
    "enable_save_as_bf16",
    "name_based_restore",
    "name_based_save",
    "sharded_save",
]
