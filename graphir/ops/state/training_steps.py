"""Optimizer steps: ops that update a variable and its slots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import numpy as np

from graphir.ops.contract.signature import Signature
from graphir.ops.state.state import Effect

_NUMBERS: Final = (
    "[float,double,int32,uint8,int16,int8,complex64,int64,qint8,quint8,qint32,"
    "bfloat16,qint16,quint16,uint16,complex128,half,uint32,uint64]"
)
Arrays = dict[str, Any]


def dense(name: str, slots: str, given: str, attrs: str = "") -> str:
    """The signature of a step on whole variables."""
    variables = ", ".join(f"{each}: resource" for each in ["var", *slots.split()])
    numbers = ", ".join(each if ":" in each else f"{each}: T" for each in given.split())
    return f"""{name}({variables}, {numbers.replace(":i", ": i")}) -> ()
        | T: type in {_NUMBERS}; use_locking: bool = False{attrs} | stateful"""


def rows(name: str, slots: str, given: str, attrs: str = "") -> str:
    """The signature of a step on rows, with ``indices`` among its inputs."""
    typed = given.replace("indices", "indices:indextype")
    text = dense(name, slots, typed, attrs).replace(": indextype", ": Tindices")
    return text.replace(
        "; use_locking", "; Tindices: type in [int32,int64]; use_locking"
    )


class TrainingStep(Effect, handles="variable"):
    """One step: new values of a variable and its slots, from a gradient."""

    by_rows: ClassVar[bool] = False
    """Whether the gradient is of the rows that ``indices`` names."""

    @classmethod
    def variables(cls) -> list[str]:
        """The arguments that are variables."""
        signature: Signature = cls.declared()
        return [each.name for each in signature.inputs if each.is_handle]

    @staticmethod
    def step(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
        """The new values, by the names of the variables and slots that change."""
        raise NotImplementedError("A TrainingStep defines step.")


def _descended(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    return {"var": now["var"] - given["alpha"] * given["delta"]}


class ResourceApplyGradientDescent(
    TrainingStep,
    signature=dense("ResourceApplyGradientDescent", "", "alpha delta"),
    earlier_name="ApplyGradientDescent",
):
    """var - alpha delta."""

    step = staticmethod(_descended)


def _shrunk(value: Any, rate: Any, l1: Any, l2: Any) -> Any:
    """Closer to zero by the penalties on sizes and squares."""
    size = np.maximum(np.abs(value) - rate * l1, 0) if l1 > 0 else np.abs(value)
    return (np.sign(value) * size / (1 + l2 * rate)).astype(value.dtype)


def _proximal(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    rate, gradient = given["alpha"], given.get("delta", given.get("grad"))
    moved = now["var"] - rate * gradient
    return {"var": _shrunk(moved, rate, given["l1"], given["l2"])}


class ResourceApplyProximalGradientDescent(
    TrainingStep,
    signature=dense("ResourceApplyProximalGradientDescent", "", "alpha l1 l2 delta"),
    earlier_name="ApplyProximalGradientDescent",
):
    """A step down the gradient, then shrunk by penalties on size and square."""

    step = staticmethod(_proximal)


class ResourceSparseApplyProximalGradientDescent(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyProximalGradientDescent", "", "alpha l1 l2 grad indices"
    ),
    earlier_name="SparseApplyProximalGradientDescent",
):
    """The step of rows down the gradient, shrunk by penalties."""

    by_rows = True
    step = staticmethod(_proximal)


def _adagrad(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    gradient, total = given["grad"], now["accum"]
    if attrs.get("update_slots", True):
        total = total + gradient * gradient
    root = np.sqrt(total) + given.get("epsilon", 0)
    changed = now["var"] - given["lr"] * gradient / root.astype(total.dtype)
    return {"accum": total, "var": changed}


_UPDATES: Final = "; update_slots: bool = True"


class ResourceApplyAdagrad(
    TrainingStep,
    signature=dense("ResourceApplyAdagrad", "accum", "lr grad", _UPDATES),
    earlier_name="ApplyAdagrad",
):
    """A step over the root of the sum of squared gradients so far."""

    step = staticmethod(_adagrad)


class ResourceApplyAdagradV2(
    TrainingStep,
    signature=dense("ResourceApplyAdagradV2", "accum", "lr epsilon grad", _UPDATES),
    earlier_name="ApplyAdagradV2",
):
    """A step over the root of the sum of squared gradients, and epsilon."""

    step = staticmethod(_adagrad)


class ResourceSparseApplyAdagrad(
    TrainingStep,
    signature=rows("ResourceSparseApplyAdagrad", "accum", "lr grad indices", _UPDATES),
    earlier_name="SparseApplyAdagrad",
):
    """The step of ``ResourceApplyAdagrad`` on rows."""

    by_rows = True
    step = staticmethod(_adagrad)


class ResourceSparseApplyAdagradV2(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyAdagradV2", "accum", "lr epsilon grad indices", _UPDATES
    ),
    earlier_name="SparseApplyAdagradV2",
):
    """The step of ``ResourceApplyAdagradV2`` on rows."""

    by_rows = True
    step = staticmethod(_adagrad)


def _proximal_adagrad(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    gradient = given["grad"]
    total = now["accum"] + gradient * gradient
    rate = given["lr"] / np.sqrt(total)
    moved = now["var"] - rate * gradient
    return {"accum": total, "var": _shrunk(moved, rate, given["l1"], given["l2"])}


class ResourceApplyProximalAdagrad(
    TrainingStep,
    signature=dense("ResourceApplyProximalAdagrad", "accum", "lr l1 l2 grad"),
    earlier_name="ApplyProximalAdagrad",
):
    """The step of Adagrad, then shrunk by penalties on size and square."""

    step = staticmethod(_proximal_adagrad)


class ResourceSparseApplyProximalAdagrad(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyProximalAdagrad", "accum", "lr l1 l2 grad indices"
    ),
    earlier_name="SparseApplyProximalAdagrad",
):
    """The step of ``ResourceApplyProximalAdagrad`` on rows."""

    by_rows = True
    step = staticmethod(_proximal_adagrad)


def _averaged(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    """Adagrad by dual averages: from sums alone, whatever the variable was."""
    gradient = given["grad"]
    total = now["gradient_accumulator"] + gradient
    squares = now["gradient_squared_accumulator"] + gradient * gradient
    steps = total.dtype.type(given["global_step"])
    kept = total
    if given["l1"] > 0:
        kept = np.sign(total) * np.maximum(np.abs(total) - given["l1"] * steps, 0)
    divisor = given["l2"] * steps * given["lr"] + np.sqrt(squares)
    return {
        "gradient_accumulator": total,
        "gradient_squared_accumulator": squares,
        "var": (-given["lr"] * kept / divisor).astype(total.dtype),
    }


_SUMS: Final = "gradient_accumulator gradient_squared_accumulator"


class ResourceApplyAdagradDA(
    TrainingStep,
    signature=dense("ResourceApplyAdagradDA", _SUMS, "grad lr l1 l2 global_step:int64"),
    earlier_name="ApplyAdagradDA",
):
    """The value that the sums of gradients and their squares lead to."""

    step = staticmethod(_averaged)


class ResourceSparseApplyAdagradDA(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyAdagradDA", _SUMS, "grad indices lr l1 l2 global_step:int64"
    ),
    earlier_name="SparseApplyAdagradDA",
):
    """The step of ``ResourceApplyAdagradDA`` on rows."""

    by_rows = True
    step = staticmethod(_averaged)


def _adadelta(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    gradient, rho, epsilon = given["grad"], given["rho"], given["epsilon"]
    squares = rho * now["accum"] + (1 - rho) * gradient * gradient
    before = now["accum_update"]
    update = np.sqrt(before + epsilon) / np.sqrt(squares + epsilon) * gradient
    return {
        "accum": squares,
        "accum_update": rho * before + (1 - rho) * update * update,
        "var": now["var"] - given["lr"] * update,
    }


class ResourceApplyAdadelta(
    TrainingStep,
    signature=dense(
        "ResourceApplyAdadelta", "accum accum_update", "lr rho epsilon grad"
    ),
    earlier_name="ApplyAdadelta",
):
    """A step in proportion to earlier steps over the sizes of gradients."""

    step = staticmethod(_adadelta)


class ResourceSparseApplyAdadelta(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyAdadelta",
        "accum accum_update",
        "lr rho epsilon grad indices",
    ),
    earlier_name="SparseApplyAdadelta",
):
    """The step of ``ResourceApplyAdadelta`` on rows."""

    by_rows = True
    step = staticmethod(_adadelta)


def _momentum(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    gradient, share, rate = given["grad"], given["momentum"], given["lr"]
    speed = now["accum"] * share + gradient
    ahead = gradient + share * speed if attrs.get("use_nesterov") else speed
    return {"accum": speed, "var": now["var"] - rate * ahead}


def _keras_momentum(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    gradient, share, rate = given["grad"], given["momentum"], given["lr"]
    speed = now["accum"] * share - rate * gradient
    ahead = share * speed - rate * gradient if attrs.get("use_nesterov") else speed
    return {"accum": speed, "var": now["var"] + ahead}


NESTEROV: Final = "; use_nesterov: bool = False"


class ResourceApplyMomentum(
    TrainingStep,
    signature=dense("ResourceApplyMomentum", "accum", "lr grad momentum", NESTEROV),
    earlier_name="ApplyMomentum",
):
    """A step along a sum of gradients that forgets."""

    step = staticmethod(_momentum)


class ResourceSparseApplyMomentum(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyMomentum", "accum", "lr grad indices momentum", NESTEROV
    ),
    earlier_name="SparseApplyMomentum",
):
    """The step of ``ResourceApplyMomentum`` on rows."""

    by_rows = True
    step = staticmethod(_momentum)


class ResourceApplyKerasMomentum(
    TrainingStep,
    signature=dense(
        "ResourceApplyKerasMomentum", "accum", "lr grad momentum", NESTEROV
    ),
):
    """A step along a sum of steps that forgets."""

    step = staticmethod(_keras_momentum)


class ResourceSparseApplyKerasMomentum(
    TrainingStep,
    signature=rows(
        "ResourceSparseApplyKerasMomentum",
        "accum",
        "lr grad indices momentum",
        NESTEROV,
    ),
):
    """The step of ``ResourceApplyKerasMomentum`` on rows."""

    by_rows = True
    step = staticmethod(_keras_momentum)


def _signs(now: Arrays, given: Arrays) -> tuple[Any, Any]:
    """The mean of gradients, and whether each agrees with it in sign."""
    gradient, beta = given["grad"], given["beta"]
    mean = now["m"] * beta + gradient * (1 - beta)
    return mean, given["sign_decay"] * np.sign(gradient) * np.sign(mean)


def _added_sign(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    mean, agrees = _signs(now, given)
    update = (given["alpha"] + agrees) * given["grad"]
    return {"m": mean, "var": now["var"] - given["lr"] * update}


def _power_sign(now: Arrays, given: Arrays, attrs: Mapping[str, Any]) -> Arrays:
    mean, agrees = _signs(now, given)
    update = np.exp(given["logbase"] * agrees) * given["grad"]
    return {"m": mean, "var": now["var"] - given["lr"] * update}


class ResourceApplyAddSign(
    TrainingStep,
    signature=dense("ResourceApplyAddSign", "m", "lr alpha sign_decay beta grad"),
    earlier_name="ApplyAddSign",
):
    """A longer step where the gradient agrees in sign with its mean."""

    step = staticmethod(_added_sign)


class ResourceApplyPowerSign(
    TrainingStep,
    signature=dense("ResourceApplyPowerSign", "m", "lr logbase sign_decay beta grad"),
    earlier_name="ApplyPowerSign",
):
    """A step longer by a factor where the gradient agrees with its mean."""

    step = staticmethod(_power_sign)
