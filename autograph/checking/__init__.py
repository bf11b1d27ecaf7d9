"""`check`: runs a function as plain Python and staged, and reports differences.

Not here: the stages (`autograph.stages`, or a runtime's), which register themselves.
"""

from autograph.checking.checks import CheckReport, check
from autograph.checking.comparison import Divergence
from autograph.checking.stages import register_check_stage
from autograph.checking.state import State

__all__ = ["CheckReport", "Divergence", "State", "check", "register_check_stage"]
