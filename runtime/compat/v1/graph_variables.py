"""Variables of graphs built by hand: nodes, with values in the session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.context import TraceRecord, name_scope
from runtime.control_flow.conditionals import group
from runtime.devices.placement import device
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.graphs import default_graph
from runtime.tracing.init_scope import init_scope
from runtime.trackable.base import VARIABLE_VALUE
from runtime.variables.replicas import VariableAggregation, VariableSynchronization
from runtime.variables.resource import ResourceVariable
from runtime.variables.variable_creation import makes_a_graph_by_hand

WRAPPED: Final = TraceRecord(bool, of_function=True)
"""Whether the function was wrapped, and is a graph of version 1 that way."""


def graph_of_names() -> Any:
    """The graph in which a name is that of one variable, and which has collections.

    That is a graph made by hand or the graph of a wrapped function, around the branch
    or loop in progress; else None.
    """
    trace = current_trace()
    if trace is None:
        return None
    if not makes_a_graph_by_hand() and not WRAPPED.of(trace):
        return None
    while trace.is_branch and trace.outer is not None:
        trace = trace.outer
    return trace.traced_graph


class GraphKeys:
    """The names of the collections of a graph.

    >>> tf.compat.v1.GraphKeys.GLOBAL_VARIABLES
    'variables'
    """

    GLOBAL_VARIABLES: Final = "variables"
    LOCAL_VARIABLES: Final = "local_variables"
    METRIC_VARIABLES: Final = "metric_variables"
    MODEL_VARIABLES: Final = "model_variables"
    TRAINABLE_VARIABLES: Final = "trainable_variables"
    MOVING_AVERAGE_VARIABLES: Final = "moving_average_variables"
    GLOBAL_STEP: Final = "global_step"
    REGULARIZATION_LOSSES: Final = "regularization_losses"
    LOSSES: Final = "losses"
    WEIGHTS: Final = "weights"
    BIASES: Final = "biases"
    ACTIVATIONS: Final = "activations"
    UPDATE_OPS: Final = "update_ops"
    SUMMARIES: Final = "summaries"
    ASSET_FILEPATHS: Final = "asset_filepaths"
    CONCATENATED_VARIABLES: Final = "concatenated_variables"
    SAVERS: Final = "savers"
    SAVEABLE_OBJECTS: Final = "saveable_objects"
    RESOURCES: Final = "resources"
    LOCAL_RESOURCES: Final = "local_resources"
    TABLE_INITIALIZERS: Final = "table_initializer"
    QUEUE_RUNNERS: Final = "queue_runners"
    INIT_OP: Final = "init_op"
    LOCAL_INIT_OP: Final = "local_init_op"
    READY_OP: Final = "ready_op"
    READY_FOR_LOCAL_INIT_OP: Final = "ready_for_local_init_op"
    SUMMARY_OP: Final = "summary_op"
    EVAL_STEP: Final = "eval_step"
    COND_CONTEXT: Final = "cond_context"
    WHILE_CONTEXT: Final = "while_context"
    TRAIN_OP: Final = "train_op"


class GraphVariable(ResourceVariable):
    """A variable of a graph: each session has its own value."""

    handle: Any

    def __init__(
        self,
        initial_value: Any,
        trainable: bool,
        name: str,
        dtype: DTypeLike | None,
        shape: Any,
    ) -> None:
        self._set_up(trainable)
        with name_scope(name) as scope:
            with device(None):  # the initial value stands on no device of the variable
                value = initial_value() if callable(initial_value) else initial_value
                initial = convert_to_tensor(value, dtype, name="initial_value")
            known = initial.shape if shape is None else Shape(shape)
            self._become(initial.dtype.base_dtype, known, scope[:-1])
            self._first_value = initial
            attrs = {"dtype": self.dtype, "validate_shape": False}
            with device(None), device(self.handle.device):
                self._first_assignment = apply_op(
                    "AssignVariableOp", [self.handle, initial], attrs, "Assign"
                )
            self.snapshot = self.read_value()
            """What sessions fetch in its place."""

    @classmethod
    def of_nodes(
        cls, handle: Any, initializer: Any, snapshot: Any, initial: Any, trainable: bool
    ) -> GraphVariable:
        """The variable that nodes of the graph in progress are already."""
        made = cls.__new__(cls)
        made._set_up(trainable)
        node = handle.op
        dtype, shape = as_dtype(node.get_attr("dtype")), node.get_attr("shape")
        ResourceVariable._become(made, dtype.base_dtype, shape, node.name)
        made.handle = handle
        handle.value.handle_data = ((made.dtype, made.shape),)
        made._first_assignment, made._first_value = initializer, initial
        made.snapshot = snapshot
        return made

    def _set_up(self, trainable: bool) -> None:
        self._restored: Any = None
        self.trainable = trainable
        self.constraint = None
        self.synchronization = VariableSynchronization.AUTO
        self.aggregation = VariableAggregation.NONE

    def _become(self, dtype: DType, shape: Shape, name: str) -> None:
        super()._become(dtype, shape, name)
        attrs = {"dtype": dtype, "shape": shape, "shared_name": name.encode()}
        self.handle = apply_op("VarHandleOp", [], attrs, name + "/")
        self.handle.value.handle_data = ((dtype, shape),)

    @property
    def initializer(self) -> Any:
        """The operation that assigns the variable its initial value."""
        return self._first_assignment

    @property
    def initial_value(self) -> Any:
        """The tensor that it starts with."""
        return self._first_value

    def start_with_stored(self, prefix: str, key: str) -> None:
        """Lets the initializer read the value from a checkpoint."""

        def stored() -> Any:
            inputs = [prefix, [key], [""]]
            found = apply_op("RestoreV2", inputs, {"dtypes": [self.dtype]})[0]
            found.set_shape(self.shape)
            return found

        self.start_with(stored)

    def start_with(self, make: Callable[[], Any]) -> None:
        """Lets the initializer assign what a function makes in the variable's graph."""
        graph = self.handle.graph
        with graph.as_default(), init_scope(), name_scope(f"{self.handle.op.name}/"):
            stored = self._first_value = make()
            attrs = {"dtype": self.dtype, "validate_shape": False}
            self._first_assignment = apply_op(
                "AssignVariableOp", [self.handle, stored], attrs, "Assign"
            )

    def load(self, value: TensorLike, session: object = None) -> None:
        """Gives the variable a value in a session, by default the innermost session.

        Raises:
          ValueError: without a session.
        """
        self.initializer.run({self.initializer.inputs[1]: value}, session)

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {VARIABLE_VALUE: self.snapshot}

    def _restore_from_tensors(self, restored_tensors: dict[str, Any]) -> None:
        value = restored_tensors[VARIABLE_VALUE]
        self._check_restored(value)
        self._restored = value.numpy()

    def restore_in(self, session: object = None, or_initialize: bool = False) -> None:
        """Gives a session what a checkpoint was found to hold.

        Raises:
          ValueError: without a session.
        """
        if self._restored is not None:
            self.load(self._restored, session)
        elif or_initialize:
            self.initializer.run(session=session)

    def eval(self, session: Any = None) -> Any:
        """The variable's value in a session, by default the innermost session."""
        return self.snapshot.eval(session=session)


def graph_variable(
    initial_value: Any,
    trainable: bool | None,
    collections: Sequence[str] | None,
    name: str | None,
    dtype: DTypeLike | None,
    shape: Any,
) -> GraphVariable:
    """A variable of the graph in progress, in its collections.

    It is made outside of branches and loops, and waits for no control dependency: its
    initializer runs before all else.

    Raises:
      ValueError: without an initial value.
    """
    if initial_value is None:
        raise ValueError("initial_value must be specified.")
    with init_scope():
        made = GraphVariable(
            initial_value, trainable is not False, name or "Variable", dtype, shape
        )
        collect(made, default_graph(), collections)
    return made


def collect(variable: Any, graph: Any, collections: Sequence[str] | None) -> None:
    """Puts a variable into collections of a graph, by default the global variables."""
    for key in collections or (GraphKeys.GLOBAL_VARIABLES,):
        graph.add_to_collection(key, variable)
    if variable.trainable:
        graph.add_to_collection(GraphKeys.TRAINABLE_VARIABLES, variable)


def _collected(key: str, scope: str | None) -> list[Any]:
    if current_trace() is None:
        return []
    graph: Any = default_graph()
    found: list[Any] = graph.get_collection(key, scope)
    return found


def global_variables(scope: str | None = None) -> list[Any]:
    """The variables of the current graph whose names begin with ``scope``.

    >>> with tf.Graph().as_default():
    ...     _ = tf.compat.v1.get_variable("w", [2])
    ...     [v.name for v in tf.compat.v1.global_variables()]
    ['w:0']
    """
    return _collected(GraphKeys.GLOBAL_VARIABLES, scope)


def local_variables(scope: str | None = None) -> list[Any]:
    """The variables that are local to this process."""
    return _collected(GraphKeys.LOCAL_VARIABLES, scope)


def trainable_variables(scope: str | None = None) -> list[Any]:
    """The trainable variables."""
    return _collected(GraphKeys.TRAINABLE_VARIABLES, scope)


def get_collection(key: str, scope: str | None = None) -> list[Any]:
    """The values of a collection of the current graph."""
    return _collected(key, scope)


def add_to_collection(name: str, value: object) -> None:
    """Adds to a collection of the graph in progress."""
    graph: Any = default_graph()
    graph.add_to_collection(name, value)


def variables_initializer(var_list: Sequence[Any], name: str = "init") -> Any:
    """An operation that assigns variables of a graph their initial values."""
    if current_trace() is None:
        return group(name=name)
    return group(*(each.initializer for each in var_list), name=name)


def global_variables_initializer() -> Any:
    """An operation that assigns all variables of the graph their initial values.

    Eagerly, variables are initialized when they are made, and the operation is empty.

    >>> tf.compat.v1.global_variables_initializer()
    """
    return variables_initializer(global_variables())


def local_variables_initializer() -> Any:
    """An op that initializes the local variables."""
    return variables_initializer(local_variables())


def tables_initializer(name: str = "init_all_tables") -> Any:
    """An operation that fills tables: they are filled when they are made."""
    return group(name=name)


def typed(dtype: DTypeLike | None) -> DType:
    """A dtype, by default float32."""
    return as_dtype("float32" if dtype is None else dtype)


__all__ = [
    "WRAPPED",
    "GraphKeys",
    "GraphVariable",
    "add_to_collection",
    "collect",
    "get_collection",
    "global_variables",
    "global_variables_initializer",
    "graph_of_names",
    "local_variables",
    "local_variables_initializer",
    "tables_initializer",
    "trainable_variables",
    "variables_initializer",
]
