"""Keras files as targets."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import runtime as tf
from autograph_tools.main import main

HAS_KERAS = importlib.util.find_spec("keras") is not None


def test_mistakes_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    absent = str(tmp_path / "no.keras")
    assert main(["graph", absent]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert main(["graph", absent, "--arg", "x=f32[2]"]) == 2
    assert "go in order" in capsys.readouterr().err
    assert main(["convert", absent, "--signature", "a", "-o", "g.pb"]) == 2
    assert "--signature goes with a SavedModel" in capsys.readouterr().err


@pytest.mark.skipif(HAS_KERAS, reason="Keras is installed")
def test_without_keras_the_extra_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "net.keras").write_bytes(b"")
    assert main(["graph", str(tmp_path / "net.keras")]) == 2
    assert "autograph-toolkit[keras]" in capsys.readouterr().err


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of Keras
@pytest.mark.skipif(not HAS_KERAS, reason="Keras is not installed")
def test_a_model_becomes_other_formats(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Input([4]), layers.Dense(3)])
    model.save("net.keras")
    (kernel, bias) = model.get_weights()
    expected = (tf.ones([1, 4]).numpy() @ kernel + bias)[0, 0]
    for made in ("net.pb", "net/"):
        assert main(["convert", "net.keras", "-o", made]) == 0
    capsys.readouterr()
    assert main(["run", "net", "--arg", "[[1.0, 1.0, 1.0, 1.0]]", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out).values()
    assert found[0][0] == pytest.approx(expected, rel=1e-5)
    assert main(["graph", "net.keras", "--arg", "f32[2,4]"]) == 0
    assert "f32[2,3]" in capsys.readouterr().out
    Path("damaged.keras").write_bytes(b"no archive")
    assert main(["graph", "damaged.keras"]) == 2
    assert "damaged.keras" in capsys.readouterr().err
