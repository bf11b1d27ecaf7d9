"""DTensorDataset: a dataset whose batches lie on a mesh."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from runtime.data.datasets.dataset import Dataset
from runtime.distribute.dtensor.layouts import Layout
from runtime.distribute.dtensor.meshes import Mesh
from runtime.distribute.dtensor.placing import relayout
from runtime.tensors.structure import flatten, pack


class DTensorDataset:
    """The batches of a dataset, each divided over a mesh.

    Args:
      dataset: elements, of which batches are made, or batches.
      mesh: the mesh on which batches are placed.
      layouts: nested as the elements are, for whole batches.
      global_batch_size: the size of a batch; a last one that is smaller is left out.
      dataset_already_batched: whether the elements are batches.
      batch_dim: the axis of the mesh that divides batches; the layouts say it.
      prefetch: how many batches are made ahead.

    Raises:
      ValueError: for layouts on another mesh, a batch axis that the mesh does not
        have, or a batch size that it does not divide.
    """

    def __init__(
        self,
        dataset: Dataset,
        *,
        mesh: Mesh,
        layouts: Any,
        global_batch_size: int,
        dataset_already_batched: bool = False,
        batch_dim: str | None = None,
        prefetch: int | None = None,
        tf_data_service_config: Any = None,
    ) -> None:
        if tf_data_service_config is not None:
            raise ValueError(
                "tf_data_service_config: apply tf.data.experimental.service.distribute "
                "to the dataset instead."
            )
        if batch_dim is not None and global_batch_size % mesh.dim_size(batch_dim):
            raise ValueError(
                f"global_batch_size ({global_batch_size}) must be a multiple of the "
                f"size {mesh.dim_size(batch_dim)} of the batch dimension {batch_dim}."
            )
        self._layouts: list[Layout] = flatten(layouts)
        for each in self._layouts:
            if each.mesh != mesh:
                raise ValueError(f"{each} is not on the mesh {mesh}.")
        batches = dataset
        if not dataset_already_batched:
            batches = dataset.batch(global_batch_size, drop_remainder=True)
        if prefetch is not None:
            batches = batches.prefetch(prefetch)
        self._batches = batches

    @property
    def element_spec(self) -> Any:
        """The specs of whole batches."""
        return self._batches.element_spec

    def __len__(self) -> int:
        return len(self._batches)

    def __iter__(self) -> Iterator[Any]:
        for element in self._batches:
            flat = flatten(element)
            laid = [relayout(*each) for each in zip(flat, self._layouts, strict=True)]
            yield pack(element, laid)
