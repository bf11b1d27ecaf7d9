"""Op: the base class of op declarations, with all facets of an op."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from types import new_class
from typing import Any, ClassVar

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError, MissingKernelError
from graphir.ops.contract.appliers import AppliedOps, Applier, FlatApplier
from graphir.ops.contract.failures import rule_failure
from graphir.ops.contract.handles import checking_handles
from graphir.ops.contract.inference import complete_attrs, group_inputs, output_dtypes
from graphir.ops.contract.registry import register, register_earlier_name
from graphir.ops.contract.signature import Signature, parse_signature
from graphir.ops.contract.traits import parse_traits
from graphir.shapes import UNKNOWN, Shape

Kernel = Callable[..., Any]
"""Takes one array a tensor, flat; returns an array, or a tuple for several results."""


class _Absent:
    """A facet that an op does not have, said in its declaration."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


not_differentiable = _Absent("not_differentiable")
"""``input_gradients = not_differentiable``: no gradient flows through the op."""

no_gradient = _Absent("no_gradient")
"""``input_gradients = no_gradient``: it has one, which is not declared: an error."""

unimplemented_gradient = _Absent("unimplemented_gradient")
"""``input_gradients = unimplemented_gradient``: it has one that nobody wrote, in
TensorFlow neither: an error of its own."""

needs_runtime = _Absent("needs_runtime")
"""``compute = needs_runtime``: state, randomness or control flow; the runtime
attaches a kernel."""

no_kernel = _Absent("no_kernel")
"""``compute = no_kernel``: can be read, checked and written, but not run here."""


class Op:
    """An op: signature, documentation, shape rule, kernel, gradient, traits.

    A subclass is named exactly as the op. An instance is a view of one call: the
    declared arguments, results and attributes are its attributes (a list where the
    signature takes several tensors). It is made for a node, for a record on a tape and
    for messages, but not when an op runs: ``bind`` returns the callable for that.

    Rules a subclass writes:

    * ``infer_shape(self)``: the Shape of the result, or a list, one for each result;
    * ``compute(self, *arrays)``: the kernel; NumPy arrays or scalars in (one for each
      declared argument, a list for ``N*T``), array or tuple of arrays out; only the
      attributes of ``self`` may be read;
    * ``input_gradients(self, *d_results)``: a gradient (or None) for each declared
      argument, made with ``self.op``; a result without gradient is passed as None,
      a result of several tensors as a list.
    """

    signature: ClassVar[str] = ""
    traits: ClassVar[frozenset[str]] = frozenset()
    """Traits of ours, each listed with its meaning in ``contract.traits``;
    TensorFlow's own stand in the signature."""

    label: ClassVar[str | None] = None
    """What its nodes are called by the operator or function that makes them for users,
    if otherwise than the op; with a slash at its end if that opens a scope."""

    handles: ClassVar[str] = ""
    """What its resources and variants point to: for each such argument a kind of
    ``contract.handles``, the last one for the rest."""

    calls: ClassVar[str] = ""
    """The types with which it calls functions: ``f(Tin) -> Tout``, where no trait
    ``calls_functions`` tells; see ``contract.function_calls``."""

    onnx_name: ClassVar[str] = ""
    """The ONNX op that does the same at each place, if there is one."""

    compute: Any = None
    input_gradients: Any = None
    kernel_package: ClassVar[str] = "runtime.stateful_kernels"
    """What attaches the kernel of an op that ``needs_runtime`` when it is imported."""

    _signature: ClassVar[Signature | None] = None
    path_argument: ClassVar[str] = ""
    """The arguments with the names of the files that it reads or writes."""

    _all_traits: ClassVar[frozenset[str] | None] = None
    _runtime_kernel: ClassVar[Callable[[Mapping[str, Attr]], Kernel] | None] = None

    def __init_subclass__(
        cls,
        signature: str = "",
        traits: str = "",
        label: str | None = None,
        earlier_name: str = "",
        handles: str = "",
        onnx_name: str = "",
        calls: str = "",
    ) -> None:
        if traits:
            cls.traits = cls.traits | parse_traits(traits)
        if handles:
            cls.handles = handles
        if onnx_name:
            cls.onnx_name = onnx_name
        if calls:
            cls.calls = calls
        if not signature:
            return  # a family
        # `python -OO` leaves all of them out
        if not cls.__doc__ and sys.flags.optimize < 2:
            raise TypeError(f"Op {cls.__name__} has no docstring.")
        cls.signature = signature
        cls._signature = None
        cls._all_traits = None
        cls.label = label
        register(cls)
        for name in earlier_name.split():
            register_earlier_name(name, cls)

    @classmethod
    def under_earlier_name(cls, name: str, signature: str) -> type[Op]:
        """The same op under an earlier name, with its signature of that time.

        It is a subclass, so it has the rules, traits and kernel of the op.
        """
        members = {"__doc__": cls.__doc__, "__module__": cls.__module__}
        made: type[Op] = new_class(
            name, (cls,), {"signature": signature}, lambda space: space.update(members)
        )
        return made

    def __init__(
        self,
        inputs: Sequence[Any],
        attrs: Mapping[str, Attr],
        outputs: Sequence[Any] = (),
        applier: Applier | None = None,
        wanted: Sequence[bool] | None = None,
    ) -> None:
        self._inputs = inputs
        self._attrs = attrs
        self._outputs = outputs
        self._applier = applier
        self._wanted = wanted

    # --- the declaration

    @classmethod
    def declared(cls) -> Signature:
        """The parsed signature."""
        if cls._signature is None:
            cls._signature = parse_signature(cls.signature)
        return cls._signature

    @classmethod
    def all_traits(cls) -> frozenset[str]:
        """The traits of the signature and our own."""
        if cls._all_traits is None:
            cls._all_traits = cls.declared().traits | cls.traits
        return cls._all_traits

    @classmethod
    def view(
        cls,
        inputs: Sequence[Any],
        attrs: Mapping[str, Attr],
        outputs: Sequence[Any] = (),
        applier: Applier | None = None,
        wanted: Sequence[bool] | None = None,
    ) -> Op:
        """The typed view of a call: flat inputs and outputs, completed attributes.

        ``wanted`` says for each flat input whether its gradient is needed; None means
        that all are.
        """
        return cls(inputs, attrs, outputs, applier, wanted)

    @classmethod
    def infer(
        cls, inputs: Sequence[Any], attrs: Mapping[str, Attr]
    ) -> tuple[dict[str, Attr], list[tuple[DType, Shape]]]:
        """Attributes, result dtypes and result shapes of a call.

        Raises:
          TypeError: for a wrong number of inputs or a dtype that is not allowed.
          ValueError: for shapes that do not fit.
        """
        signature = cls.declared()
        completed = complete_attrs(signature, inputs, attrs)
        types = output_dtypes(signature, completed)
        shapes = cls.rule_shapes(inputs, completed)
        if len(shapes) != len(types):
            raise TypeError(
                f"The shape rule of {cls.__name__} gave {len(shapes)} shapes for "
                f"{len(types)} results."
            )
        return completed, list(zip(types, shapes, strict=True))

    @classmethod
    def rule_shapes(
        cls, inputs: Sequence[Any], attrs: Mapping[str, Attr]
    ) -> Sequence[Shape]:
        """The result shapes by the shape rule, for complete attributes.

        Raises:
          OpError, TypeError, ValueError: for a call that does not fit; any other error
            of the rule becomes the cause of a ValueError that names the op.
        """
        try:
            shapes = cls(inputs, attrs).infer_shape()
        except Exception as error:
            told = rule_failure(cls.__name__, error, inputs, attrs)
            if told is error:
                raise
            raise told from error
        return [shapes] if isinstance(shapes, Shape) else shapes

    @classmethod
    def bind(cls, attrs: Mapping[str, Attr]) -> Kernel:
        """The kernel with its attributes bound; takes one array a tensor, flat.

        Raises:
          MissingKernelError: if the op has no kernel, or it needs the runtime.
        """
        return cls.checking_handles(cls._bound(attrs), attrs)

    @classmethod
    def checking_handles(cls, kernel: Kernel, attrs: Mapping[str, Attr]) -> Kernel:
        """The kernel with a check that each handle is of the declared kind."""
        signature = cls.declared()
        if not signature.takes_handles:
            return kernel
        return checking_handles(signature, cls.handles, attrs, kernel)

    @classmethod
    def _bound(cls, attrs: Mapping[str, Attr]) -> Kernel:
        if cls._runtime_kernel is not None:
            return cls._runtime_kernel(attrs)
        if cls.compute is None or isinstance(cls.compute, _Absent):
            raise MissingKernelError(
                f"Op {cls.__name__} cannot be run here: {cls.compute or 'no kernel'}."
            )
        call = cls((), attrs)
        # kernels read attributes in every call: spare them the way by `__getattr__`
        for name in cls.declared().attrs.keys() & attrs.keys():
            call.__dict__[name] = attrs[name]
        compute: Kernel = call.compute
        if not cls.declared().has_list_inputs:
            return compute
        return lambda *flat: compute(*group_inputs(cls.declared(), attrs, flat))

    @classmethod
    def attach_kernel(cls, factory: Callable[[Mapping[str, Attr]], Kernel]) -> None:
        """Sets the kernel of an op that ``needs_runtime``: attributes -> kernel.

        Raises:
          TypeError: if the op has a kernel of its own.
        """
        if cls.compute is not needs_runtime:
            raise TypeError(f"Op {cls.__name__} does not need a kernel of the runtime.")
        cls._runtime_kernel = factory

    @classmethod
    def has_kernel(cls) -> bool:
        """Whether ``bind`` returns a kernel."""
        absent = cls.compute is None or isinstance(cls.compute, _Absent)
        return cls._runtime_kernel is not None or not absent

    @classmethod
    def is_pure(cls) -> bool:
        """Whether the op has a kernel that depends on its inputs alone."""
        absent = cls.compute is None or isinstance(cls.compute, _Absent)
        return not absent and "stateful" not in cls.declared().traits

    @classmethod
    def is_differentiable(cls) -> bool:
        """Whether the op declares a gradient."""
        return cls.input_gradients is not None and not isinstance(
            cls.input_gradients, _Absent
        )

    @classmethod
    def apply_with(
        cls, applier: FlatApplier, args: Sequence[Any], attrs: Mapping[str, Any]
    ) -> Any:
        """Applies the op to arguments as declared; numbers become constants.

        Raises:
          TypeError: for a wrong number of arguments.
        """
        signature = cls.declared()
        if len(args) != len(signature.inputs):
            raise TypeError(
                f"{cls.__name__} takes {len(signature.inputs)} arguments, not "
                f"{len(args)}."
            )
        known: dict[str, DType] = {
            name: value for name, value in attrs.items() if isinstance(value, DType)
        }
        flat_args = []
        for declared, arg in zip(signature.inputs, args, strict=True):
            values = list(arg) if declared.is_list else [arg]
            flat_args.append((declared, values))
            for value in values:
                if hasattr(value, "constant_value") and not declared.is_type_list:
                    known.setdefault(declared.type_name, value.dtype)
        flat = [
            value
            if hasattr(value, "constant_value")
            else applier.constant(
                value, declared.dtype or known.get(declared.type_name)
            )
            for declared, values in flat_args
            for value in values
        ]
        results = applier.apply(cls.__name__, flat, attrs)
        many = len(signature.outputs) != 1 or signature.outputs[0].is_list
        return tuple(results) if many else results[0]

    # --- what rules use

    def infer_shape(self) -> Shape | Sequence[Shape]:
        """The result shapes; unknown by default, overridden by ops."""
        signature = self.declared()
        return [UNKNOWN] * len(output_dtypes(signature, self._attrs))

    def wants(self, name: str) -> bool:
        """Whether the gradient of the argument is requested; for gradient rules."""
        if self._wanted is None:
            return True
        signature = self.declared()
        names = [arg.name for arg in signature.inputs]
        asked = group_inputs(signature, self._attrs, self._wanted)[names.index(name)]
        return any(asked) if isinstance(asked, list) else bool(asked)

    @property
    def op(self) -> AppliedOps:
        """Every op as a method, applied where this call was made."""
        if self._applier is None:
            raise TypeError(f"{type(self).__name__}: no applier for its gradient rule.")
        return AppliedOps(self._applier)

    def constant(self, name: str) -> Any:
        """The argument's value as an array if it is known now, else None."""
        return getattr(self, name).constant_value()

    def constant_as_shape(self, name: str) -> Shape:
        """The argument, a vector of sizes, as a shape as far as it is known.

        Raises:
          ValueError: if the argument is no vector.
        """
        sizes = getattr(self, name)
        if sizes.shape.rank not in (None, 1):
            raise ValueError(
                f"Shape must be rank 1 but is rank {sizes.shape.rank}: argument {name}"
            )
        found: Shape = sizes.constant_as_shape()
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        signature = self.declared()
        if name in signature.attrs:
            return self._attrs.get(name, signature.attrs[name].default)
        for args, values in (
            (signature.inputs, self._inputs),
            (signature.outputs, self._outputs),
        ):
            names = [arg.name for arg in args]
            if name in names:
                return group_inputs(signature, self._attrs, values, args)[
                    names.index(name)
                ]
        raise AttributeError(f"Op {type(self).__name__} has no {name!r}.")

    def invalid(self, message: str) -> InvalidArgumentError:
        """The error of a kernel that refuses its input; raise it."""
        return InvalidArgumentError(None, type(self).__name__, message)
