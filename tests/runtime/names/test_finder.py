"""The package's names are imported when they are asked for, and quickly."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

import runtime as tf
from runtime.names.finder import list_names

KERAS = {"keras", "losses", "metrics", "optimizers", "initializers"}


@pytest.mark.parametrize("name", list_names())
def test_every_listed_name_exists(name: str) -> None:
    if name in KERAS and find_spec("keras") is None:
        with pytest.raises(ImportError, match=r"autograph-toolkit\[keras\]"):
            getattr(tf, name)
        return
    assert hasattr(tf, name)


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        tf.no_such_name  # noqa: B018


def test_import_brings_nothing_heavy() -> None:
    code = (
        "import sys, runtime\n"
        "heavy = {'autograph', 'gast', 'google', 'networkx', 'scipy', 'asyncio'}\n"
        "ops = 'graphir.ops.everything' in sys.modules\n"
        "print(sorted(heavy & set(sys.modules)), ops)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["[]", "False"]
