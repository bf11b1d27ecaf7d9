"""Dataset methods that call a function for elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from graphir import dtypes
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.data.datasets.base import DatasetBase
from runtime.data.datasets.variants import int64, list_attrs
from runtime.data.elements.specs import DatasetSpec
from runtime.data.elements.structures import (
    common_spec,
    component_attrs,
    flatten,
    from_tensors,
    normalized,
    structure_spec,
    to_tensors,
)
from runtime.data.functions.staged_function import StagedFunction, unpacked
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.likes import TensorLike

if TYPE_CHECKING:
    from typing_extensions import Self

AUTOTUNE = -1


def determinism(deterministic: bool | None) -> str:
    """The attribute for an argument."""
    if deterministic is None:
        return "default"
    return "true" if deterministic else "false"


class MappingMethods(DatasetBase):
    """Dataset methods that call functions."""

    def map(
        self,
        map_func: Callable[..., Any],
        num_parallel_calls: TensorLike | None = None,
        deterministic: bool | None = None,
        synchronous: bool | None = None,
        use_unbounded_threadpool: bool = False,
        name: str | None = None,
    ) -> Self:
        """The results of a function for each element, in order.

        >>> dataset = tf.data.Dataset.range(1, 4).map(lambda x: x + 1)
        >>> list(dataset.as_numpy_iterator())
        [np.int64(2), np.int64(3), np.int64(4)]
        """
        function = self.staged(map_func, "Dataset_map", unpacked(self._spec))
        attrs = {
            "f": function.attribute(),
            "preserve_cardinality": True,
            "use_inter_op_parallelism": True,
        }
        spec, inputs = function.output_spec, [function.captured]
        if num_parallel_calls is None:
            if synchronous:
                attrs["force_synchronous"] = True
            return self.made("_MapDataset", "MapDataset", inputs, attrs, spec)
        if synchronous:
            raise ValueError(
                "`synchronous` is not supported with `num_parallel_calls`, but "
                f"`num_parallel_calls` was set to {num_parallel_calls}."
            )
        attrs["deterministic"] = determinism(deterministic).encode()
        attrs["use_unbounded_threadpool"] = use_unbounded_threadpool
        inputs.append(int64(num_parallel_calls, "num_parallel_calls"))
        op = "ParallelMapDatasetV2"
        return self.made("_ParallelMapDataset", op, inputs, attrs, spec)

    def flat_map(self, map_func: Callable[..., Any], name: str | None = None) -> Self:
        """The elements of the datasets that a function returns, one after the other.

        >>> dataset = tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]])
        >>> dataset = dataset.flat_map(tf.data.Dataset.from_tensor_slices)
        >>> list(dataset.as_numpy_iterator())
        [np.int32(1), np.int32(2), np.int32(3), np.int32(4)]

        Raises:
          TypeError: if the function does not return a dataset.
        """
        function = self._of_datasets(map_func, "Dataset_flat_map")
        spec = function.output_spec.element_spec
        attrs = {"f": function.attribute()}
        inputs = [function.captured]
        return self.made("_FlatMapDataset", "FlatMapDataset", inputs, attrs, spec)

    def _of_datasets(self, map_func: Any, role: str) -> StagedFunction:
        function: StagedFunction = self.staged(map_func, role, unpacked(self._spec))
        if not isinstance(function.output_spec, DatasetSpec):
            raise TypeError(
                "The `map_func` argument must return a `Dataset` object. Got "
                f"{function.output_spec!r}."
            )
        return function

    def interleave(
        self,
        map_func: Callable[..., Any],
        cycle_length: TensorLike | None = None,
        block_length: TensorLike | None = None,
        num_parallel_calls: TensorLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Self:
        """Elements of the datasets that a function returns, in turns from several.

        >>> dataset = tf.data.Dataset.range(1, 4).interleave(
        ...     lambda x: tf.data.Dataset.from_tensors(x).repeat(3),
        ...     cycle_length=2, block_length=2)
        >>> [int(x) for x in dataset]
        [1, 1, 2, 2, 1, 2, 3, 3, 3]
        """
        if cycle_length is None:
            cycle_length = AUTOTUNE
        if block_length is None:
            block_length = 1
        function = self._of_datasets(map_func, "Dataset_interleave")
        spec = function.output_spec.element_spec
        attrs: dict[str, Any] = {"f": function.attribute()}
        if num_parallel_calls is None:
            if isinstance(cycle_length, int) and cycle_length == AUTOTUNE:
                cycle_length = _cpu_count()
            inputs = [
                function.captured,
                int64(cycle_length, "cycle_length"),
                int64(block_length, "block_length"),
            ]
            op, kind = "InterleaveDataset", "_InterleaveDataset"
            return self.made(kind, op, inputs, attrs, spec)
        attrs["deterministic"] = determinism(deterministic).encode()
        ahead = AUTOTUNE
        inputs = [
            function.captured,
            int64(cycle_length, "cycle_length"),
            int64(block_length, "block_length"),
            int64(ahead, "buffer_output_elements"),
            int64(ahead, "prefetch_input_elements"),
            int64(num_parallel_calls, "num_parallel_calls"),
        ]
        op, kind = "ParallelInterleaveDatasetV4", "_ParallelInterleaveDataset"
        return self.made(kind, op, inputs, attrs, spec)

    def filter(self, predicate: Callable[..., Any], name: str | None = None) -> Self:
        """The elements for which a function is true.

        >>> dataset = tf.data.Dataset.range(5).filter(lambda x: x % 2 == 1)
        >>> list(dataset.as_numpy_iterator())
        [np.int64(1), np.int64(3)]

        Raises:
          ValueError: if the function does not return a scalar bool.
        """
        function = self._predicate(predicate, "Dataset_filter")
        attrs = {"predicate": function.attribute()}
        inputs = [function.captured]
        return self.made("_FilterDataset", "FilterDataset", inputs, attrs)

    def take_while(
        self, predicate: Callable[..., Any], name: str | None = None
    ) -> Self:
        """The elements before the first for which a function is false.

        >>> dataset = tf.data.Dataset.range(10).take_while(lambda x: x < 2)
        >>> list(dataset.as_numpy_iterator())
        [np.int64(0), np.int64(1)]

        Raises:
          ValueError: if the function does not return a scalar bool.
        """
        function = self._predicate(predicate, "Dataset_take_while")
        attrs = {"predicate": function.attribute()}
        inputs = [function.captured]
        return self.made("_TakeWhileDataset", "TakeWhileDataset", inputs, attrs)

    def _predicate(self, predicate: Any, role: str) -> Any:
        function = self.staged(predicate, role, unpacked(self._spec))
        found = function.output_spec
        wanted = TensorSpec(Shape([]), dtypes.bool_)
        if not isinstance(found, TensorSpec) or not wanted.is_compatible_with(found):
            raise ValueError(
                "Invalid `predicate`. `predicate` must return a `tf.bool` scalar "
                f"tensor, but its return type is {found}."
            )
        return function

    def scan(
        self, initial_state: Any, scan_func: Callable[..., Any], name: str | None = None
    ) -> Self:
        """The results of a function that also updates a state, for each element.

        >>> dataset = tf.data.Dataset.range(4).scan(
        ...     tf.constant(0, tf.int64), lambda total, x: (total + x, total + x))
        >>> [int(x) for x in dataset]
        [0, 1, 3, 6]

        Raises:
          TypeError: if the function does not return a pair of a state and an element,
            or returns a state of another structure or dtype.
        """
        state = normalized(initial_state)
        state_spec = structure_spec(state)
        function, state_spec = self._with_state(scan_func, state_spec, "Dataset_scan")
        attrs = {
            "f": function.attribute(),
            "preserve_cardinality": True,
            "use_default_device": False,
        }
        inputs = [to_tensors(state_spec, state), function.captured]
        spec = function.output_spec[1]
        return self.made("_ScanDataset", "ScanDataset", inputs, attrs, spec)

    def _with_state(self, scan_func: Any, state_spec: Any, role: str) -> Any:
        """The function, traced again while it makes the state's shapes wider."""
        while True:
            function = self.staged(scan_func, role, [state_spec, self._spec])
            found = function.output_spec
            if not isinstance(found, tuple) or len(found) != 2:
                raise TypeError(
                    "Invalid `scan_func`. `scan_func` should return a pair consisting "
                    f"of new state and the output value but its return type is {found}."
                )
            wider = widened(state_spec, found[0], "scan_func")
            if wider == state_spec:
                return function, state_spec
            state_spec = wider

    def reduce(
        self,
        initial_state: Any,
        reduce_func: Callable[..., Any],
        name: str | None = None,
    ) -> Any:
        """The state after a function was called for each element.

        >>> total = tf.data.Dataset.range(5).reduce(
        ...     tf.constant(0, tf.int64), lambda x, y: x + y)
        >>> total.numpy()
        np.int64(10)

        Raises:
          TypeError: if the function returns a state of another structure or dtype.
        """
        state = normalized(initial_state)
        spec = structure_spec(state)
        while True:
            function = self.staged(reduce_func, "reduce", [spec, self._spec])
            wider = widened(spec, function.output_spec, "reduce_func")
            if wider == spec:
                break
            spec = wider
        attrs = {"f": function.attribute(), **component_attrs(spec)}
        inputs = [self._variant, to_tensors(spec, state), function.captured]
        found = _reduced(inputs, attrs)
        return from_tensors(spec, found)

    def group_by_window(
        self,
        key_func: Callable[..., TensorLike],
        reduce_func: Callable[..., Any],
        window_size: Any = None,
        window_size_func: Callable[..., TensorLike] | None = None,
        name: str | None = None,
    ) -> Self:
        """The results of a function of a key and a dataset of elements with that key.

        >>> dataset = tf.data.Dataset.range(6).group_by_window(
        ...     key_func=lambda x: x % 2, reduce_func=lambda key, d: d.batch(3),
        ...     window_size=3)
        >>> [x.numpy().tolist() for x in dataset]
        [[0, 2, 4], [1, 3, 5]]

        Raises:
          TypeError: if ``reduce_func`` does not return a dataset.
          ValueError: if a key or window size is not an int64 scalar, or unless exactly
            one of ``window_size`` and ``window_size_func`` is passed.
        """
        if (window_size is None) == (window_size_func is None):
            raise ValueError(
                "Either the `window_size` argument or the `window_size_func` argument "
                "must be specified."
            )

        def size_of(key: Any) -> Any:
            size = window_size_func(key) if window_size_func else window_size
            return int64(size, "size")

        def key_of(*element: Any) -> Any:
            return int64(key_func(*element), "key")

        scalar = TensorSpec(Shape([]), dtypes.int64)
        inputs, attrs, reducer = [], {}, None
        spec = self._spec
        for role, function, arguments in (
            ("key", key_of, unpacked(spec)),
            ("reduce", reduce_func, [scalar, DatasetSpec(spec)]),
            ("window_size", size_of, [scalar]),
        ):
            made = self.staged(function, role, arguments)
            attrs[f"{role}_func"] = made.attribute()
            inputs.append(made.captured)
            if role == "reduce":
                reducer = made.output_spec
            elif not scalar.is_compatible_with(made.output_spec):
                raise ValueError(
                    f"Invalid `{role}_func`. `{role}_func` must return a single "
                    f"`tf.int64` scalar tensor but its return type is "
                    f"{made.output_spec}."
                )
        if not isinstance(reducer, DatasetSpec):
            raise TypeError(
                "Invalid `reduce_func`. `reduce_func` must return a single "
                f"`tf.data.Dataset` object but its return type is {reducer}."
            )
        op, kind = "GroupByWindowDataset", "_GroupByWindowDataset"
        return self.made(kind, op, inputs, attrs, reducer.element_spec)


def widened(before: Any, after: Any, what: str) -> Any:
    """The most specific spec of a state that fits it before and after a call.

    Raises:
      TypeError: if kinds or dtypes differ.
    """
    pairs = list(zip(flatten(before), flatten(after)))
    if len(flatten(before)) != len(flatten(after)) or not _alike(before, after):
        raise TypeError(
            "The element structure for the new state must match the initial state. "
            f"Expected {before} but got {after}."
        )
    for one, two in pairs:
        if type(one) is not type(two):
            raise TypeError(
                "The element classes for the new state must match the initial state. "
                f"Expected {type(one)} but got {type(two)}."
            )
        if getattr(one, "dtype", None) is not getattr(two, "dtype", None):
            raise TypeError(
                "The element types for the new state must match the initial state. "
                f"Expected {one.dtype} but got {two.dtype}."
            )
    found = common_spec(before, after)
    if found is None:
        raise TypeError(f"The state of {what} was {before}, but is {after} then.")
    return found


def _alike(before: Any, after: Any) -> bool:
    from runtime.data.elements.structures import are_alike

    return are_alike(before, after)


def _reduced(inputs: list[Any], attrs: Any) -> Any:
    from runtime.context import current_trace

    attrs = {**attrs, **list_attrs("ReduceDataset", inputs)}
    if current_trace() is not None:
        return apply_op("ReduceDataset", inputs, attrs)
    from graphir.ops.contract.inference import complete_attrs
    from graphir.ops.contract.registry import lookup
    from runtime.tensors.tensor import wrap

    declaration = lookup("ReduceDataset")
    flat = [inputs[0], *inputs[1], *inputs[2]]
    completed = complete_attrs(declaration.declared(), flat, attrs)
    arrays = declaration.bind(completed)(*[each._array for each in flat])
    return [wrap(array, dtype) for array, dtype in zip(arrays, attrs["output_types"])]


def _cpu_count() -> int:
    import os

    return os.cpu_count() or 1
