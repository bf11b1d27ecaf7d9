"""The state file of a folder of checkpoints, as Keras 2 writes it."""

from __future__ import annotations

from pathlib import Path

import runtime as tf
from runtime.internal.keras_two.checkpoint_state import update_checkpoint_state


def test_the_latest_checkpoint_is_found_again(tmp_path: Path) -> None:
    paths = [str(tmp_path / f"model-{number}") for number in (1, 2)]
    update_checkpoint_state(str(tmp_path), paths[1], paths, save_relative_paths=True)
    for path in paths:
        (tmp_path / f"{path}.index").touch()
    assert tf.train.latest_checkpoint(str(tmp_path)) == paths[1]
    state = tf.train.get_checkpoint_state(str(tmp_path))
    assert list(state.all_model_checkpoint_paths) == paths
    assert str(tmp_path) not in (tmp_path / "checkpoint").read_text()


def test_paths_stay_as_they_are_given_and_times_are_kept(tmp_path: Path) -> None:
    path = str(tmp_path / "model")
    update_checkpoint_state(
        tmp_path, path, [path], None, False, [1.0], last_preserved_timestamp=3.0
    )
    assert (tmp_path / "checkpoint").read_text().splitlines() == [
        f'model_checkpoint_path: "{path}"',
        f'all_model_checkpoint_paths: "{path}"',
        "all_model_checkpoint_timestamps: 1",
        "last_preserved_timestamp: 3",
    ]


def test_another_name_of_the_file(tmp_path: Path) -> None:
    update_checkpoint_state(str(tmp_path), "model", latest_filename="other")
    assert (tmp_path / "other").exists()
    assert not (tmp_path / "checkpoint").exists()
