"""Source-to-source conversion of Python control flow into a form that can be staged."""

from __future__ import annotations

from autograph.api import (
    convert,
    converted,
    converted_call,
    do_not_convert,
    set_loop_options,
    to_code,
    to_graph,
)
from autograph.checking import CheckReport, Divergence, check, register_check_stage
from autograph.errors import (
    AutoGraphError,
    ConversionError,
    SourceUnavailableError,
    StagingError,
    UndefinedVariableError,
    UnsupportedSyntaxError,
)
from autograph.kept_modules import do_not_convert_module
from autograph.logs import set_verbosity, trace
from autograph.operators.calls import converting_members
from autograph.operators.dispatch import Stage, register_stage, unregister_stage
from autograph.options import ConversionOptions, Feature
from autograph.policy import call_as_is
from autograph.tracebacks.hiding import hide_frames_in

__all__ = [
    "AutoGraphError",
    "CheckReport",
    "ConversionError",
    "ConversionOptions",
    "Divergence",
    "Feature",
    "SourceUnavailableError",
    "Stage",
    "StagingError",
    "UndefinedVariableError",
    "UnsupportedSyntaxError",
    "call_as_is",
    "check",
    "convert",
    "converted",
    "converted_call",
    "converting_members",
    "do_not_convert",
    "do_not_convert_module",
    "hide_frames_in",
    "register_check_stage",
    "register_stage",
    "set_loop_options",
    "set_verbosity",
    "to_code",
    "to_graph",
    "trace",
    "unregister_stage",
]
