"""Variables that an optimizer or an average keeps for another variable."""

from __future__ import annotations

from typing import Any

from runtime.compat.v1.variable_class import Variable
from runtime.compat.v1.variable_scopes import get_variable_scope
from runtime.context import name_scope
from runtime.variables.variable_creation import makes_a_graph_by_hand


def slot_variable(initial_value: Any, name: str) -> Any:
    """A variable that is not trained, under the name by which checkpoints know it.

    In a graph that is ``name`` within the variable scope; name scopes are left.

    Args:
      initial_value: a tensor, or a function that returns one.
      name: the other variable's name, and what is kept: ``"w/Adam"``.

    >>> from runtime.compat.v1.training.slot_variables import slot_variable
    >>> with tf.Graph().as_default(), tf.name_scope("train"):
    ...     slot_variable(tf.zeros([2]), "w/Adam").name
    'w/Adam:0'
    """
    if not makes_a_graph_by_hand():
        return Variable(initial_value, trainable=False, name=name)
    scope = get_variable_scope().name
    with name_scope(""):
        full_name = f"{scope}/{name}" if scope else name
        return Variable(initial_value, trainable=False, name=full_name)


__all__ = ["slot_variable"]
