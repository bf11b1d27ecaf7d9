"""The record of a tape: watched tensors, and the calls that read them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

import numpy as np

from runtime.context import enter_tape
from runtime.gradients.backward.naming import scope_on_tape
from runtime.gradients.backward.requests import LOG, has_gradients, source_of
from runtime.gradients.backward.rules import DIFFERENTIABLE, Backward, Call
from runtime.tensors.likes import TensorLike
from runtime.tensors.structure import flatten
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.origins import user_place

_OWN_RULE: Final = "_gradient_op_type"
"""Attribute of nodes with user-defined rules, whose nodes keep the users' names."""

Kind = TypeVar("Kind", bound="TapeRecording")
_NUMPY: Final = os.path.dirname(np.__file__)


class TapeRecording:
    """The part of a tape that records; ``GradientTape`` differentiates."""

    def __init__(
        self, persistent: bool = False, watch_accessed_variables: bool = True
    ) -> None:
        self._persistent = persistent
        self._watches_variables = watch_accessed_variables
        self._entered: Any = None
        self._is_recording = False
        self._was_started = False
        self._is_spent = False
        self._began: Any = None
        self._evidence: Any = None
        self._clear()

    def _clear(self) -> None:
        self._calls: list[Call] = []
        self._watched: dict[int, Any] = {}
        self._variables: dict[int, Any] = {}
        self._departures: list[tuple[Any, Any]] = []

    def __enter__(self: Kind) -> Kind:
        if self._entered is not None:
            raise ValueError(
                "Tape is still recording, This can happen if you try to "
                "re-enter an already-active tape."
            )
        try:
            self._start()
            self._began = user_place()
            return self
        except BaseException:  # an interrupt: nobody leaves what was not entered
            self.__exit__()
            raise

    def __exit__(self, *error: Any) -> None:
        if self._entered is not None:
            self._stop()

    def _start(self) -> None:
        if self._is_spent:
            # its gradients were given: the next block is another recording
            self._is_spent, self._evidence = False, None
            self._clear()
        self._entered = enter_tape(self)
        self._entered.__enter__()
        self._is_recording = self._was_started = True

    def _stop(self) -> None:
        self._is_recording = False
        entered, self._entered = self._entered, None
        entered.__exit__(None, None, None)

    def watch(self, tensor: Any) -> None:
        """Records calls that read a tensor, a variable, or a nest of these.

        Raises:
          ValueError: for an object of another kind.
          RuntimeError: before the block of the tape begins, or after a tape that is
            not persistent has computed its gradients.
        """
        leaves = flatten(tensor)
        for each in leaves:
            if not isinstance(each, Tensor) and not hasattr(each, "handle"):
                raise ValueError(
                    f"Passed in object {each} of type {type(each).__name__!r}, not "
                    "tf.Tensor or tf.Variable or ExtensionType."
                )
        if not leaves:
            return
        if self._is_spent:
            raise RuntimeError(
                "This tape has computed its gradients and records no more: call watch "
                "before, or make the tape with persistent=True."
            )
        if not self._was_started:
            raise RuntimeError(
                "This tape records nothing yet: call watch in its block, `with "
                "tf.GradientTape() as tape:`."
            )
        for each in leaves:
            if not has_gradients(each):
                LOG.warning(
                    "The dtype of the watched tensor must be floating (e.g. "
                    "tf.float32), got %r",
                    each.dtype,
                )
                continue
            if hasattr(each, "handle"):
                self._variables[id(each)] = each
            source = source_of(each)
            self._watched[id(source)] = source

    @property
    def asks_again(self) -> bool:
        """Whether the tape may differentiate its own recorded gradients."""
        return self._persistent and self._is_recording

    def variable_accessed(self, variable: Any) -> None:
        """Watches a trainable variable that is read; called by the variable."""
        if self._is_recording and self._watches_variables and variable.trainable:
            self._variables[id(variable)] = variable
            handle = source_of(variable)
            self._watched[id(handle)] = handle

    def watched_variables(self) -> tuple[Any, ...]:
        """The variables watched, in the order in which they were made."""
        return tuple(sorted(self._variables.values(), key=lambda each: each.number))

    def is_watching(self, tensors: Sequence[Any]) -> bool:
        """Whether calls that read these are recorded."""
        watched = self._watched
        return self._is_recording and any(id(each) in watched for each in tensors)

    def record(
        self,
        op: str,
        inputs: Sequence[Any],
        attrs: Mapping[str, Any],
        outputs: Sequence[Any],
        backward: Backward | None = None,
    ) -> None:
        """Records a call if an input is watched; its results are watched too."""
        if not self._is_recording:
            return
        watched = self._watched
        for each in inputs:
            if id(each) in watched:
                break
        else:
            return
        # the frame of whoever called what records: the user's, for operators
        place = user_place()
        call = Call(op, inputs, attrs, outputs, backward, place)
        self._calls.append(call)
        for each in outputs:
            if each.dtype.number in DIFFERENTIABLE:
                watched[id(each)] = each
        if not outputs or type(outputs[0]) is not SymbolicTensor:
            return
        if backward is None and _OWN_RULE not in attrs:
            call.scope = scope_on_tape(op, outputs[0])

    def note_departure(self, tensor: TensorLike) -> None:
        """Records that Python code reads the value of a tensor."""
        if self._is_recording and id(tensor) in self._watched:
            self._departures.append((tensor, user_place(_NUMPY)))

    def watch_more_results(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """Watches results that were added to a call after it was recorded."""
        if any(id(each) in self._watched for each in inputs):
            self._watched.update((id(each), each) for each in outputs)

    @contextmanager
    def stop_recording(self) -> Iterator[None]:
        """A context manager under which this tape records nothing.

        Raises:
          RuntimeError: if it never recorded.
          ValueError: if it does not record now.
        """
        if not self._was_started:
            raise RuntimeError(
                "Trying to stop recording a tape which is not recording."
            )
        if not self._is_recording:
            raise ValueError("Tape is not recording.")
        self._is_recording = False
        try:
            yield
        finally:
            self._is_recording = True

    def reset(self) -> None:
        """Forgets everything recorded, as if the block began here.

        Raises:
          ValueError: if it does not record now.
        """
        if not self._is_recording:
            raise ValueError("Tape is not recording.")
        self._clear()
