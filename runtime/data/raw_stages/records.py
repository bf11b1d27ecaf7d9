"""The kernel that writes the elements of a dataset to a TFRecord file."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from graphir.ops.datasets import queries
from runtime.data.stages.files import text_of
from runtime.data.stages.rewriting import rewritten
from runtime.data.stages.settings import settings_of
from runtime.data.stages.stage import Stage
from runtime.io.records import TFRecordWriter
from runtime.stateful_kernels.attaching import kernel


@kernel(queries.DatasetToTFRecord)
def _write(dataset: Stage, filename: Any, compression_type: Any) -> None:
    kinds = dataset.element_types
    if kinds != [dtypes.string]:
        found = ", ".join(dtype.name for dtype in kinds)
        raise InvalidArgumentError(
            None,
            None,
            f"ToTFRecordOp currently only supports DT_STRING dataypes, but got {found}",
        )
    iterator = rewritten(dataset).iterate(settings_of(dataset))
    with TFRecordWriter(text_of(filename), text_of(compression_type)) as writer:
        for (record,) in iterator:
            if getattr(record, "ndim", 0):
                raise InvalidArgumentError(
                    None,
                    None,
                    f"Records are scalars, not tensors of shape {list(record.shape)}.",
                )
            writer.write(record if isinstance(record, bytes) else record[()])
    iterator.close()
