"""What subclasses of distributions answer, and what is found from other answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from graphir.dtypes import DType
from runtime.context import name_scope
from runtime.tensors.tensor import Tensor

_MISSING: Final = "{} is not implemented: {}"


class Answers:
    """The own methods of a class of distributions; those that it has not raise.

    Raises:
      NotImplementedError: by what the class does not define.
    """

    _name: str | None
    _dtype: DType
    _allow_nan_stats: bool

    @property
    def name(self) -> str | None:
        """The scope of the names of ops; None outside of graphs."""
        return self._name

    @property
    def dtype(self) -> DType:
        """The dtype of events."""
        return self._dtype

    @property
    def allow_nan_stats(self) -> bool:
        """Whether statistics that are not defined are NaN."""
        return self._allow_nan_stats

    @contextmanager
    def _scope(self, name: str) -> Iterator[None]:
        if self.name is None:
            with name_scope(name):
                yield
        else:
            with name_scope(self.name), name_scope(name):
                yield

    def _either(
        self,
        asked: str,
        own: Callable[[], Tensor],
        other: Callable[[], Tensor],
        changed: Callable[[Tensor], Tensor],
    ) -> Tensor:
        """What a method of the class gives, or another one's answer, changed."""
        try:
            return own()
        except NotImplementedError:
            pass
        try:
            found = other()
        except NotImplementedError:
            kind = type(self).__name__
            raise NotImplementedError(_MISSING.format(asked, kind)) from None
        return changed(found)

    def _missing(self, asked: str) -> NotImplementedError:
        return NotImplementedError(_MISSING.format(asked, type(self).__name__))

    def _sample_n(self, n: Any, seed: int | None = None) -> Tensor:
        raise self._missing("sample_n")

    def _log_prob(self, value: Any) -> Tensor:
        raise self._missing("log_prob")

    def _prob(self, value: Any) -> Tensor:
        raise self._missing("prob")

    def _log_cdf(self, value: Any) -> Tensor:
        raise self._missing("log_cdf")

    def _cdf(self, value: Any) -> Tensor:
        raise self._missing("cdf")

    def _log_survival_function(self, value: Any) -> Tensor:
        raise self._missing("log_survival_function")

    def _survival_function(self, value: Any) -> Tensor:
        raise self._missing("survival_function")

    def _quantile(self, value: Any) -> Tensor:
        raise self._missing("quantile")

    def _entropy(self) -> Tensor:
        raise self._missing("entropy")

    def _mean(self) -> Tensor:
        raise self._missing("mean")

    def _variance(self) -> Tensor:
        raise self._missing("variance")

    def _stddev(self) -> Tensor:
        raise self._missing("stddev")

    def _covariance(self) -> Tensor:
        raise self._missing("covariance")

    def _mode(self) -> Tensor:
        raise self._missing("mode")


__all__ = ["Answers"]
