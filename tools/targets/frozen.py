"""The graph of any target, with variables as constants."""

from __future__ import annotations

import argparse
from typing import Any

from ..failures import BAD_INPUT, Failure
from .models import is_model
from .subjects import subject_of


def frozen_target(args: argparse.Namespace) -> Any:
    """The graph of a function or a SavedModel; variables as they are now.

    Raises:
      Failure: if the target is neither, or captures what is no variable; if there are
        arguments for a SavedModel, whose signatures have their own.
    """
    from graphir.errors import GraphirError
    from runtime.saved_model.frozen_graphs import frozen_graph

    if args.arg and is_model(args.target):
        text = f"--arg goes with a function; {args.target} is a SavedModel."
        raise Failure(text, BAD_INPUT)
    subject = subject_of(args.target, args.arg, None, args.signature, args.allow)
    if subject.concrete is None:
        raise Failure(
            f"{args.target} is neither a function nor a SavedModel.", BAD_INPUT
        )
    try:
        return frozen_graph(subject.concrete)
    except GraphirError as error:
        raise Failure(f"{args.target}: {error}", BAD_INPUT) from error
