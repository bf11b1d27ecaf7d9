"""The import hook that serves `tensorflow` while the alias is on."""

from __future__ import annotations

from types import ModuleType

from runtime.alias.class_places import rename_classes
from runtime.alias.modules import NamesModule, install_finder
from runtime.native.calls.options import follow_tensorflow


def activate(module: ModuleType) -> None:
    """Makes the module `tensorflow` serve the names of this runtime."""
    install_finder()
    rename_classes()
    follow_tensorflow()
    module.__class__ = NamesModule
