"""The graph of any target, with variables as constants."""

from __future__ import annotations

import argparse
from typing import Any

from ..failures import BAD_INPUT, Failure
from .subjects import subject_of


def frozen_target(args: argparse.Namespace) -> Any:
    """The graph of a function or a SavedModel; variables as they are now.

    Raises:
      Failure: if the target is neither, or captures what is no variable.
    """
    from graphir.errors import GraphirError
    from runtime.saved_model.frozen_graphs import frozen_graph

    subject = subject_of(args.target, args.arg, None, args.signature, args.allow)
    if subject.concrete is None:
        raise Failure(f"{args.target} is neither a function nor a graph.", BAD_INPUT)
    try:
        return frozen_graph(subject.concrete)
    except GraphirError as error:
        raise Failure(f"{args.target}: {error}", BAD_INPUT) from error
