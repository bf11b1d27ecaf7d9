"""Means, variances, entropies and divergences, by methods of distributions."""

from __future__ import annotations

from runtime.compat.v1.distributions.answers import Answers
from runtime.compat.v1.distributions.divergences import kl_divergence
from runtime.math.arithmetic import square
from runtime.math.exponentials import sqrt
from runtime.tensors.tensor import Tensor


class Statistics(Answers):
    """What a distribution says of itself."""

    def entropy(self, name: str = "entropy") -> Tensor:
        """The Shannon entropy in nats, by batch member."""
        with self._scope(name):
            return self._entropy()

    def mean(self, name: str = "mean") -> Tensor:
        """The mean."""
        with self._scope(name):
            return self._mean()

    def variance(self, name: str = "variance") -> Tensor:
        """The variance, by coordinate of the event."""
        with self._scope(name):
            return self._either("variance", self._variance, self._stddev, square)

    def stddev(self, name: str = "stddev") -> Tensor:
        """The standard deviation, by coordinate of the event."""
        with self._scope(name):
            return self._either("stddev", self._stddev, self._variance, sqrt)

    def covariance(self, name: str = "covariance") -> Tensor:
        """The matrix of covariances of the coordinates of a vector event."""
        with self._scope(name):
            return self._covariance()

    def mode(self, name: str = "mode") -> Tensor:
        """The most likely event."""
        with self._scope(name):
            return self._mode()

    def cross_entropy(self, other: Answers, name: str = "cross_entropy") -> Tensor:
        """The entropy plus the divergence from another distribution, in nats."""
        with self._scope(name):
            return self._entropy() + self.kl_divergence(other)

    def kl_divergence(self, other: Answers, name: str = "kl_divergence") -> Tensor:
        """The Kullback-Leibler divergence from another distribution, in nats.

        Raises:
          NotImplementedError: if none is registered for the two classes.
        """
        with self._scope(name):
            return kl_divergence(self, other, self._allow_nan_stats)


__all__ = ["Statistics"]
