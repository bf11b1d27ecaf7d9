"""Ops that call back into Python."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable

GRADIENT: str = "/gradient"
"""Behind a token: the function's gradient, of its arguments and those of results."""


class PythonToken(bytes):
    """The name of a Python function, as an attribute that keeps the function alive."""

    callback: object = None

    @classmethod
    def naming(cls, name: str, callback: object) -> PythonToken:
        """A token of that name for the function."""
        token = cls(name.encode())
        token.callback = callback
        return token


class EagerPyFunc(
    Op,
    signature="""
        EagerPyFunc(input: list(Tin)) -> (output: list(Tout))
        | token: string; is_async: bool = False; Tin: list(type) >= 0;
          Tout: list(type) >= 0
        | stateful
    """,
    traits="calls_python",
):
    """The results of a Python function for eager tensors."""

    compute = needs_runtime

    def input_gradients(self, d_output: Any) -> Any:
        if self.token.decode().endswith(GRADIENT):
            return ([None] * len(self.input),)
        d_results = [
            self.op.ZerosLike(output) if d is None else d
            for output, d in zip(self.output, d_output)
            if output.dtype.is_floating or output.dtype.is_complex
        ]
        token = PythonToken.naming(
            self.token.decode() + GRADIENT, getattr(self.token, "callback", None)
        )
        types = [dtypes.as_dtype(each) for each in self.Tin]
        arguments = [*self.input, *d_results]
        gradients = self.op.EagerPyFunc(
            arguments,
            token=token,
            Tin=[each.dtype for each in arguments],
            Tout=types,
        )
        return (
            [
                gradient if each.is_floating or each.is_complex else None
                for each, gradient in zip(types, gradients)
            ],
        )


class PyFunc(
    Op,
    signature="""
        PyFunc(input: list(Tin)) -> (output: list(Tout))
        | token: string; Tin: list(type) >= 0; Tout: list(type) >= 0
        | stateful
    """,
    traits="calls_python",
):
    """The results of a Python function for arrays."""

    compute = needs_runtime
    input_gradients = not_differentiable


class PyFuncStateless(
    Op,
    signature="""
        PyFuncStateless(input: list(Tin)) -> (output: list(Tout))
        | token: string; Tin: list(type) >= 0; Tout: list(type) >= 0
    """,
    traits="calls_python",
):
    """The results of a Python function without effects for arrays."""

    compute = needs_runtime
    input_gradients = not_differentiable
