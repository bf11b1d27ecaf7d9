"""SavedModels of version 1: a graph and signatures, without objects."""

from __future__ import annotations

import os
import weakref
from collections.abc import Sequence
from typing import Any, Final

from runtime.bundles.bundle_reader import BundleReader, data_path, index_path
from runtime.bundles.slice_specs import slice_spec
from runtime.compat.v1.reference_variables import (
    VariableNode,
    needed_part,
    variable_nodes,
    with_own_tables,
    with_resources,
)
from runtime.compat.v1.wrapping import wrap_function
from runtime.context import eager_mode
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.graph_import import import_graph_def
from runtime.functions.pruning import pruned
from runtime.saved_model.loaded_objects import SignatureMap, UserObject
from runtime.saved_model.model_files import (
    ASSETS,
    VARIABLES,
    asset_files,
    file_within,
)
from runtime.saved_model.tensor_infos import input_parts, names_in, spec_of_info
from runtime.signatures.call_signature import CallSignature
from runtime.signatures.signature_text import Argument
from runtime.signatures.trace_types import TensorSpec
from runtime.stateful_kernels.confinement import confine
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import with_components
from runtime.tracing.graph_trace import next_number
from runtime.trackable.assets import Asset
from runtime.variables.resource import uninitialized_variable

_INIT: Final = "__saved_model_init_op"
_TRAIN: Final = "__saved_model_train_op"
_COLLECTIONS: Final = ("saved_model_main_op", "legacy_init_op")


def load_earlier(meta: Any, folder: str, allow: frozenset[str]) -> Any:
    """The signatures and variables of a model that TensorFlow 1 saved.

    Raises:
      DataLossError: if it is damaged.
      UnimplementedError: for variables that are changed by reference.
      PermissionDeniedError: if it asks for files outside of its folder.
    """
    with eager_mode():
        return EarlierModel(meta, folder, allow).load()


class EarlierModel:
    """A model of version 1 that is converted to functions."""

    def __init__(self, meta: Any, folder: str, allow: frozenset[str]) -> None:
        self._meta = meta
        self._folder = folder
        self._allow = allow
        self._may_leave = "files" in allow
        self._asset_files = asset_files(meta, folder)
        self._signatures = {
            name: each
            for name, each in meta.signature_def.items()
            if name not in (_INIT, _TRAIN)
        }
        self._initializer = self._initializing_op()
        self._variables: dict[str, Any] = {}
        self._nodes: list[VariableNode] = []

    def load(self) -> Any:
        """An object with the signatures, the variables and the graph."""
        graph_def = needed_part(self._meta.graph_def, self._ends())
        restore = self._meta.saver_def.restore_op_name
        known = {each.name for each in graph_def.node}
        every = variable_nodes(self._meta.graph_def, restore)
        self._nodes = [each for each in every if each.name in known]
        self._make_variables()
        with_resources(graph_def)
        with_own_tables(graph_def, next_number())
        assets = self._assets()
        root = UserObject()
        wrapped = self._wrapped(graph_def, assets)
        signatures = SignatureMap()
        for name in sorted(self._signatures):
            signatures.add(name, self._signature(wrapped, name))
        found = {
            "signatures": signatures,
            "variables": list(self._variables.values()),
            "asset_paths": list(assets.values()),
        }
        for name, value in found.items():
            setattr(root, name, value)
        with_no_tracking = object.__setattr__
        info = self._meta.meta_info_def
        with_no_tracking(root, "graph", wrapped.graph)
        with_no_tracking(root, "prune", wrapped.prune)
        with_no_tracking(root, "tensorflow_version", info.tensorflow_version)
        with_no_tracking(root, "tensorflow_git_version", info.tensorflow_git_version)
        if self._initializer:
            wrapped.prune([], self._initializer)()
        return root

    def _ends(self) -> list[str]:
        """The tensors to keep: those of signatures and assets, and the initializer."""
        ends = [self._initializer] if self._initializer else []
        for each in self._signatures.values():
            infos = [*each.inputs.values(), *each.outputs.values()]
            ends += [name for info in infos for name in names_in(info)]
        present = {each.name for each in self._meta.graph_def.node}
        infos = [each.tensor_info for each in self._asset_files]
        ends += [each.name for each in infos if each.name.partition(":")[0] in present]
        return ends

    def _initializing_op(self) -> str:
        if _INIT in self._meta.signature_def:
            name: str = self._meta.signature_def[_INIT].outputs[_INIT].name
            return name.partition(":")[0]
        for collection in _COLLECTIONS:
            names = self._meta.collection_def[collection].node_list.value
            if names:
                return str(names[0]).partition(":")[0]
        return ""

    # --- state

    def _make_variables(self) -> None:
        if not self._nodes:
            return
        prefix = os.path.join(self._folder, VARIABLES)
        parts = VARIABLES.split(os.sep)
        for path in (index_path(parts[-1]), data_path(parts[-1], 0, 1)):
            file_within(self._folder, [*parts[:-1], path], self._may_leave)
        reader = BundleReader(prefix)
        trained = self._meta.collection_def["trainable_variables"].bytes_list.value
        for each in self._nodes:
            trainable = any(each.name.encode() in row for row in trained)
            made = uninitialized_variable(each.dtype, each.shape, each.name, trainable)
            made.storage.assign(_value(reader, each))
            self._variables[each.name] = made

    def _assets(self) -> dict[str, Asset]:
        """Tensor -> the file whose name it is."""
        return {
            each.tensor_info.name: Asset(
                file_within(self._folder, [ASSETS, each.filename], self._may_leave)
            )
            for each in self._asset_files
        }

    # --- functions

    def _wrapped(self, graph_def: Any, assets: dict[str, Asset]) -> ConcreteFunction:
        given = {f"{name}:0": each.handle for name, each in self._variables.items()}
        for name, asset in assets.items():
            given[name] = convert_to_tensor(asset.path)

        def whole() -> None:
            import_graph_def(graph_def, given, name="")

        wrapped = wrap_function(whole, [], "model")
        for variable in self._variables.values():
            wrapped.trace.variables[id(variable.storage)] = weakref.ref(variable)
        confine(wrapped.trace.graph, self._folder, self._allow)
        return wrapped

    def _signature(self, wrapped: ConcreteFunction, name: str) -> ConcreteFunction:
        message = self._signatures[name]
        inputs = [
            part
            for key, info in sorted(message.inputs.items())
            for part in input_parts(key, info)
        ]
        outputs = sorted(message.outputs.items())
        feeds = [tensor for _, tensor, _ in inputs]
        fetches = [names_in(info) for _, info in outputs]
        trace, _, found = pruned(wrapped.trace, feeds, fetches, f"signature_{name}")
        results = {
            key: _value_of(spec_of_info(info), parts)
            for (key, info), parts in zip(outputs, found)
        }
        arguments = tuple(
            Argument(key, "KEYWORD_ONLY", spec) for key, _, spec in inputs
        )
        full_name = f"__inference_signature_{name}_{next_number()}"
        return ConcreteFunction(trace, full_name, CallSignature(arguments), results)


def _value_of(spec: Any, parts: Sequence[Any]) -> Any:
    """The tensor, or the composite that the tensors are the parts of."""
    return parts[0] if isinstance(spec, TensorSpec) else with_components(spec, parts)


def _value(reader: BundleReader, node: VariableNode) -> Any:
    array = reader.read(node.key or node.name)
    if not node.part:
        return array
    return array[slice_spec(node.part).place].copy()


__all__ = ["EarlierModel", "load_earlier"]
