"""A `.keras` file as target: the model in it, traced for its inputs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, Failure, described
from .arguments import Arguments

SUFFIX: Final = ".keras"


def is_keras_file(target: str) -> bool:
    """Whether the target is a file that Keras saved a model in.

    >>> is_keras_file("net.keras"), is_keras_file("net.py:f")
    (True, False)
    """
    return target.endswith(SUFFIX)


def model_of(
    target: str, arguments: Arguments, signature: str | None, allow: Sequence[str]
) -> tuple[Any, Any]:
    """The model, which keeps the variables alive, and its traced call.

    Specs among the arguments are the inputs to trace it with; a model knows its own.

    Raises:
      Failure: if there is no such file, Keras is not installed or refuses it (code in
        it needs ``--allow python``), or the arguments do not fit.
    """
    if signature is not None:
        raise Failure("--signature goes with a SavedModel.", BAD_INPUT)
    if arguments.named:
        raise Failure("the inputs of a Keras model go in order: --arg SPEC.", BAD_INPUT)
    if not Path(target).is_file():
        raise Failure(f"{target}: there is no such file.", BAD_INPUT)
    model = _loaded(target, "python" not in allow)
    return model, _traced(target, model, arguments.positional)


def _loaded(target: str, safe: bool) -> Any:
    import runtime as tf

    try:
        return tf.keras.models.load_model(target, compile=False, safe_mode=safe)
    except ImportError as error:
        raise Failure(f"{target}: {error}", BAD_INPUT) from error
    except (OSError, TypeError, ValueError) as error:
        raise Failure(f"{target}: {described(error)}", BAD_INPUT) from error


def _traced(target: str, model: Any, specs: Sequence[Any]) -> Any:
    from runtime.saved_model.frozen_graphs import concrete_model

    if not specs and not getattr(model, "inputs", None):
        text = f"{target}: the model tells no inputs: give each with --arg SPEC."
        raise Failure(text, BAD_INPUT)
    try:
        return concrete_model(model, specs)
    except (TypeError, ValueError) as error:
        raise Failure(f"{target}: {described(error)}", BAD_INPUT) from error
