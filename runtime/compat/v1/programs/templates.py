"""`tf.compat.v1.make_template`: a function whose variables are made once."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from runtime.compat.v1.graph_variables import GraphKeys, get_collection
from runtime.compat.v1.variable_scopes import (
    VariableScope,
    sharing_variables,
    variable_scope,
)


class Template:
    """A function in a scope of its own: the first call makes variables, others share.

    >>> def layer(x):
    ...     w = tf.compat.v1.get_variable("w", [], initializer=tf.ones_initializer())
    ...     return x * w
    >>> with tf.Graph().as_default():
    ...     scaled = tf.compat.v1.make_template("scaled", layer)
    ...     _ = scaled(1.0), scaled(2.0)
    ...     print([each.name for each in tf.compat.v1.global_variables()])
    ['scaled/w:0']
    """

    def __init__(
        self,
        name: str,
        function: Callable[..., Any],
        unique_name: str | None,
        create_scope_now: bool = False,
        custom_getter: Any = None,
    ) -> None:
        self._function = function
        self._scope: VariableScope | None = None
        self._has_variables = False
        self._name, self._unique = name, unique_name
        self._getter = custom_getter
        self._eager: dict[str, Any] = {}
        if create_scope_now:
            with self._new_scope() as scope:
                self._scope = scope

    def _new_scope(self) -> AbstractContextManager[VariableScope]:
        default = None if self._unique else self._name
        return variable_scope(self._unique, default, custom_getter=self._getter)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """What the function returns, with the variables of the template."""
        with sharing_variables(self._eager):
            return self._called(*args, **kwargs)

    def _called(self, *args: Any, **kwargs: Any) -> Any:
        if self._scope is None:
            with self._new_scope() as scope:
                found = self._function(*args, **kwargs)
                self._scope, self._has_variables = scope, True
                return found
        # a scope that was named before the first call has no variables yet
        with variable_scope(self._scope, reuse=self._has_variables):
            found = self._function(*args, **kwargs)
            self._has_variables = True
            return found

    @property
    def name(self) -> str:
        """The name that it was made with."""
        return self._name

    @property
    def func(self) -> Callable[..., Any]:
        """The function."""
        return self._function

    @property
    def variable_scope(self) -> Any:
        """The scope of its variables, None before the first call."""
        return self._scope

    def _collected(self, key: str) -> list[Any]:
        if self._eager:
            is_all = key == GraphKeys.GLOBAL_VARIABLES
            return [each for each in self._eager.values() if is_all or each.trainable]
        if self._scope is None:
            return []
        return get_collection(key, f"{self._scope.name}/")

    @property
    def variables(self) -> list[Any]:
        """The variables that the template made."""
        return self._collected(GraphKeys.GLOBAL_VARIABLES)

    @property
    def trainable_variables(self) -> list[Any]:
        """The trainable variables among its variables."""
        return self._collected(GraphKeys.TRAINABLE_VARIABLES)


def make_template(
    name_: str,
    func_: Callable[..., Any],
    create_scope_now_: bool = False,
    unique_name_: str | None = None,
    custom_getter_: Any = None,
    **kwargs: Any,
) -> Template:
    """A function that makes its variables in the first call and reuses them in others.

    Args:
      name_: the name of the scope, made unique.
      func_: the function; it is called with ``kwargs`` too.
      create_scope_now_: the scope is named now, not in the first call.
      unique_name_: the name of the scope as it is.
      custom_getter_: called in place of `get_variable` in the function.
    """
    function = functools.partial(func_, **kwargs) if kwargs else func_
    return Template(name_, function, unique_name_, create_scope_now_, custom_getter_)


__all__ = ["Template", "make_template"]
