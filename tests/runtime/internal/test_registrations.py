"""Functions that Keras 2 registers, the last one of each kind."""

from __future__ import annotations

import pytest

from runtime.internal import registrations

REGISTER = {
    "clear_session": registrations.register_clear_session_function,
    "get_session": registrations.register_get_session_function,
    "load_model": registrations.register_load_model_function,
    "call_context": registrations.register_call_context_function,
    "session_provider": registrations.register_session_provider,
}


@pytest.mark.parametrize("purpose", REGISTER)
def test_the_last_one_counts(purpose: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registrations, "REGISTERED", {})
    REGISTER[purpose](len)
    REGISTER[purpose](abs)
    assert {purpose: abs} == registrations.REGISTERED


def test_nothing_is_compiled_elsewhere() -> None:
    assert registrations.get_enclosing_xla_context() is None
    assert not registrations.is_tfrt_enabled()
