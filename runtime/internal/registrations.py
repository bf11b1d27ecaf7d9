"""Functions that Keras 2 registers with TensorFlow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

REGISTERED: Final[dict[str, Callable[..., Any]]] = {}
"""Purpose -> the function registered last."""


def register_clear_session_function(func: Callable[..., Any]) -> None:
    """Registers the function that clears a session."""
    REGISTERED["clear_session"] = func


def register_get_session_function(func: Callable[..., Any]) -> None:
    """Registers the function that returns a session."""
    REGISTERED["get_session"] = func


def register_load_model_function(func: Callable[..., Any]) -> None:
    """Registers the function that loads a model."""
    REGISTERED["load_model"] = func


def register_call_context_function(func: Callable[..., Any]) -> None:
    """Registers the function that returns the context of a layer's call."""
    REGISTERED["call_context"] = func


def register_session_provider(session_provider: Callable[..., Any]) -> None:
    """Registers the function that returns a session to checkpoints."""
    REGISTERED["session_provider"] = session_provider


def get_enclosing_xla_context() -> None:
    """Always None: no trace is compiled by XLA."""


def is_tfrt_enabled() -> bool:
    """Always False: graphs run in this process's executor."""
    return False


__all__ = [
    "get_enclosing_xla_context",
    "is_tfrt_enabled",
    "register_call_context_function",
    "register_clear_session_function",
    "register_get_session_function",
    "register_load_model_function",
    "register_session_provider",
]
