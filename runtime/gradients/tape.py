"""GradientTape: records ops as they are applied, and differentiates the record."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from runtime.context import CURRENT, enter_tape
from runtime.gradients.backward import functional, loops, recurrent, sparse
from runtime.gradients.backward.requests import (
    LOG,
    UnconnectedGradients,
    check_source,
    check_target,
    checked_choice,
    connected,
    own_weight,
    source_of,
    target_of,
    weights_of,
)
from runtime.gradients.backward.reverse_accumulation import accumulate
from runtime.gradients.backward.tape_plans import planned_gradients
from runtime.gradients.explanation import Evidence, explain
from runtime.gradients.recording import TapeRecording
from runtime.tensors.indexed_slices import flatten_gradients
from runtime.tensors.structure import flatten, is_composite, pack
from runtime.tensors.tensor import EagerTensor, Tensor

RULES: Final = functional, loops, recurrent, sparse
"""Imported for the gradient rules that they register."""


IN_CONTEXT: Final = (
    "Calling GradientTape.gradient on a persistent tape inside its context is "
    "significantly less efficient than calling it outside the context (it causes the "
    "gradient ops to be recorded on the tape, leading to increased CPU and memory "
    "usage). Only call GradientTape.gradient inside the context if you actually want "
    "to trace the gradient in order to compute higher order derivatives."
)


class GradientTape(TapeRecording):
    """Records the ops that its block applies to watched tensors.

    Args:
      persistent: whether gradients may be asked for more than once.
      watch_accessed_variables: whether trainable variables are watched when read.

    >>> x = tf.constant(3.0)
    >>> with tf.GradientTape() as tape:
    ...     tape.watch(x)
    ...     y = x * x
    >>> tape.gradient(y, x)
    <tf.Tensor: shape=(), dtype=float32, numpy=6.0>

    Raises:
      ValueError: if entered while it records.
      RuntimeError: from a second ``gradient`` of a tape that is not persistent.
    """

    def gradient(
        self,
        target: Any,
        sources: Any,
        output_gradients: Any = None,
        unconnected_gradients: UnconnectedGradients = UnconnectedGradients.NONE,
    ) -> Any:
        """The gradient of the target by each source, nested as the sources are.

        Of a nest of targets, or a target that is no scalar, the sum of all elements is
        differentiated, each weighted by ``output_gradients`` if it is not None. If no
        target depends on a source, its gradient is None, or zeros with
        ``unconnected_gradients="zero"``.

        Raises:
          RuntimeError: if the tape was used before and is not persistent.
          LookupError: if an op in between has no gradient.
          TypeError: for targets or sources that are no tensors or variables.
        """
        if not self._was_started:
            raise RuntimeError(
                "This tape recorded nothing: compute the target in its block, `with "
                "tf.GradientTape() as tape:`."
            )
        if self._is_spent:
            raise RuntimeError(
                "A non-persistent GradientTape can only be used to compute one set of "
                "gradients (or jacobians)"
            )
        unconnected = checked_choice(unconnected_gradients)
        targets = self._targets(target)
        if not self._persistent:
            # the block may go on; only this tape has seen enough
            self._is_recording = False
        elif self._is_recording:
            LOG.warning(IN_CONTEXT)
        flat_sources, are_flat = _flattened(sources)
        keys = [source_of(each) for each in flat_sources]
        found = self._gradients(targets, output_gradients, keys)
        results = [
            connected(gradient, source, unconnected)
            for gradient, source in zip(found, flat_sources)
        ]
        if not self._persistent:
            # what says why there is no gradient is kept, all else let go
            if any(each is None for each in results):
                self._evidence = self._evidence_now()
            self._spend()
        if are_flat:
            return results if type(sources) is list else results[0]
        return pack(sources, results)

    def _gradients(self, targets: list[Any], given: Any, keys: list[Any]) -> list[Any]:
        """A gradient or None for each of the tensors that are the sources."""
        watched = self._watched
        are_watched = all(id(each) in watched for each in (*targets, *keys))
        if CURRENT.get() is None and are_watched:
            weights = None if given is None else weights_of(targets, given)
            planned = planned_gradients(self._calls, targets, weights, keys)
            if planned is not None:
                return planned
        return self._followed(targets, weights_of(targets, given), keys)

    def _followed(
        self, targets: list[Any], weights: list[Any], keys: list[Any]
    ) -> list[Any]:
        watched = self._watched
        seeds = [
            weight if id(each) in watched else None
            for each, weight in zip(targets, weights)
        ]
        found = accumulate(self._calls, targets, seeds, keys)
        return [
            # nothing is known of others but what they are as targets
            gradient if id(key) in watched else own_weight(key, targets, weights)
            for gradient, key in zip(found, keys)
        ]

    def _spend(self) -> None:
        self._is_spent = True
        self._calls, self._watched, self._departures = [], {}, []

    def _evidence_now(self) -> Evidence:
        return Evidence(
            self._calls,
            self._watched,
            self._departures,
            self._began,
            self._watches_variables,
        )

    def explain(self, target: Any, source: Any) -> str:
        """Why the gradient of the target by the source is None, and on which line.

        May be called before ``gradient``, or after ``gradient`` has returned None.

        >>> v = tf.Variable(2.0)
        >>> with tf.GradientTape() as tape:
        ...     y = tf.floor(v) * 3.0
        >>> print(tape.explain(y, v).splitlines()[0])
        The gradient is None: no gradient goes through Floor.

        Raises:
          TypeError: if the source is no tensor or variable.
          RuntimeError: if ``gradient`` of a tape that is not persistent has returned
            no None.
        """
        evidence = self._evidence
        if evidence is None and self._is_spent:
            raise RuntimeError(
                "This tape has computed its gradients and dropped its record: call "
                "explain before gradient, or make the tape with persistent=True."
            )
        return explain(evidence or self._evidence_now(), target, source)

    def _targets(self, target: Any) -> list[Any]:
        if target is None:
            raise TypeError(
                "Argument `target` should be a list or nested structure of Tensors, "
                "Variables or CompositeTensors to be differentiated, but received None."
            )
        if type(target) is EagerTensor and CURRENT.get() is None:
            return [target]
        found = []
        for each in flatten_gradients(target):
            if not hasattr(each, "handle"):
                check_target(each)
                found.append(target_of(each))
            elif self._is_recording:
                found.append(target_of(each.value()))
            else:
                # the variable itself is read as part of what was recorded
                self._is_recording = True
                with enter_tape(self):
                    found.append(target_of(each.value()))
                self._is_recording = False
        return found

    def jacobian(
        self,
        target: Any,
        sources: Any,
        unconnected_gradients: UnconnectedGradients = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The derivatives of every element of the target by every element of a source.

        Each has the shape of the target followed by that of the source; nested as the
        sources are.

        Raises:
          RuntimeError: if the tape was used before and is not persistent.
          ValueError: if the shape of the target is not known.
        """
        from runtime.gradients.jacobians import jacobian

        with self._kept_for_several():
            return jacobian(self, target, sources, unconnected_gradients)

    def batch_jacobian(
        self,
        target: Any,
        source: Any,
        unconnected_gradients: UnconnectedGradients = UnconnectedGradients.NONE,
        parallel_iterations: int | None = None,
        experimental_use_pfor: bool = True,
    ) -> Any:
        """The jacobian of each row of the target by the same row of the source.

        Raises:
          RuntimeError: if the tape was used before and is not persistent.
          ValueError: if the rows are not as many, or a shape is not known.
        """
        from runtime.gradients.jacobians import batch_jacobian

        with self._kept_for_several():
            return batch_jacobian(self, target, source, unconnected_gradients)

    @contextmanager
    def _kept_for_several(self) -> Iterator[None]:
        """Lets several gradients count as the one that a tape gives."""
        was_persistent, self._persistent = self._persistent, True
        was_recording = self._is_recording
        self._is_recording = was_recording and was_persistent
        try:
            yield
        finally:
            self._persistent = was_persistent
            self._is_recording = was_recording and was_persistent
            if not was_persistent:
                self._spend()


def _flattened(sources: Any) -> tuple[list[Any], bool]:
    """The sources in a list, and whether they are one, or a list of them, already.

    Raises:
      TypeError: for a source that is no tensor or variable.
    """
    flat = sources if type(sources) is list else [sources]
    are_flat = all(map(_is_source, flat))
    if not are_flat:
        flat = flatten(sources)
    for each in flat:
        check_source(each)
    return flat, are_flat


def _is_source(thing: Any) -> bool:
    if isinstance(thing, Tensor):
        return True
    return hasattr(thing, "handle") and not is_composite(thing)
