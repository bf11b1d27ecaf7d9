"""`tf.__internal__.train.update_checkpoint_state`: which checkpoints a folder has."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.checkpoints import state_file
from runtime.tensors.likes import PathText


def update_checkpoint_state(
    save_dir: PathText,
    model_checkpoint_path: PathText,
    all_model_checkpoint_paths: Sequence[str] | None = None,
    latest_filename: str | None = None,
    save_relative_paths: bool = False,
    all_model_checkpoint_timestamps: Sequence[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """Writes which checkpoints a folder has, in TensorFlow's order of arguments.

    Raises:
      ValueError: if there are not as many times as paths.
    """
    state_file.update_checkpoint_state(
        save_dir,
        model_checkpoint_path,
        all_model_checkpoint_paths,
        latest_filename,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
        save_relative_paths,
    )


__all__ = ["update_checkpoint_state"]
