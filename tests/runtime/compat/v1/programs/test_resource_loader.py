"""Files in the folder of the calling program."""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf

LOADER = tf.compat.v1.resource_loader
HERE = Path(__file__).resolve()


def test_paths_are_in_the_folder_of_the_caller() -> None:
    assert LOADER.load_resource(HERE.name) == HERE.read_bytes()
    assert LOADER.get_path_to_datafile("a/b") == str(HERE.parent / "a" / "b")
    assert LOADER.get_data_files_path() == str(HERE.parent)
    assert LOADER.get_root_dir_with_all_resources() == str(HERE.parent)
    assert LOADER.readahead_file_path("x") == "x"


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(OSError, match="absent"):
        LOADER.load_resource("absent")
