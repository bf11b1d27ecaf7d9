"""Nodes that are shown in one form and run in another.

Converters build the text that `to_code` shows. Where what runs must do more, or be
found by the loader, they leave an annotation on a node; `form_to_run` has the form
that runs in its place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from autograph.syntax.annotations import Annotation
from autograph.syntax.kinds import kinds
from autograph.syntax.nodes import Node, OperatorsName, OwnName
from autograph.syntax.templates import IS_OPERAND
from autograph.syntax.truth_uses import TRUTH_USE, TruthUse
from autograph.syntax.variable_roles import OPERAND, marked

__all__ = [
    "DECIDING_TEXT",
    "DELETES",
    "DOES_NOTHING",
    "ITEMS_NAME",
    "LOOKS_AT_FRAME",
    "PENDING_JUMPS",
    "ROLES",
    "RUNS_AS",
    "RUN_OTHERWISE",
    "SHARED",
    "SHOWN_BARE",
    "WITHOUT_VALUE",
    "form_to_run",
]

DOES_NOTHING = Annotation[bool]("does_nothing", False)
"""On a function without arguments that we made: it has no effect."""

DECIDING_TEXT = Annotation[str]("deciding_text", "")
"""On a conditional expression that is shown as it is, but runs as a call of
`if_exp`: the user's text of its test."""

ITEMS_NAME = Annotation[str]("items_name", "")
"""On a comprehension that is shown as it is, but runs as a call of `list_comp` or
`generator`: the name for what it iterates over."""

SHOWN_BARE = Annotation[bool]("shown_bare", False)
"""On a call `ag__.ld(name)` that is shown as the name alone."""

DELETES = Annotation[Any]("deletes", None)
"""On an assignment of `Undefined` in place of `del`: what reads the variable, which
must have a value."""

PENDING_JUMPS = Annotation[tuple[str, ...]]("pending_jumps", ())
"""On a `try` or `with`: flags of jumps out of it, which do not happen where it raises
while they leave it. That is not shown."""

WITHOUT_VALUE = Annotation[tuple[str, ...]]("without_value", ())
"""On a function: variables that get a stand-in when it begins, which is not shown."""

SHARED = Annotation[tuple[str, ...]]("shared", ())
"""On a function that we made: variables that it has from the function around, which is
not shown."""

ROLES = Annotation[tuple[Any, ...]]("roles", ())
"""On a tuple of names of variables, which is shown as it is: the role of each."""

RUNS_AS = Annotation[str]("runs_as", "")
"""On a call of an operator: the operator that is called when it runs."""

LOOKS_AT_FRAME = Annotation[bool]("looks_at_frame", False)
"""On a call of `locals` or the like in a function that stays as it is: stand-ins for
variables without a value are not shown to it."""


def form_to_run(node: Node) -> Node | None:
    """The form that runs in place of `node`; None where that is the one shown."""
    for annotation, form in _FORMS[node.__class__]:
        if annotation.get(node):
            return form(node)
    return None


def _copied(node: Node, annotation: Annotation[Any], **changes: Any) -> Node:
    """`node` with changes, and without the annotation, which is done."""
    kind: Any = type(node)
    made = kind.__new__(kind)
    made.__dict__.update(node.__dict__, **changes)
    annotation.forget(made)
    return made


def _assigned(function: Node) -> Node:
    """`function = None.__bool__`: something to call that has no frame.

    A debugger would stop in one.
    """
    value = gast.Attribute(gast.Constant(None, None), "__bool__", gast.Load())
    target = OwnName(function.name, gast.Store())
    return gast.copy_location(gast.Assign([target], value, None), function)


def _with_stand_ins(function: Node) -> Node:
    """`function`, beginning with `a = ag__.Undefined('a')`, after its docstring."""
    body = function.body
    first = body[0].value if isinstance(body[0], gast.Expr) else None
    start = isinstance(first, gast.Constant) and isinstance(first.value, str)
    place = body[start] if len(body) > start else body[0]
    made = []
    for name in WITHOUT_VALUE.get(function):
        stand_in = gast.Attribute(OperatorsName("ag__"), "Undefined", gast.Load())
        value = gast.Call(stand_in, [gast.Constant(name, None)], [])
        assigned = gast.Assign([OwnName(name, gast.Store())], value, None)
        made.append(gast.copy_location(assigned, place))
    whole = [*body[:start], *made, *body[start:]]
    return _copied(function, WITHOUT_VALUE, body=whole)


def _with_shared(function: Node) -> Node:
    """`function`, beginning with `nonlocal`."""
    declared = gast.Nonlocal(list(SHARED.get(function)))
    body = [gast.copy_location(declared, function), *function.body]
    return _copied(function, SHARED, body=body)


def _decided(node: Node) -> Node:
    """`ag__.if_exp(...)` for a conditional expression."""
    is_asked = TRUTH_USE.get(node) is TruthUse.ASKED
    operator = "if_exp_asked" if is_asked else "if_exp"
    decide = gast.Attribute(OperatorsName("ag__"), operator, gast.Load())
    sides = [gast.Lambda(_MARK_ALONE, side) for side in (node.body, node.orelse)]
    text = gast.Constant(DECIDING_TEXT.get(node), None)
    call = gast.Call(decide, [node.test, *sides, text], [])
    return gast.copy_location(call, node)


def _deleted(node: Node) -> Node:
    """`a = (ag__.ld(a), ag__.Undefined('a'))[1]`."""
    both = gast.Tuple([DELETES.get(node), node.value], gast.Load())
    value = gast.Subscript(both, gast.Constant(1, None), gast.Load())
    return gast.copy_location(gast.Assign(node.targets, value, None), node)


def _with_mark(operand: Node) -> Node:
    """A lambda that tells by a parameter that the user did not write it."""
    given = operand.args
    arguments = gast.arguments(given.args, [], _MARK, [], [], None, [])
    return _copied(operand, IS_OPERAND, args=arguments)


_COMPREHENSIONS = {gast.ListComp: "list_comp", gast.GeneratorExp: "generator"}


def _called(node: Node) -> Node:
    """`ag__.list_comp(lambda items: [... for ... in items], ...)`."""
    (loop,) = node.generators
    name = ITEMS_NAME.get(node)
    inner = gast.comprehension(loop.target, OwnName(name), [], 0)
    body = gast.copy_location(type(node)(node.elt, [inner]), node)
    items = gast.arguments([OwnName(name, gast.Param())], [], _MARK, [], [], None, [])
    operator = _COMPREHENSIONS[type(node)]
    function = gast.Attribute(OperatorsName("ag__"), operator, gast.Load())
    call = gast.Call(function, [gast.Lambda(items, body), loop.iter], [])
    return gast.copy_location(call, node)


def _undoing_jumps(node: Node) -> Node:
    """`try: node`, then `except: flag = False; raise`."""
    undone = [
        gast.Assign([OwnName(flag, gast.Store())], gast.Constant(False, None), None)
        for flag in PENDING_JUMPS.get(node)
    ]
    handler = gast.ExceptHandler(None, None, [*undone, gast.Raise(None, None)])
    tried = gast.Try([_copied(node, PENDING_JUMPS)], [handler], [], [])
    return gast.copy_location(tried, node)


def _with_roles(node: Node) -> Node:
    """The names with their roles, for the loader."""
    names = [
        gast.Constant(marked(each.value, role), None)
        for each, role in zip(node.elts, ROLES.get(node), strict=True)
    ]
    return gast.copy_location(gast.Tuple(names, node.ctx), node)


def _of_other_operator(call: Node) -> Node:
    if RUNS_AS.get(call) == "unpacking_call":
        return _unpacking(call)
    function = gast.Attribute(OperatorsName("ag__"), RUNS_AS.get(call), gast.Load())
    return _copied(call, RUNS_AS, func=gast.copy_location(function, call.func))


def _converted(call: Node) -> Node:
    """`ag__.converted_call(locals, (), None)`."""
    function = gast.Attribute(OperatorsName("ag__"), "converted_call", gast.Load())
    arguments = [call.func, gast.Tuple(call.args, gast.Load())]
    made = gast.Call(function, [*arguments, gast.Constant(None, None)], [])
    return gast.copy_location(made, call)


def _unpacking(call: Node) -> Node:
    """`ag__.unpacking_call(f, fscope)(a, *b, **c)`: Python's own errors name `f`."""
    function, positional, keywords, scope = call.args
    operator = gast.Attribute(OperatorsName("ag__"), "unpacking_call", gast.Load())
    bound = gast.copy_location(gast.Call(operator, [function, scope], []), call)
    named = keywords.keywords if isinstance(keywords, gast.Call) else []
    made = gast.Call(bound, _arguments(positional), named)
    return gast.copy_location(made, call)


def _arguments(positional: Node) -> list[Node]:
    """`a, *b` of `(a,) + tuple(b)`."""
    if isinstance(positional, gast.BinOp):
        return [*_arguments(positional.left), *_arguments(positional.right)]
    if isinstance(positional, gast.Tuple):
        return list(positional.elts)
    return [gast.Starred(positional.args[0], gast.Load())]


def _last_operand_if(node: Node) -> Node | None:
    """`c if a and b else False` for `a and b and c` in a test.

    So the operands before the last are asked by Python, and the last by the test,
    which may be a stage's.
    """
    if TRUTH_USE.get(node) is not TruthUse.TEST:
        return None
    *first, last = node.values
    test = first[0] if len(first) == 1 else gast.BoolOp(node.op, first)
    decided = gast.Constant(isinstance(node.op, gast.Or), None)
    sides = (last, decided) if isinstance(node.op, gast.And) else (decided, last)
    return gast.copy_location(gast.IfExp(test, *sides), node)


def _truth_of_chain(node: Node) -> Node | None:
    """`True if a < b < c else False` in a test."""
    if TRUTH_USE.get(node) is not TruthUse.TEST:
        return None
    sides = [gast.Constant(each, None) for each in (True, False)]
    asked = _copied(node, TRUTH_USE)
    return gast.copy_location(gast.IfExp(asked, *sides), node)


Form = Callable[[Node], Any]
_FORMS: dict[type, tuple[tuple[Annotation[Any], Form], ...]] = {
    gast.Call: (
        (RUNS_AS, _of_other_operator),
        (LOOKS_AT_FRAME, _converted),
    ),
    gast.FunctionDef: (
        (DOES_NOTHING, _assigned),
        (WITHOUT_VALUE, _with_stand_ins),
        (SHARED, _with_shared),
    ),
    gast.IfExp: ((DECIDING_TEXT, _decided),),
    gast.Lambda: ((IS_OPERAND, _with_mark),),
    gast.Assign: ((DELETES, _deleted),),
    gast.Tuple: ((ROLES, _with_roles),),
    gast.BoolOp: ((TRUTH_USE, _last_operand_if),),
    gast.Compare: ((TRUTH_USE, _truth_of_chain),),
    **dict.fromkeys(_COMPREHENSIONS, ((ITEMS_NAME, _called),)),
    **dict.fromkeys(
        kinds("Try", "TryStar", "With"), ((PENDING_JUMPS, _undoing_jumps),)
    ),
}
RUN_OTHERWISE = frozenset(_FORMS)
"""Classes of which some nodes run in another form than the one shown."""

_MARK = OwnName(OPERAND, gast.Param())
_MARK_ALONE = gast.arguments([], [], _MARK, [], [], None, [])
