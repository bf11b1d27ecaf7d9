"""`tf.keras` is the library Keras: what is asked for where it is not installed."""

from __future__ import annotations

import pytest

from runtime.alias import keras


@pytest.fixture(autouse=True)
def _nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keras, "find_spec", lambda name: None)
    monkeypatch.delenv("TF_USE_LEGACY_KERAS", raising=False)


@pytest.mark.parametrize("name", ["keras", "optimizers", "keras_of_version_1"])
def test_keras_is_an_extra(name: str) -> None:
    with pytest.raises(ImportError, match=r"pip install 'autograph-toolkit\[keras\]'"):
        getattr(keras, name)


@pytest.mark.parametrize("setting", ["1", "true"])
def test_keras_two_is_a_library_of_its_own(
    setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TF_USE_LEGACY_KERAS", setting)
    for name in ("keras", "layers", "RNNCellDropoutWrapper"):
        with pytest.raises(ImportError, match="pip install --no-deps tf_keras"):
            getattr(keras, name)


def test_layers_of_version_1_are_those_of_keras_two() -> None:
    with pytest.raises(ImportError, match="rnn_cell are those of Keras 2: set TF_USE"):
        keras.rnn_cell  # noqa: B018


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'backend'"):
        keras.backend  # noqa: B018
