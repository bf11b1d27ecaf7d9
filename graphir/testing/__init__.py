"""Tests for what users add to the optimizer.

Not here: the checks of the project itself (`tests`, `tools.checks`).
"""

from graphir.testing.rules import RuleError, check_rule

__all__ = ["RuleError", "check_rule"]
