"""The package `onnx` is asked for when a model is read or written."""

from __future__ import annotations

import subprocess
import sys

import pytest

from graphir.errors import MissingExtraError
from graphir.onnx.contract import package
from graphir.onnx.contract.package import onnx_package


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    monkeypatch.setattr(package, "import_module", missing)
    onnx_package.cache_clear()
    with pytest.raises(MissingExtraError, match=r"autograph-toolkit\[onnx\]"):
        onnx_package()


def test_a_package_that_lacks_something_else_is_told_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def broken(name: str):
        raise ModuleNotFoundError("No module named 'google'", name="google")

    monkeypatch.setattr(package, "import_module", broken)
    onnx_package.cache_clear()
    with pytest.raises(ModuleNotFoundError, match="google") as told:
        onnx_package()
    assert not isinstance(told.value, MissingExtraError)


def test_it_is_not_imported_before() -> None:
    program = (
        "import sys, graphir.onnx, graphir.onnx.writing.families as families\n"
        "families.register()\nassert 'onnx' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)
