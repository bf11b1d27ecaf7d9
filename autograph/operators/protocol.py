"""`Operators`: the interface of `ag__`, the object through which generated code works.

Arguments carry the names of the fields of the syntax tree that they come from.
The module `autograph.operators` is the implementation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any, Protocol

from autograph import options as _options
from autograph.operators import data_structures, slices
from autograph.operators.dispatch import SetState, State

__all__ = ["Operators", "Scope"]

Options = _options.ConversionOptions
Thunk = Callable[[], Any]


class Scope(Protocol):
    """The object that `with ag__.FunctionScope(...) as fscope` binds."""

    @property
    def callopts(self) -> Options: ...

    def ret(self, value: Any, did_return: Any) -> Any: ...


class Operators(Protocol):
    """The interface that generated code may call, plain Python unless overridden."""

    @property
    def STD(self) -> Options: ...

    @property
    def Feature(self) -> type[_options.Feature]: ...

    @property
    def GetItemOpts(self) -> type[slices.GetItemOpts]: ...

    @property
    def ListPopOpts(self) -> type[data_structures.ListPopOpts]: ...

    @property
    def ListStackOpts(self) -> type[data_structures.ListStackOpts]: ...

    @property
    def ConversionOptions(self) -> Callable[..., Options]: ...

    @property
    def FunctionScope(
        self,
    ) -> Callable[[str, str, Options], AbstractContextManager[Scope]]: ...

    @property
    def Undefined(self) -> Callable[..., Any]: ...

    @property
    def UndefinedReturnValue(self) -> Callable[[], Any]: ...

    def with_function_scope(
        self, thunk: Callable[[Any], Any], scope_name: str, options: Options
    ) -> Any: ...

    def autograph_artifact(self, entity: Any, extras: Any = None) -> Any: ...

    def converted_call(
        self,
        f: Any,
        args: tuple[Any, ...],
        kwargs: dict[str, Any] | None,
        caller_fn_scope: Any = None,
        options: Options | None = None,
    ) -> Any: ...

    def unpacking_call(self, f: Any, caller_fn_scope: Any = None) -> Any: ...

    def ld(self, v: Any) -> Any: ...

    def ldu(self, load_v: Thunk, name: str) -> Any: ...

    def if_stmt(
        self,
        cond: Any,
        body: Callable[[], None],
        orelse: Callable[[], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        nouts: int,
    ) -> None: ...

    def while_stmt(
        self,
        test: Thunk,
        body: Callable[[], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None: ...

    def for_stmt(
        self,
        iter_: Any,
        extra_test: Thunk | None,
        body: Callable[[Any], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None: ...

    def if_exp(
        self, cond: Any, if_true: Thunk, if_false: Thunk, expr_repr: str
    ) -> Any: ...

    def and_(self, a: Thunk, b: Thunk) -> Any: ...

    def or_(self, a: Thunk, b: Thunk) -> Any: ...

    def and_test(self, a: Thunk, b: Thunk) -> Any: ...

    def or_test(self, a: Thunk, b: Thunk) -> Any: ...

    def and_asked(self, a: Thunk, b: Thunk) -> Any: ...

    def or_asked(self, a: Thunk, b: Thunk) -> Any: ...

    def if_exp_asked(
        self, cond: Any, if_true: Thunk, if_false: Thunk, expr_repr: str
    ) -> Any: ...

    def not_(self, a: Any) -> Any: ...

    def eq(self, a: Any, b: Any) -> Any: ...

    def not_eq(self, a: Any, b: Any) -> Any: ...

    def in_(self, a: Any, b: Any) -> Any: ...

    def is_(self, a: Any, b: bool) -> Any: ...

    def not_in(self, a: Any, b: Any) -> Any: ...

    def assert_stmt(self, expression1: Any, expression2: Thunk) -> None: ...

    def get_item(self, target: Any, i: Any, opts: slices.GetItemOpts) -> Any: ...

    def set_item(self, target: Any, i: Any, x: Any) -> Any: ...

    def new_list(self, iterable: Iterable[Any] | None = None) -> Any: ...

    def list_append(self, list_: Any, x: Any) -> Any: ...

    def list_pop(
        self, list_: Any, i: Any, opts: data_structures.ListPopOpts
    ) -> tuple[Any, Any]: ...

    def list_stack(self, list_: Any, opts: data_structures.ListStackOpts) -> Any: ...

    def list_comp(self, body: Callable[[Any], list[Any]], iter_: Any) -> Any: ...

    def generator(self, body: Callable[[Any], Iterator[Any]], iter_: Any) -> Any: ...
