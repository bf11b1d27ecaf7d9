"""Tests for users' additions to the optimizer.

Not here: the verifier of graphs (`graphir.analysis`).
"""

from graphir.testing.rules import RuleError, check_rule

__all__ = ["RuleError", "check_rule"]
