"""The variables that a Saver saves, and its settings as a message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir.wire import messages
from runtime.compat.v1.saving.saver_nodes import V2, SaverSettings
from runtime.variables.resource import ResourceVariable


def named_variables(variables: Any) -> dict[str, Any]:
    """Variables by their names in a checkpoint.

    Raises:
      ValueError: for two variables of one name, or a variable with two names.
      TypeError: for a value that is not a variable.
    """
    named = dict(variables) if isinstance(variables, Mapping) else _by_name(variables)
    names: dict[int, str] = {}
    for name, each in sorted(named.items()):
        _check_variable(each)
        if id(each) in names:
            raise ValueError(
                f"The same saveable will be restored with two names: {name}"
            )
        names[id(each)] = name
    return named


def _by_name(variables: Sequence[Any]) -> dict[str, Any]:
    named: dict[str, Any] = {}
    for each in variables:
        _check_variable(each)
        name: str = each._shared_name
        if named.get(name) is each:
            raise ValueError(f"At least two variables have the same name: {name}")
        if name in named:
            raise ValueError(
                "Two different ResourceVariable objects with the same shared_name "
                f"'{name}' were passed to the Saver. This likely means that they were "
                "created in different Graphs or isolated contexts, and may not be "
                "checkpointed together."
            )
        named[name] = each
    return named


def _check_variable(value: Any) -> None:
    if not isinstance(value, ResourceVariable):
        raise TypeError(
            "names_to_saveables must be a dict mapping string names to "
            f"Tensors/Variables. Not a variable: {value}"
        )


def settings_of(message: Any) -> SaverSettings:
    """The settings in a `SaverDef` message."""
    return SaverSettings(
        message.max_to_keep,
        message.keep_checkpoint_every_n_hours,
        message.sharded,
        version=message.version or V2,
    )


class SaverDef:
    """A `SaverDef` message with these fields.

    >>> tf.compat.v1.train.SaverDef(max_to_keep=3).max_to_keep
    3
    """

    LEGACY, V1, V2 = 0, 1, 2

    def __new__(cls, **fields: Any) -> Any:
        return messages.get("SaverDef")(**fields)
