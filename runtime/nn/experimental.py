"""`tf.nn.experimental`."""

from __future__ import annotations

from runtime.nn.dropout import general_dropout, stateless_dropout

__all__ = ["general_dropout", "stateless_dropout"]
