"""TensorFlow's API on NumPy: ``import runtime as tf``.

The root has entry points only: applying an op, the execution context, the public names.
Their implementations are in subpackages ("rooms"), which ``tools/checks/rooms.txt``
lists.
"""

from __future__ import annotations

from os import environ as _environ

from runtime.names.finder import find_name as __getattr__
from runtime.names.finder import install as _install
from runtime.names.finder import list_names as __dir__
from runtime.names.finder import show_only_public_names as _show_only_public_names

_install()

# rooms are no attributes once this is installed
from runtime import attachments as _attachments  # noqa: E402
from runtime.tensor_operators import attach as _attach_operators  # noqa: E402
from runtime.tensors.tensor import Tensor as Tensor  # noqa: E402

_attach_operators()
_show_only_public_names("runtime.errors")

if _environ.get("AUTOGRAPH_REPORT"):
    # only then: the page and what it needs take time to import
    from runtime.explorer.reports import start as _start_report

    _start_report(_environ["AUTOGRAPH_REPORT"])
