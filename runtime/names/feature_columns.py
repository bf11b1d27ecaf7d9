"""The table of public modules for feature columns.

A module is its docstring and a table: private modules and the names that they define,
written as in ``runtime.names.top_level``.
"""

from __future__ import annotations

from typing import Final

_COLUMNS: Final = {
    "runtime.feature_columns.categories": (
        "categorical_column_with_hash_bucket categorical_column_with_identity "
        "weighted_categorical_column"
    ),
    "runtime.feature_columns.crossed": "crossed_column",
    "runtime.feature_columns.embeddings": "embedding_column",
    "runtime.feature_columns.indicators": "indicator_column",
    "runtime.feature_columns.numeric": "bucketized_column numeric_column",
    "runtime.feature_columns.parsing": "make_parse_example_spec",
    "runtime.feature_columns.sequences": (
        "sequence_categorical_column_with_hash_bucket "
        "sequence_categorical_column_with_identity "
        "sequence_categorical_column_with_vocabulary_file "
        "sequence_categorical_column_with_vocabulary_list sequence_numeric_column"
    ),
}
"""The names of both versions of TensorFlow."""

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "feature_column": (
        "Feature columns: transformations of features into inputs of a model.",
        {
            **_COLUMNS,
            "runtime.feature_columns.shared_embeddings": "shared_embeddings",
            "runtime.feature_columns.vocabularies": (
                "categorical_column_with_vocabulary_file "
                "categorical_column_with_vocabulary_list"
            ),
        },
    ),
    "compat.v1.feature_column": (
        "Feature columns, and TensorFlow 1's layers of feature columns.",
        {
            **_COLUMNS,
            "runtime.feature_columns.scoped_layers": "input_layer linear_model",
            "runtime.feature_columns.shared_embeddings": (
                "shared_embedding_columns=shared_embeddings"
            ),
            "runtime.feature_columns.vocabularies": (
                "categorical_column_with_vocabulary_file=vocabulary_file_column_v1 "
                "categorical_column_with_vocabulary_list"
            ),
        },
    ),
    "__internal__.feature_column": (
        "Base classes and helpers for layers of feature columns.",
        {
            "runtime.feature_columns.columns": (
                "DenseColumn FeatureColumn SequenceDenseColumn"
            ),
            "runtime.feature_columns.configurations": (
                "deserialize_feature_column serialize_feature_column"
            ),
            "runtime.feature_columns.feature_cache": "FeatureTransformationCache",
            "runtime.feature_columns.state_manager": "StateManager",
        },
    ),
}
