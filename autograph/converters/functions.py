"""Functions and lambdas."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import (
    IS_LEFT_ALONE,
    SCOPE_NAME,
    Conversion,
    Converter,
    constant,
    expression,
)
from autograph.errors import UnsupportedSyntaxError
from autograph.options import ConversionOptions
from autograph.syntax.jumps import is_generator, runs_as_it_is
from autograph.syntax.nodes import CHILD_BLOCKS, Block, Node, place
from autograph.syntax.templates import Template

__all__ = ["Functions", "forget_defaults", "split_docstring"]

_STANDARD = ConversionOptions()

_BODY = Template(
    """
    with ag__.FunctionScope(__name__, __label__, __options__) as __scope__:
        __body__
    """
)
_LAMBDA = Template(
    "ag__.with_function_scope(lambda __scope__: __body__, __label__, __options__)"
)
_ARTIFACT = Template("ag__.autograph_artifact(__value__)")
_MARK = Template("ag__.autograph_artifact")


class Functions(Converter):
    """Opens a scope in each function, and marks nested functions as converted.

        def f(x):                   def tf__f(x):
            return x        =>          with ag__.FunctionScope(...) as fscope:
                                            return x

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(x, y=1):\\n    return lambda: x", Functions))
    def tf__f(x, y=None):
        with ag__.FunctionScope('f', 'fscope', ag__.STD) as fscope:
            return ag__.autograph_artifact(lambda: x)
    """

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self._root = conversion.function
        if gast.Lambda not in conversion.kinds:
            self._fields = CHILD_BLOCKS

    def visit_FunctionDef(self, node: Node) -> Any:
        if is_generator(node):
            if node is self._root:
                raise UnsupportedSyntaxError("generators are not supported")
            IS_LEFT_ALONE.set(node, True)
            return node
        if node is not self._root and runs_as_it_is(node):
            IS_LEFT_ALONE.set(node, True)
            return node
        return self.visit_function(node)

    def visit_AsyncFunctionDef(self, node: Node) -> Any:
        if node is self._root:
            raise UnsupportedSyntaxError("coroutines are not supported")
        return node

    def visit_function(self, node: Node) -> Any:
        scope = self.names.new("fscope")
        SCOPE_NAME.set(node, scope)
        self.visit_children(node)
        name = node.name
        if node is self._root:
            node.name = f"tf__{name}"
            node.decorator_list = []
            forget_defaults(node.args)
            options = self.options
        else:
            node.decorator_list = [*node.decorator_list, _MARK.expand_expression()]
            options = self.options.call_options()
        documentation, body = split_docstring(node.body)
        scoped = _BODY.expand(
            node,
            name=constant(name),
            label=constant(scope),
            options=_options(options),
            scope=scope,
            body=body or [place(gast.Pass(), node)],
        )
        node.body = documentation + scoped
        return node

    def visit_Lambda(self, node: Node) -> Any:
        self.visit_children(node)
        if node is not self._root:
            return _ARTIFACT.expand_expression(value=node)
        scope = self.names.new("lscope")
        SCOPE_NAME.set(node, scope)
        forget_defaults(node.args)
        node.body = _LAMBDA.expand_expression(
            scope=scope,
            label=constant(scope),
            body=node.body,
            options=_options(self.options),
        )
        return node


def _options(options: Any) -> Node:
    source = options.to_source()
    if options == _STANDARD:
        source = "ag__.STD"
    return expression(source).expand_expression()


def forget_defaults(arguments: Node) -> None:
    """Replace default values of arguments by a placeholder."""
    # The live function keeps its own; here they only say which arguments have one.
    arguments.defaults = [constant(None) for _ in arguments.defaults]
    arguments.kw_defaults = [item and constant(None) for item in arguments.kw_defaults]


def split_docstring(body: Block) -> tuple[Block, Block]:
    """The docstring, if there is one, and the statements after it."""
    first = body[0]
    is_text = isinstance(first, gast.Expr) and isinstance(first.value, gast.Constant)
    if is_text and isinstance(first.value.value, str):
        return body[:1], body[1:]
    return [], body
