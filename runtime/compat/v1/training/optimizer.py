"""`tf.compat.v1.train.Optimizer`: variables changed by the gradients of a loss."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from graphir.attachments import Attached
from runtime.apply import apply_op
from runtime.compat.v1.control import gradients
from runtime.compat.v1.graph_variables import GraphKeys, trainable_variables
from runtime.compat.v1.training.slot_variables import slot_variable
from runtime.compat.v1.variable_class import Variable
from runtime.context import name_scope
from runtime.control_flow.conditionals import group
from runtime.gradients.tape import GradientTape
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import TensorLike
from runtime.tensors.nest import flatten
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.graphs import control_dependencies, default_graph

GradientsAndVariables = list[tuple[Any, Any]]


_OF_ALL_REPLICAS: Attached[list[Any]] = Attached("gradients summed over replicas")


class Optimizer:
    """A base class of optimizers of TensorFlow 1.

    Subclasses have `_create_slots`, `_prepare`, `_resource_apply_dense` and
    `_resource_apply_sparse`.

    Raises:
      ValueError: without a name.
    """

    GATE_NONE: Final = 0
    GATE_OP: Final = 1
    GATE_GRAPH: Final = 2

    def __init__(self, use_locking: bool, name: str) -> None:
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking = use_locking
        self._name = name
        self._slots: dict[str, dict[int, Any]] = {}
        self._owners: dict[int, Any] = {}
        """The variables that slots belong to, which keeps their numbers theirs."""
        self._non_slots: dict[tuple[str, int], Any] = {}

    def get_name(self) -> str:
        """The name."""
        return self._name

    def minimize(
        self,
        loss: Any,
        global_step: TensorLike | None = None,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: TensorLike | None = None,
    ) -> Any:
        """Applies a loss's gradients to variables; in a graph, returns an op for that.

        Raises:
          ValueError: if no variable has a gradient.
        """
        pairs = self.compute_gradients(
            loss,
            var_list,
            gate_gradients,
            aggregation_method,
            colocate_gradients_with_ops,
            grad_loss,
        )
        if not any(gradient is not None for gradient, _ in pairs):
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that "
                f"do not support gradients, between variables "
                f"{[str(each) for _, each in pairs]} and loss {loss}."
            )
        return self.apply_gradients(pairs, global_step, name)

    def compute_gradients(
        self,
        loss: Any,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: TensorLike | None = None,
    ) -> GradientsAndVariables:
        """The gradient of a loss by each variable, None where there is none.

        Raises:
          RuntimeError: eagerly, if the loss is not a callable.
          ValueError: if there are no variables, or for another gate.
        """
        if callable(loss):
            return self._eager_gradients(loss, var_list, grad_loss)
        if current_trace() is None:
            raise RuntimeError(
                "`loss` passed to Optimizer.compute_gradients should be a function "
                "when eager execution is enabled."
            )
        if gate_gradients not in (self.GATE_NONE, self.GATE_OP, self.GATE_GRAPH):
            raise ValueError(
                "gate_gradients must be one of: Optimizer.GATE_NONE, "
                f"Optimizer.GATE_OP, Optimizer.GATE_GRAPH. Not {gate_gradients}"
            )
        variables = trainable_variables() if var_list is None else flatten(var_list)
        if not variables:
            raise ValueError("No variables to optimize.")
        found = gradients(loss, variables, grad_ys=grad_loss)
        return list(zip(found, variables))

    def _eager_gradients(
        self, loss: Callable[[], Any], var_list: Any, grad_loss: Any
    ) -> GradientsAndVariables:
        with GradientTape() as tape:
            if var_list is not None and not callable(var_list):
                tape.watch(var_list)
            value = loss()
            variables = var_list() if callable(var_list) else var_list
        variables = tape.watched_variables() if variables is None else variables
        variables = flatten(variables)
        return list(zip(tape.gradient(value, variables, grad_loss), variables))

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, Any]],
        global_step: Any = None,
        name: str | None = None,
    ) -> Any:
        """Changes the variables, and counts a step.

        In a replica of a strategy the gradients of all replicas are summed first.

        Raises:
          ValueError: if no variable has a gradient.
          TypeError: for a gradient that is not a tensor.
          RuntimeError: in the scope of a strategy, outside of a replica.
        """
        given = list(grads_and_vars)
        if not given:
            raise ValueError("No variables provided.")
        pairs = [pair for pair in given if pair[0] is not None]
        if not pairs:
            raise ValueError("No gradients provided for any variable.")
        variables = [variable for _, variable in pairs]
        summed = _OF_ALL_REPLICAS([gradient for gradient, _ in pairs])
        pairs = list(zip(summed, variables, strict=True))
        self._create_slots(variables)
        with name_scope(name or self._name) as scope:
            self._prepare()
            updates = [self._apply(gradient, each) for gradient, each in pairs]
            done = self._finish(updates, "update" if global_step is not None else scope)
            if global_step is not None:
                with control_dependencies([done] if done is not None else []):
                    done = global_step.assign_add(1, name=scope)
        if current_trace() is not None:
            done = getattr(done, "op", done)
            graph: Any = default_graph()
            if done not in graph.get_collection_ref(GraphKeys.TRAIN_OP):
                graph.add_to_collection(GraphKeys.TRAIN_OP, done)
        return done

    def _apply(self, gradient: Any, variable: Any) -> Any:
        if not isinstance(gradient, IndexedSlices):
            return self._resource_apply_dense(convert_to_tensor(gradient), variable)
        indices, found = apply_op("Unique", [gradient.indices])
        count = apply_op("Size", [indices])
        summed = apply_op("UnsortedSegmentSum", [gradient.values, found, count])
        return self._resource_apply_sparse(summed, variable, indices)

    def get_slot(self, var: Any, name: str) -> Any:
        """The slot variable of a variable, by the slot's name, or None."""
        return self._slots.get(name, {}).get(id(var))

    def get_slot_names(self) -> list[str]:
        """The names of the slots of variables."""
        return sorted(self._slots)

    def variables(self) -> list[Any]:
        """All variables of the optimizer."""
        slots = [each for kept in self._slots.values() for each in kept.values()]
        return sorted([*self._non_slots.values(), *slots], key=lambda v: str(v.name))

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        """Makes what is kept for variables; own optimizers have their own."""

    def _prepare(self) -> None:
        """Makes tensors of numbers; own optimizers have their own."""

    def _finish(self, update_ops: Sequence[Any], name_scope: str) -> Any:
        """What is done when all variables are changed."""
        if current_trace() is None:
            return None
        return group(*update_ops, name=name_scope)

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        raise NotImplementedError(
            f"{type(self).__name__} does not define _resource_apply_dense."
        )

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        raise NotImplementedError(
            f"{type(self).__name__} does not define _resource_apply_sparse."
        )

    def _get_or_make_slot(
        self, var: Any, val: Any, slot_name: str, op_name: str
    ) -> Any:
        """What is kept for a variable; at first a tensor."""
        kept = self._slots.setdefault(slot_name, {})
        if id(var) not in kept:
            label = self._free_name(f"{str(var.name).partition(':')[0]}/{op_name}")
            kept[id(var)] = slot_variable(val, label)
            self._owners[id(var)] = var
        return kept[id(var)]

    def _free_name(self, label: str) -> str:
        """Another name where a slot has this one; a graph has names of its own."""
        taken = {str(each.name).partition(":")[0] for each in self.variables()}
        if current_trace() is not None or label not in taken:
            return label
        return next(
            f"{label}_{number}"
            for number in itertools.count(1)
            if f"{label}_{number}" not in taken
        )

    def _zeros_slot(self, var: Any, slot_name: str, op_name: str) -> Any:
        """What is kept for a variable; at first zeros."""
        return self._filled_slot(var, 0.0, slot_name, op_name)

    def _filled_slot(self, var: Any, value: float, slot_name: str, op_name: str) -> Any:
        sizes = var.shape.as_list()

        def filled() -> Any:
            return apply_op("Fill", [sizes, convert_to_tensor(value, var.dtype)])

        return self._get_or_make_slot(var, filled, slot_name, op_name)

    def _create_non_slot_variable(
        self, initial_value: Any, name: str, colocate_with: Any
    ) -> Any:
        """A variable for all variables of a graph."""
        key = name, self._graph_number()
        if key not in self._non_slots:
            self._non_slots[key] = Variable(initial_value, trainable=False, name=name)
        return self._non_slots[key]

    def _get_non_slot_variable(self, name: str, graph: Any = None) -> Any:
        return self._non_slots.get((name, self._graph_number()))

    @staticmethod
    def _graph_number() -> int:
        """The graph made by hand that is recorded; 0 outside, also in functions there.

        All traces of a function, and all replicas, have the same variables.
        """
        trace: Any = current_trace()
        while trace is not None and trace.is_function:
            trace = trace.outer
        return 0 if trace is None else id(trace.graph)

    @staticmethod
    def _call_if_callable(param: Any) -> Any:
        """A number, or what a function gives."""
        return param() if callable(param) else param

    def _number(self, value: Any, like: Any) -> Any:
        """A number that may be given as a function, in the dtype of a variable."""
        given = self._call_if_callable(value)
        found = convert_to_tensor(given, dtype_hint=like.dtype.base_dtype)
        if found.dtype is like.dtype.base_dtype:
            return found
        return apply_op("Cast", [found], {"DstT": like.dtype.base_dtype})


__all__ = ["Optimizer"]
