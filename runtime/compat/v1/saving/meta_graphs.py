"""Graphs with their collections in files, ``model.meta``: exported and imported."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Final

from graphir.disk.fresh_files import write_whole
from graphir.errors import ParseError
from graphir.wire import messages, text
from graphir.wire.graphdef import from_graph_def
from runtime.compat.v1.graph_variables import GraphKeys, GraphVariable
from runtime.compat.v1.reference_variables import with_resources
from runtime.functions.graph_import import import_graph_def
from runtime.messages.logs import get_logger
from runtime.namespaces.version import VERSION
from runtime.stateful_kernels.confinement import check_grants, confine
from runtime.stateful_kernels.files import refused
from runtime.tracing.graphs import Graph, default_graph

_OF_VARIABLES: Final = frozenset(
    {
        GraphKeys.GLOBAL_VARIABLES,
        GraphKeys.LOCAL_VARIABLES,
        GraphKeys.METRIC_VARIABLES,
        GraphKeys.MODEL_VARIABLES,
        GraphKeys.MOVING_AVERAGE_VARIABLES,
        GraphKeys.TRAINABLE_VARIABLES,
        GraphKeys.GLOBAL_STEP,
    }
)
"""Collections whose elements are variables, written as messages."""


def export_meta_graph(
    filename: str | None = None,
    meta_info_def: Any = None,
    graph_def: Any = None,
    saver_def: Any = None,
    collection_list: Sequence[str] | None = None,
    as_text: bool = False,
    graph: Graph | None = None,
    export_scope: str | None = None,
    clear_devices: bool = False,
    **kwargs: Any,
) -> Any:
    """A graph with its collections as a `MetaGraphDef`, by default the current one.

    It is also written to ``filename``, unless None.

    >>> with tf.Graph().as_default():
    ...     _ = tf.compat.v1.get_variable("v", [2])
    ...     meta = tf.compat.v1.train.export_meta_graph()
    >>> sorted(meta.collection_def)
    ['trainable_variables', 'variables']

    Raises:
      NotImplementedError: for ``export_scope``.
      PermissionDeniedError, ResourceExhaustedError: if it cannot be written.
    """
    if export_scope is not None:
        raise NotImplementedError(
            "A graph is exported whole here: leave out export_scope."
        )
    graph = graph or default_graph()
    message = messages.get("MetaGraphDef")()
    if meta_info_def is not None:
        message.meta_info_def.CopyFrom(meta_info_def)
    message.meta_info_def.tensorflow_version = VERSION
    message.graph_def.CopyFrom(graph_def or graph.as_graph_def(add_shapes=True))
    for node in message.graph_def.node if clear_devices else ():
        node.device = ""
    if saver_def is not None:
        message.saver_def.CopyFrom(saver_def)
    keys = graph.get_all_collection_keys()
    for key in keys if collection_list is None else collection_list:
        _fill_collection(message.collection_def[key], key, graph.get_collection(key))
        if not message.collection_def[key].WhichOneof("kind"):
            del message.collection_def[key]
    if filename is not None:
        _write(filename, message, as_text)
    return message


def _write(path: str, message: Any, as_text: bool) -> None:
    data = (
        messages.to_text(message).encode() if as_text else message.SerializeToString()
    )
    try:
        write_whole(path, data)
    except OSError as error:
        raise refused(error, path) from None


def _fill_collection(message: Any, key: str, values: Sequence[Any]) -> None:
    """Writes a collection; of what cannot be written a warning is left."""
    for each in values:
        if not _fill_value(message, key, each):
            get_logger().warning(
                "Issue encountered when serializing %s.\nType is unsupported, or the "
                "types of the items don't match field type in CollectionDef. Note "
                "this is a warning and probably safe to ignore.",
                key,
            )
            return


def _fill_value(message: Any, key: str, value: Any) -> bool:
    if key in _OF_VARIABLES:
        if isinstance(value, GraphVariable):
            message.bytes_list.value.append(variable_message(value).SerializeToString())
            return True
        return False
    if hasattr(value, "DESCRIPTOR"):
        message.any_list.value.add().Pack(value)
    elif isinstance(value, bool) or not isinstance(value, (bytes, str, int, float)):
        name: Any = getattr(value, "name", None)
        if name is None:
            return False
        message.node_list.value.append(name)
    elif isinstance(value, int):
        message.int64_list.value.append(value)
    elif isinstance(value, float):
        message.float_list.value.append(value)
    else:
        content = value.encode() if isinstance(value, str) else value
        message.bytes_list.value.append(content)
    return True


def variable_message(variable: GraphVariable) -> Any:
    """A variable of a graph as a `VariableDef`."""
    snapshot: Any = variable.snapshot
    read = snapshot.op
    if read.type == "Identity" and read.inputs[0].op.type == "ReadVariableOp":
        snapshot = read.inputs[0]
    return messages.get("VariableDef")(
        variable_name=variable.name,
        initializer_name=variable.initializer.name,
        snapshot_name=snapshot.name,
        initial_value_name=variable.initial_value.name,
        is_resource=True,
        trainable=variable.trainable,
    )


# --- importing


def import_meta_graph(
    meta_graph_or_file: Any,
    clear_devices: bool = False,
    import_scope: str | None = None,
    allow: Sequence[str] = (),
    **kwargs: Any,
) -> Any:
    """Adds a graph and its collections to the current graph; returns its saver or None.

    Args:
      meta_graph_or_file: a `MetaGraphDef`, or the file of one.
      clear_devices: whether the devices of nodes are dropped.
      import_scope: a prefix of the new nodes.
      allow: permissions of its nodes, besides computing and reading files of the
        folder: ``"files"``, ``"python"``.

    Raises:
      OSError: if the file does not exist.
      DataLossError, InvalidGraphError: for a damaged file.
      RuntimeError: while ops run eagerly.
    """
    from runtime.compat.v1.saving.saver import Saver

    message, folder = _message(meta_graph_or_file)
    add_meta_graph(message, folder, allow, clear_devices, import_scope)
    if message.HasField("saver_def"):
        saver = messages.get("SaverDef")()
        saver.CopyFrom(message.saver_def)
        for field in ("filename_tensor_name", "save_tensor_name", "restore_op_name"):
            setattr(saver, field, _scoped(getattr(saver, field), import_scope))
        return Saver(saver_def=saver, **kwargs)
    if message.collection_def[GraphKeys.GLOBAL_VARIABLES].WhichOneof("kind"):
        return Saver(**kwargs)
    get_logger().info("Saver not created because there are no variables in the graph.")
    return None


def _message(given: Any) -> tuple[Any, str]:
    if not isinstance(given, (str, os.PathLike)):
        return messages.as_ours(given, "MetaGraphDef"), ""
    path = os.fspath(given)
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        raise OSError(f"File does not exist. Received: {path}.") from None
    try:
        found = messages.parse("MetaGraphDef", data)
    except ParseError:
        try:
            found = text.parse_text("MetaGraphDef", data.decode())
        except (ParseError, UnicodeDecodeError):
            raise OSError(f"Cannot parse file {path}: it is no MetaGraphDef.") from None
    return found, os.path.dirname(os.path.abspath(path))


def add_meta_graph(
    message: Any,
    folder: str,
    allow: Sequence[str] = (),
    clear_devices: bool = False,
    scope: str | None = None,
) -> None:
    """Adds the nodes of a message, confined to a folder, and its collections."""
    graph_def = messages.get("GraphDef")()
    graph_def.CopyFrom(message.graph_def)
    for node in graph_def.node if clear_devices else ():
        node.device = ""
    with_resources(graph_def)
    # nothing the file says is believed before the nodes are marked
    source = from_graph_def(graph_def)
    confine(source, folder, check_grants(allow))
    import_graph_def(source.as_graph_def(), name=scope or "")
    graph: Any = default_graph()
    made: dict[bytes, GraphVariable] = {}
    for key in sorted(message.collection_def):
        for value in _values(message.collection_def[key], key, graph, scope, made):
            graph.add_to_collection(key, value)


def _values(
    message: Any,
    key: str,
    graph: Any,
    scope: str | None,
    made: dict[bytes, GraphVariable],
) -> list[Any]:
    kind = message.WhichOneof("kind")
    if kind is None:
        return []
    values = getattr(message, kind).value
    if key in _OF_VARIABLES and kind == "bytes_list":
        for each in values:
            if each not in made:
                made[each] = _variable(each, graph, scope)
        return [made[each] for each in values]
    if kind == "node_list":
        names = [_scoped(each, scope) for each in values]
        return [graph.as_graph_element(each) for each in names]
    return list(values)


def _variable(data: bytes, graph: Any, scope: str | None) -> GraphVariable:
    message = messages.parse("VariableDef", data)
    elements: Mapping[str, Any] = {
        field: graph.as_graph_element(_scoped(getattr(message, field), scope))
        for field in ("variable_name", "initializer_name", "snapshot_name")
    }
    initial = message.initial_value_name
    return GraphVariable.of_nodes(
        elements["variable_name"],
        elements["initializer_name"],
        elements["snapshot_name"],
        graph.as_graph_element(_scoped(initial, scope)) if initial else None,
        message.trainable,
    )


def _scoped(name: str, scope: str | None) -> str:
    return f"{scope}/{name}" if scope else name


__all__ = [
    "add_meta_graph",
    "export_meta_graph",
    "import_meta_graph",
    "variable_message",
]
