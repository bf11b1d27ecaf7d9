"""`tf.__internal__.train.update_checkpoint_state`: which checkpoints a folder has."""

from __future__ import annotations

from typing import Any

from runtime.checkpoints import state_file


def update_checkpoint_state(
    save_dir: Any,
    model_checkpoint_path: Any,
    all_model_checkpoint_paths: Any = None,
    latest_filename: Any = None,
    save_relative_paths: bool = False,
) -> None:
    """Writes which checkpoints a folder has; paths in it are relative to it."""
    state_file.update_checkpoint_state(
        save_dir, model_checkpoint_path, all_model_checkpoint_paths, latest_filename
    )


__all__ = ["update_checkpoint_state"]
