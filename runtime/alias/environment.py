"""Installs the alias in this process and in its child processes."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

SITE: Final = str(Path(__file__).with_name("site"))
"""The folder that holds the package `tensorflow`."""


def as_tensorflow() -> ModuleType:
    """Makes ``import tensorflow`` import this runtime, here and in child processes.

    Returns the module; repeated calls change nothing. Classes then have TensorFlow's
    module names, which libraries and pickles expect.

    Raises:
      RuntimeError: if another TensorFlow is already imported.
    """
    present = sys.modules.get("tensorflow")
    if present is not None and not _is_ours(present):
        raise RuntimeError(
            "TensorFlow is already imported, from "
            f"{getattr(present, '__file__', 'somewhere')}: ask for the alias before "
            "anything imports it, or start the program with `python -m runtime`."
        )
    offer_tensorflow()
    return import_module("tensorflow")


def offer_tensorflow() -> None:
    """Puts the alias on the import path of this process and of child processes."""
    if SITE not in sys.path:
        sys.path.insert(0, SITE)
    sources = str(Path(SITE).parents[2])
    if sources not in sys.path:
        sys.path.append(sources)  # for a program that is started in another folder
    folders = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    if SITE not in folders:
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (SITE, *folders)))


def _is_ours(module: ModuleType) -> bool:
    return str(getattr(module, "__file__", "")).startswith(SITE)
