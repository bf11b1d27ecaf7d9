"""`tf.compat.v1.resource_loader`: files in the folder of the calling program."""

from __future__ import annotations

import inspect
from pathlib import Path


def _folder_of_caller() -> Path:
    """The folder of the file whose function asked a function of this module."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_filename == __file__:
        frame = frame.f_back
    if frame is None:
        raise ValueError("The caller has no file.")
    return Path(frame.f_code.co_filename).resolve().parent


def load_resource(path: str) -> bytes:
    """The content of a file in the calling program's folder.

    Raises:
      OSError: if it cannot be read.
    """
    return (_folder_of_caller() / path).read_bytes()


def get_data_files_path() -> str:
    """The folder of the calling program."""
    return str(_folder_of_caller())


def get_root_dir_with_all_resources() -> str:
    """The folder of the calling program: there are no run files of a build here."""
    return str(_folder_of_caller())


def get_path_to_datafile(path: str) -> str:
    """The path of a file in the calling program's folder."""
    return str(_folder_of_caller() / path)


def readahead_file_path(path: str, readahead: str = "128M") -> str:
    """The path itself: no file system here reads ahead."""
    return path


__all__ = [
    "get_data_files_path",
    "get_path_to_datafile",
    "get_root_dir_with_all_resources",
    "load_resource",
    "readahead_file_path",
]
