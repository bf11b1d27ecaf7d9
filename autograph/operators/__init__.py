"""The operators that converted code calls: plain Python unless a stage overrides them.

This module is the object `ag__` of generated code; `protocol.py` types it.

Not here: control flow over values of a library (`stages`, and packages that register a
stage).
"""

from __future__ import annotations

from autograph.operators.calls import converted_call, unpacking_call
from autograph.operators.comparisons import eq, in_, is_, not_eq, not_in
from autograph.operators.control_flow import for_stmt, if_stmt, while_stmt
from autograph.operators.data_structures import (
    ListPopOpts,
    ListStackOpts,
    generator,
    list_append,
    list_comp,
    list_pop,
    list_stack,
    new_list,
)
from autograph.operators.exceptions import assert_stmt
from autograph.operators.function_scopes import (
    STD,
    ConversionOptions,
    FunctionScope,
    autograph_artifact,
    with_function_scope,
)
from autograph.operators.logical import (
    and_,
    and_asked,
    and_test,
    if_exp,
    if_exp_asked,
    not_,
    or_,
    or_asked,
    or_test,
)
from autograph.operators.slices import GetItemOpts, get_item, set_item
from autograph.operators.variables import Undefined, UndefinedReturnValue, ld, ldu
from autograph.options import Feature

__all__ = [
    "STD",
    "ConversionOptions",
    "Feature",
    "FunctionScope",
    "GetItemOpts",
    "ListPopOpts",
    "ListStackOpts",
    "Undefined",
    "UndefinedReturnValue",
    "and_",
    "and_asked",
    "and_test",
    "assert_stmt",
    "autograph_artifact",
    "converted_call",
    "eq",
    "for_stmt",
    "generator",
    "get_item",
    "if_exp",
    "if_exp_asked",
    "if_stmt",
    "in_",
    "is_",
    "ld",
    "ldu",
    "list_append",
    "list_comp",
    "list_pop",
    "list_stack",
    "new_list",
    "not_",
    "not_eq",
    "not_in",
    "or_",
    "or_asked",
    "or_test",
    "set_item",
    "unpacking_call",
    "while_stmt",
    "with_function_scope",
]
