"""Configurations of columns as plain values, and columns from configurations."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from runtime.compat.v1 import scaled_values
from runtime.feature_columns.columns import FeatureColumn
from runtime.namespaces import initializers

_FIRST_VERSION: Final = "_initializer"
"""The end of the names of version 1's initializers."""


def serialize_feature_column(fc: Any) -> Any:
    """A key unchanged; a column as a dict of its class name and configuration.

    >>> column = tf.feature_column.numeric_column("age")
    >>> tf.__internal__.feature_column.serialize_feature_column(column)["class_name"]
    'NumericColumn'

    Raises:
      ValueError: for a value that is neither key nor column.
    """
    if isinstance(fc, str):
        return fc
    if isinstance(fc, FeatureColumn):
        return {"class_name": type(fc).__name__, "config": fc.get_config()}
    raise ValueError(f"Instance: {fc} is not a FeatureColumn")


def deserialize_feature_column(
    config: Any, custom_objects: Any = None, columns_by_name: Any = None
) -> Any:
    """The column of a configuration; ``columns_by_name`` has one object per name.

    >>> internal = tf.__internal__.feature_column
    >>> column = tf.feature_column.numeric_column("age")
    >>> config = internal.serialize_feature_column(column)
    >>> internal.deserialize_feature_column(config) == column
    True

    Raises:
      ValueError: for a class that is not known.
    """
    if isinstance(config, str):
        return config
    known = {**_column_classes(FeatureColumn), **(custom_objects or {})}
    name = config["class_name"]
    if name not in known:
        raise ValueError(f"Unknown feature_column_v2: {name}")
    made = known[name].from_config(
        config["config"],
        custom_objects=custom_objects,
        columns_by_name=columns_by_name,
    )
    if columns_by_name is None:
        return made
    return columns_by_name.setdefault(made.name, made)


def _column_classes(base: type[FeatureColumn]) -> dict[str, Any]:
    """Every class of columns by name."""
    found: dict[str, Any] = {}
    for each in base.__subclasses__():
        found[each.__name__] = each
        found.update(_column_classes(each))
    return found


def plain_function(function: Callable[..., Any] | None) -> str | None:
    """The name of a function."""
    return None if function is None else function.__name__


def found_function(name: str | None, known: Mapping[str, Any] | None) -> Any:
    """The function of a name.

    Raises:
      ValueError: for a function that is not among the custom objects.
    """
    if name is None:
        return None
    found = (known or {}).get(name)
    if found is None:
        raise ValueError(f"Unknown function: {name}")
    return found


def plain_initializer(initializer: Any) -> Any:
    """The class and configuration of an initializer."""
    if not hasattr(initializer, "get_config"):
        return plain_function(initializer)
    return {
        "class_name": _class_name(initializer),
        "config": initializer.get_config(),
    }


def _class_name(initializer: Any) -> str:
    """The name of the class; functions of version 1 are classes of another name."""
    name = type(initializer).__name__
    if not name.endswith(_FIRST_VERSION):
        return name
    words = name.removesuffix(_FIRST_VERSION).split("_")
    return "".join(word.capitalize() for word in words)


def found_initializer(config: Any, known: Mapping[str, Any] | None) -> Any:
    """The initializer of a configuration.

    Raises:
      ValueError: for a class that is not known.
    """
    if config is None or isinstance(config, str):
        return found_function(config, known)
    name = config["class_name"]
    first = re.sub("(?<!^)(?=[A-Z])", "_", name).lower() + _FIRST_VERSION
    made = (
        (known or {}).get(name)
        or getattr(initializers, name, None)
        or getattr(scaled_values, first, None)
    )
    if made is None:
        raise ValueError(f"Unknown initializer: {name}")
    return made.from_config(config["config"])
