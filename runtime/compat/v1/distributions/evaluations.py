"""Probabilities, densities and quantiles of events, by methods of distributions."""

from __future__ import annotations

from collections.abc import Callable

from runtime.compat.v1.distributions.answers import Answers
from runtime.math.exponentials import exp, log, log1p
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class Evaluations(Answers):
    """What a distribution says of given events."""

    def log_prob(self, value: TensorLike, name: str = "log_prob") -> Tensor:
        """The logarithm of the density or probability of events."""
        return self._of_value(name, value, "log_prob", self._log_prob, self._prob, log)

    def prob(self, value: TensorLike, name: str = "prob") -> Tensor:
        """The density or probability of events.

        >>> tf.compat.v1.distributions.Uniform(0.0, 4.0).prob([1.0, 5.0]).numpy()
        array([0.25, 0.  ], dtype=float32)
        """
        return self._of_value(name, value, "prob", self._prob, self._log_prob, exp)

    def log_cdf(self, value: TensorLike, name: str = "log_cdf") -> Tensor:
        """The logarithm of the probability of an event that is not greater."""
        return self._of_value(name, value, "log_cdf", self._log_cdf, self._cdf, log)

    def cdf(self, value: TensorLike, name: str = "cdf") -> Tensor:
        """The probability of an event that is not greater."""
        return self._of_value(name, value, "cdf", self._cdf, self._log_cdf, exp)

    def log_survival_function(
        self, value: TensorLike, name: str = "log_survival_function"
    ) -> Tensor:
        """The logarithm of the probability of a greater event."""
        return self._of_value(
            name,
            value,
            "log_survival_function",
            self._log_survival_function,
            self._cdf,
            lambda below: log1p(-below),
        )

    def survival_function(
        self, value: TensorLike, name: str = "survival_function"
    ) -> Tensor:
        """The probability of a greater event."""
        return self._of_value(
            name,
            value,
            "survival_function",
            self._survival_function,
            self._cdf,
            lambda below: 1.0 - below,
        )

    def quantile(self, value: TensorLike, name: str = "quantile") -> Tensor:
        """The event that another one is not greater than with a probability.

        Raises:
          NotImplementedError: if the class has none.
        """
        with self._scope(name):
            return self._quantile(convert_to_tensor(value, dtype_hint=self.dtype))

    def _of_value(
        self,
        name: str,
        value: TensorLike,
        asked: str,
        own: Callable[[Tensor], Tensor],
        other: Callable[[Tensor], Tensor],
        changed: Callable[[Tensor], Tensor],
    ) -> Tensor:
        with self._scope(name):
            given = convert_to_tensor(value, dtype_hint=self.dtype)
            return self._either(
                asked, lambda: own(given), lambda: other(given), changed
            )


__all__ = ["Evaluations"]
