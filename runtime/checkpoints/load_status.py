"""The status that a restore returns: matched values, and assertions about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from runtime.bundles.opening import Reader
from runtime.checkpoints.object_graph import ObjectGraphView
from runtime.checkpoints.restoration import Restoration
from runtime.context import eager_mode
from runtime.tensors.tensor import wrap
from runtime.trackable.base import VARIABLE_VALUE, Trackable, has_own_state
from runtime.trackable.data_structures import TrackableDataStructure

_MOST_SHOWN: Final = 10


class LoadStatus:
    """Base of the statuses; each assertion returns the status."""

    _view: ObjectGraphView

    def assert_consumed(self) -> Any:
        """Asserts that all values were used, and that every object has a value."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define assert_consumed."
        )

    def assert_existing_objects_matched(self) -> Any:
        """Asserts that all objects that exist have values."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define assert_existing_objects_matched."
        )

    def assert_nontrivial_match(self) -> Any:
        """Asserts that an object besides the root was found."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define assert_nontrivial_match."
        )

    def run_restore_ops(self, session: Any = None) -> None:
        """Gives a session the values of variables of its graph.

        All others are restored at once.
        """
        for each in self._of_graphs():
            each.restore_in(session)

    def initialize_or_restore(self, session: Any = None) -> None:
        """`run_restore_ops`, and initializes variables of the graph without a value."""
        for each in self._of_graphs():
            each.restore_in(session, or_initialize=True)

    def _of_graphs(self) -> Iterator[Any]:
        """The variables that have their values in sessions."""
        for each in self._view.descendants():
            if hasattr(each, "restore_in"):
                yield each

    def expect_partial(self) -> Any:
        """Silences warnings about unused values; returns the status."""
        return self


class CheckpointLoadStatus(LoadStatus):
    """The status of a checkpoint with an object graph."""

    def __init__(self, restoration: Restoration, view: ObjectGraphView) -> None:
        self._restoration = restoration
        self._view = view

    @property
    def checkpoint(self) -> Any:
        """The restoration."""
        return self._restoration

    def assert_consumed(self) -> CheckpointLoadStatus:
        """Asserts that all values were used, and that every object has a value.

        Raises:
          AssertionError: otherwise; names a value or object.
        """
        self.assert_existing_objects_matched()
        for name, node in self._restoration.unresolved():
            raise AssertionError(f"Unresolved object in checkpoint {name}: {node}")
        if self._restoration.slots:
            slots = self._restoration.slots
            raise AssertionError(f"Unresolved slot restorations: {slots}")
        if self._restoration.unused_attributes:
            unused = (
                f"{self._restoration.object_of(number)}: {names}"
                for number, names in self._restoration.unused_attributes.items()
            )
            raise AssertionError(
                "Unused attributes in these objects (the attributes exist in the "
                "checkpoint but were not restored):\n" + "\n".join(unused)
            )
        return self

    def assert_existing_objects_matched(self) -> CheckpointLoadStatus:
        """Asserts that all objects that exist have values in the checkpoint.

        Raises:
          AssertionError: if an object has no value.
        """
        bound = {id(each) for each in self._restoration.bound.values()}
        left = [
            each
            for each in self._existing()
            if id(each) not in bound and has_own_state(each)
        ]
        if left:
            shown = min(_MOST_SHOWN, len(left))
            raise AssertionError(
                f"Found {len(left)} Python objects that were not bound to checkpointed "
                "values, likely due to changes in the Python program. Showing "
                f"{shown} of {len(left)} unmatched objects: {left[:shown]}"
            )
        return self

    def assert_nontrivial_match(self) -> CheckpointLoadStatus:
        """Asserts that an object besides the root was found.

        Raises:
          AssertionError: if only the root was found.
        """
        if self._restoration.count > 1:
            return self
        bound = {id(each) for each in self._restoration.bound.values()}
        left = [each for each in self._existing() if id(each) not in bound]
        if left:
            raise AssertionError(
                "Nothing except the root object matched a checkpointed value. "
                "Typically this means that the checkpoint does not match the Python "
                "program. The following objects have no matching checkpointed value: "
                f"{left}"
            )
        raise AssertionError(
            "Nothing to load. No dependencies have been added to "
            f"{self._view.root} yet."
        )

    def _existing(self) -> Iterator[Any]:
        for each in self._view.descendants():
            is_empty = isinstance(each, TrackableDataStructure)
            if not is_empty or each._trackable_children():
                yield each

    def expect_partial(self) -> CheckpointLoadStatus:
        """Silences warnings about unused values; returns the status."""
        self._restoration.expect_partial()
        return self


class InitializationOnlyStatus(LoadStatus):
    """The status where there was nothing to restore: every assertion fails."""

    def __init__(self, view: ObjectGraphView) -> None:
        self._view = view

    def _fail(self) -> Any:
        raise AssertionError(
            "No checkpoint specified (save_path=None); nothing is being restored."
        )

    assert_consumed = _fail
    assert_existing_objects_matched = _fail
    assert_nontrivial_match = _fail


class NameBasedSaverStatus(LoadStatus):
    """The status of a checkpoint without objects: variables are found by name."""

    def __init__(self, reader: Reader, view: ObjectGraphView) -> None:
        self._reader = reader
        self._view = view
        self._optional: list[Any] = []
        self._restore()

    def _variables(self) -> Iterator[Any]:
        for each in self._view.descendants():
            if isinstance(each, Trackable) and hasattr(each, "_shared_name"):
                yield each

    def _restore(self) -> None:
        for each in self._variables():
            name = each._shared_name
            if name in self._reader:
                value = wrap(self._reader.read(name), self._reader.dtype(name))
                with eager_mode():
                    each._restore_from_tensors({VARIABLE_VALUE: value})

    def add_to_optionally_restored(self, var: Any) -> None:
        """Exempts a variable from the assertion that it has a value."""
        self._optional.append(var)

    def assert_consumed(self) -> NameBasedSaverStatus:
        """Asserts that every variable has a value; others may be in the file.

        Raises:
          AssertionError: otherwise.
        """
        return self.assert_existing_objects_matched()

    def assert_existing_objects_matched(self) -> NameBasedSaverStatus:
        """Asserts that all variables that exist have values in the checkpoint.

        Raises:
          AssertionError: if an object has no value.
        """
        missing = []
        for each in self._variables():
            is_optional = any(each is other for other in self._optional)
            if not is_optional and each._shared_name not in self._reader:
                missing.append(f"\n    {each}: [{each._shared_name!r}]")
        if missing:
            raise AssertionError(
                "Some objects had attributes which were not restored: "
                + "".join(missing)
            )
        return self

    def assert_nontrivial_match(self) -> NameBasedSaverStatus:
        """Asserts that every variable has a value.

        Raises:
          AssertionError: otherwise.
        """
        return self.assert_existing_objects_matched()


__all__ = [
    "CheckpointLoadStatus",
    "InitializationOnlyStatus",
    "LoadStatus",
    "NameBasedSaverStatus",
]
