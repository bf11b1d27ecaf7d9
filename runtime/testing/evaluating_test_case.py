"""Test cases that evaluate tensors, eagerly or in a session, with fixed seeds."""

from __future__ import annotations

import contextlib
import random
import unittest
from collections.abc import Iterator
from typing import Any

import numpy as np

from runtime.compat.v1.sessions import Session, get_default_session
from runtime.context import executing_eagerly
from runtime.random.seeds import DEFAULT_SEED, set_seed
from runtime.tensors.likes import TensorLike
from runtime.tensors.structure import map_structure
from runtime.tensors.tensor import Tensor


def array_of(value: Any) -> Any:
    """The value of a tensor, a variable or a nest of them, as an array."""
    if hasattr(value, "numpy"):
        value = value.numpy()
    elif isinstance(value, (list, tuple)):
        value = [array_of(each) for each in value]
    array = np.asarray(value)
    # NumPy compares the types of ml_dtypes only with themselves
    return array.astype(np.float32) if array.dtype.kind == "V" else array


class EvaluatingTestCase(unittest.TestCase):
    """Values of tensors; every test begins with the same random numbers."""

    def setUp(self) -> None:
        """Seeds the random numbers of Python, of NumPy and of random ops."""
        super().setUp()
        random.seed(DEFAULT_SEED)
        np.random.seed(DEFAULT_SEED)
        set_seed(DEFAULT_SEED)

    def evaluate(self, tensors: Any) -> Any:
        """The values of a nest of tensors and variables as NumPy arrays.

        While a graph is recorded, the session that was entered last runs it.

        Raises:
          RuntimeError: while a graph is recorded, without a session.
        """
        if executing_eagerly():
            return map_structure(
                lambda each: each.numpy() if hasattr(each, "numpy") else each, tensors
            )
        session = get_default_session()
        if session is None:
            raise RuntimeError("evaluate() in a graph needs a session: self.session()")
        return session.run(tensors)

    def evaluate_if_both_tensors(self, a: TensorLike, b: TensorLike) -> tuple[Any, Any]:
        """Both values as NumPy arrays if both are tensors, else as they are."""
        if isinstance(a, Tensor) and isinstance(b, Tensor):
            return self.evaluate(a), self.evaluate(b)
        return a, b

    @contextlib.contextmanager
    def session(
        self,
        graph: Any = None,
        config: Any = None,
        use_gpu: bool = True,
        force_gpu: bool = False,
    ) -> Iterator[Session | None]:
        """A context manager that binds a session for a graph; None when eager.

        ``graph`` is by default the current graph.
        """
        if graph is None and executing_eagerly():
            yield None
            return
        with Session(graph=graph, config=config) as session:
            yield session

    def test_session(
        self,
        graph: object = None,
        config: object = None,
        use_gpu: bool = True,
        force_gpu: bool = False,
    ) -> contextlib.AbstractContextManager[Session | None]:
        """The test's only session, or one of its own for a given graph.

        An earlier name of both; runners of tests take it for one, which is skipped.
        """
        if self.id().endswith(".test_session"):
            self.skipTest("Not a test.")
        if graph is None:
            return self.cached_session(graph, config, use_gpu, force_gpu)
        return self.session(graph, config, use_gpu, force_gpu)

    @contextlib.contextmanager
    def cached_session(
        self,
        graph: Any = None,
        config: Any = None,
        use_gpu: bool = True,
        force_gpu: bool = False,
    ) -> Iterator[Session | None]:
        """A context manager that binds the test's only session for a graph.

        None when eager. Variables keep their values between uses of the session.
        """
        if graph is None and executing_eagerly():
            yield None
            return
        cached: Session | None = getattr(self, "_cached_session", None)
        if cached is None:
            cached = self._cached_session = Session(graph=graph, config=config)
            self.addCleanup(cached.close)
        with cached.as_default():
            yield cached
