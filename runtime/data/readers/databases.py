"""Datasets of database rows."""

from __future__ import annotations

from typing import Any

from graphir.shapes import SCALAR
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.variants import dataset_variant, text
from runtime.data.elements.structures import component_attrs, map_leaves
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.likes import TensorLike


class SqlDatasetV2(Dataset):
    """The result rows of a query of an SQLite database.

    >>> import os, sqlite3, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "db")
    >>> connection = sqlite3.connect(path)
    >>> _ = connection.execute("create table t as select 1 as a, 'x' as b")
    >>> connection.commit()
    >>> connection.close()
    >>> dataset = tf.data.experimental.SqlDataset(
    ...     "sqlite", path, "select a, b from t", (tf.int32, tf.string))
    >>> list(dataset.as_numpy_iterator())
    [(np.int32(1), b'x')]
    """

    def __new__(
        cls,
        driver_name: TensorLike,
        data_source_name: TensorLike,
        query: TensorLike,
        output_types: Any,
    ) -> Any:
        spec = map_leaves(lambda dtype: TensorSpec(SCALAR, dtype), output_types)
        inputs = [
            text(driver_name, "driver_name"),
            text(data_source_name, "data_source_name"),
            text(query, "query"),
        ]
        made: Any = object.__new__(cls)
        made._variant = dataset_variant("SqlDataset", inputs, component_attrs(spec))
        made._spec = spec
        return made

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass
