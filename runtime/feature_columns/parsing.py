"""make_parse_example_spec: the parsing specs of feature columns."""

from __future__ import annotations

from typing import Any

from runtime.feature_columns.columns import FeatureColumn


def make_parse_example_spec(feature_columns: Any) -> dict[str, Any]:
    """The specs that `tf.io.parse_example` needs for the columns, by key.

    >>> price = tf.feature_column.numeric_column("price")
    >>> sorted(tf.feature_column.make_parse_example_spec([price]))
    ['price']

    Raises:
      ValueError: for a value that is no column, or two columns with different specs for
        one feature.
    """
    spec: dict[str, Any] = {}
    for column in feature_columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(
                f"All feature_columns must be FeatureColumn instances. Given: {column}"
            )
        for key, value in column.parse_example_spec.items():
            if spec.setdefault(key, value) != value:
                raise ValueError(
                    f"feature_columns contain different parse_spec for key {key}. "
                    f"Given {value} and {spec[key]}"
                )
    return spec
