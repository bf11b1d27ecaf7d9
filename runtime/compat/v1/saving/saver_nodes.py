"""The nodes by which a graph saves and restores its variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.shapes import SCALAR
from graphir.wire import messages
from runtime.apply import apply_op
from runtime.context import name_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tracing.graphs import control_dependencies

V1, V2 = 1, 2
"""Versions of the format of checkpoints."""


@dataclass(frozen=True)
class SaverSettings:
    """The settings of a saver, as a `SaverDef` stores them."""

    max_to_keep: int = 5
    keep_hours: float = 10_000.0
    is_sharded: bool = False
    reshapes: bool = False
    version: int = V2
    filename: str = "model"

    def message(self) -> Any:
        """A `SaverDef` with these settings and without names of nodes."""
        return messages.get("SaverDef")(
            max_to_keep=self.max_to_keep,
            keep_checkpoint_every_n_hours=self.keep_hours,
            sharded=self.is_sharded,
            version=self.version,
        )


def add_saver_nodes(
    variables: Mapping[str, Any], settings: SaverSettings, name: str
) -> Any:
    """Adds the nodes to the current graph; returns a `SaverDef` that names them.

    Args:
      variables: the graph's variables by their names in the checkpoint.
      settings: the settings of the saver.
      name: the scope of the nodes.
    """
    nodes = _SaverNodes(variables, settings)
    with name_scope(name):
        nodes.add()
    message = settings.message()
    message.filename_tensor_name = nodes.filename.name
    message.save_tensor_name = nodes.saved.name
    message.restore_op_name = nodes.restored.name
    return message


class _SaverNodes:
    """Nodes under way; each is named as TensorFlow names it."""

    filename: Any
    saved: Any
    restored: Any

    def __init__(self, variables: Mapping[str, Any], settings: SaverSettings) -> None:
        self._names = sorted(variables)
        self._variables = [variables[each] for each in self._names]
        self._settings = settings
        self._kinds = [each.dtype for each in self._variables]

    def add(self) -> None:
        """Adds all nodes."""
        default = _text(self._settings.filename, "filename/input")
        attrs = {"dtype": dtypes.string, "shape": SCALAR}
        given = apply_op("PlaceholderWithDefault", [default], attrs, "filename")
        self.filename = apply_op("PlaceholderWithDefault", [given], attrs, "Const")
        is_sharded = self._settings.is_sharded and self._settings.version == V2
        self.saved = self._sharded() if is_sharded else self._saved(self.filename)
        self._restore()

    def _saved(self, path: Any) -> Any:
        values = [_value(each) for each in self._variables]
        if self._settings.version == V1:
            inputs = [
                path,
                _texts(self._names, "save/tensor_names"),
                _texts(self._slices, "save/shapes_and_slices"),
                values,
            ]
            done = apply_op("SaveSlices", inputs, {"T": self._kinds}, "save")
        else:
            attrs = {"dtypes": self._kinds}
            done = apply_op("SaveV2", [path, *self._keys("SaveV2"), values], attrs)
        with control_dependencies([done]):
            return apply_op("Identity", [path], None, "control_dependency")

    def _keys(self, op: str) -> list[Any]:
        return [
            _texts(self._names, f"{op}/tensor_names"),
            _texts(self._slices, f"{op}/shape_and_slices"),
        ]

    @property
    def _slices(self) -> Sequence[str]:
        return [""] * len(self._names)

    def _sharded(self) -> Any:
        """One shard, written to a folder of its own and then named."""
        is_remote = apply_op(
            "StaticRegexFullMatch", [self.filename], {"pattern": b"^s3://.*"}
        )
        ends = [_text(".part", "Const_1"), _text("_temp/part", "Const_2")]
        end = apply_op("Select", [is_remote, *ends])
        base = apply_op("StringJoin", [[self.filename, end]])
        count = convert_to_tensor(1, dtypes.int32, name="num_shards")
        number = convert_to_tensor(0, dtypes.int32, name="ShardedFilename/shard")
        shard = apply_op("ShardedFilename", [base, number, count])
        written = self._saved(shard)
        with control_dependencies([written]):
            prefixes = apply_op(
                "Pack", [[shard]], None, "MergeV2Checkpoints/checkpoint_prefixes"
            )
        merged = apply_op(
            "MergeV2Checkpoints", [prefixes, self.filename], {"delete_old_dirs": True}
        )
        with control_dependencies([merged, written]):
            return apply_op("Identity", [self.filename])

    def _restore(self) -> None:
        inputs = [self.filename, *self._keys("RestoreV2")]
        found = apply_op("RestoreV2", inputs, {"dtypes": self._kinds})
        done = []
        for tensor, variable in zip(found, self._variables):
            if self._settings.reshapes:
                shape = convert_to_tensor(list(variable.shape), dtypes.int32)
                tensor = apply_op("Reshape", [tensor, shape])
            attrs = {"dtype": variable.dtype, "validate_shape": False}
            value = apply_op("Identity", [tensor])
            done.append(apply_op("AssignVariableOp", [variable.handle, value], attrs))
        if self._settings.is_sharded:
            done = [_after(done, "restore_shard")]
        self.restored = _after(done, "restore_all")


def _after(done: Sequence[Any], name: str) -> Any:
    with control_dependencies(list(done)):
        return apply_op("NoOp", [], None, name)


def _value(variable: Any) -> Any:
    """The node that reads a variable, which its graph has already."""
    snapshot = variable.snapshot
    read = snapshot.op
    is_copy = read.type == "Identity" and read.inputs[0].op.type == "ReadVariableOp"
    return read.inputs[0] if is_copy else snapshot


def _text(text: str, name: str) -> Any:
    array = np.array(text.encode(), object)
    return convert_to_tensor(array, dtypes.string, name=name)


def _texts(texts: Sequence[str], name: str) -> Any:
    array = np.empty(len(texts), object)
    array[:] = [each.encode() for each in texts]
    return convert_to_tensor(array, dtypes.string, name=name)


__all__ = ["V1", "V2", "SaverSettings", "add_saver_nodes"]
