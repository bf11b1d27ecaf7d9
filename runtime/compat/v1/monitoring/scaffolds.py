"""`Scaffold`: the operations that start a training, made where they were not given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from runtime.apply import apply_op
from runtime.arrays.joining import concat
from runtime.compat.v1.collections import report_uninitialized_variables
from runtime.compat.v1.graph_variables import (
    GraphKeys,
    global_variables,
    global_variables_initializer,
    local_variables_initializer,
    tables_initializer,
)
from runtime.compat.v1.monitoring.session_hooks import Feeds, Fetches
from runtime.compat.v1.saving.saver import Saver
from runtime.compat.v1.sessions import Session
from runtime.compat.v1.summaries.summary_ops import merge_all
from runtime.control_flow.conditionals import group
from runtime.tracing.graphs import Operation, default_graph

Init = Callable[["Scaffold", Session], None]


class Scaffold:
    """The operations that initialize, check, summarize and save a graph.

    Args:
      init_op: gives the variables their values.
      init_feed_dict: what is fed to it.
      init_fn: is called with the scaffold and a session, after ``init_op``.
      ready_op: names the variables that have no value; none when all is ready.
      ready_for_local_init_op: the same, before ``local_init_op``.
      local_init_op: runs in every session, also after variables were restored.
      summary_op: merged summaries.
      saver: saves and restores.
      copy_from_scaffold: a scaffold whose parts are taken where others are not given.
      local_init_feed_dict: what is fed to ``local_init_op``.

    >>> with tf.Graph().as_default():
    ...     v = tf.compat.v1.get_variable("v", [2])
    ...     scaffold = tf.compat.v1.train.Scaffold().finalize()
    ...     print(scaffold.init_op.type, scaffold.summary_op)
    NoOp None

    Raises:
      ValueError: for an ``init_fn`` that cannot be called.
    """

    def __init__(
        self,
        init_op: Operation | None = None,
        init_feed_dict: Feeds | None = None,
        init_fn: Init | None = None,
        ready_op: Fetches = None,
        ready_for_local_init_op: Fetches = None,
        local_init_op: Operation | None = None,
        summary_op: Fetches = None,
        saver: Saver | None = None,
        copy_from_scaffold: Scaffold | None = None,
        local_init_feed_dict: Feeds | None = None,
    ) -> None:
        if copy_from_scaffold is not None and not isinstance(
            copy_from_scaffold, Scaffold
        ):
            raise TypeError("copy_from_scaffold is not a Scaffold instance.")
        other = copy_from_scaffold

        def chosen(given: Any, name: str) -> Any:
            return getattr(other, name) if given is None and other else given

        self._init_op = chosen(init_op, "_init_op")
        self._init_feed_dict = chosen(init_feed_dict, "_init_feed_dict")
        self._user_init_fn: Init | None = chosen(init_fn, "_user_init_fn")
        self._ready_op = chosen(ready_op, "_ready_op")
        self._ready_for_local_init_op = chosen(
            ready_for_local_init_op, "_ready_for_local_init_op"
        )
        self._local_init_op = chosen(local_init_op, "_local_init_op")
        self._local_init_feed_dict = chosen(
            local_init_feed_dict, "_local_init_feed_dict"
        )
        self._summary_op = chosen(summary_op, "_summary_op")
        self._saver = chosen(saver, "_saver")

    def finalize(self) -> Scaffold:
        """Makes what was not given, and declares the graph complete.

        Raises:
          RuntimeError: if a collection has several of what there can be one of.
        """
        if self._init_op is None:
            self._init_op = Scaffold.get_or_default(
                "init_op",
                GraphKeys.INIT_OP,
                lambda: group(
                    global_variables_initializer(),
                    *_initializers(GraphKeys.RESOURCES),
                    name="init",
                ),
            )
        if self._ready_op is None:
            self._ready_op = Scaffold.get_or_default(
                "ready_op", GraphKeys.READY_OP, _not_ready
            )
        if self._ready_for_local_init_op is None:
            self._ready_for_local_init_op = Scaffold.get_or_default(
                "ready_for_local_init_op",
                GraphKeys.READY_FOR_LOCAL_INIT_OP,
                lambda: report_uninitialized_variables(global_variables()),
            )
        if self._local_init_op is None:
            self._local_init_op = Scaffold.get_or_default(
                "local_init_op",
                GraphKeys.LOCAL_INIT_OP,
                Scaffold.default_local_init_op,
            )
        if self._summary_op is None:
            self._summary_op = Scaffold.get_or_default(
                "summary_op", GraphKeys.SUMMARY_OP, merge_all
            )
        if self._saver is None:
            self._saver = _saver_or_default()
        self._saver.build()
        default_graph().finalize()
        return self

    @property
    def init_op(self) -> Fetches:
        """The operation that initializes."""
        return self._init_op

    @property
    def init_fn(self) -> Callable[[Session], None] | None:
        """A function of a session, or None."""
        function = self._user_init_fn
        return None if function is None else lambda session: function(self, session)

    @property
    def init_feed_dict(self) -> Feeds | None:
        """What is fed to ``init_op``."""
        found: Feeds | None = self._init_feed_dict
        return found

    @property
    def ready_op(self) -> Fetches:
        """The names of variables without a value."""
        return self._ready_op

    @property
    def ready_for_local_init_op(self) -> Fetches:
        """The names of global variables without a value."""
        return self._ready_for_local_init_op

    @property
    def local_init_op(self) -> Fetches:
        """The operation that runs in every session."""
        return self._local_init_op

    @property
    def local_init_feed_dict(self) -> Feeds | None:
        """What is fed to ``local_init_op``."""
        found: Feeds | None = self._local_init_feed_dict
        return found

    @property
    def summary_op(self) -> Fetches:
        """The merged summaries; None if there are none."""
        return self._summary_op

    @property
    def saver(self) -> Saver:
        """The saver."""
        found: Saver = self._saver
        return found

    @staticmethod
    def get_or_default(
        arg_name: str, collection_key: str, default_constructor: Callable[[], Any]
    ) -> Fetches:
        """The only element of a collection; if there is none, one is made and added.

        Raises:
          RuntimeError: for several.
        """
        graph: Any = default_graph()
        elements = graph.get_collection(collection_key)
        if len(elements) > 1:
            raise RuntimeError(
                f"More than one item in the collection '{collection_key}'. Please "
                "indicate which one to use by passing it to the tf.Scaffold "
                f"constructor as:  tf.Scaffold({arg_name}=item to use)"
            )
        if elements:
            return elements[0]
        made = default_constructor()
        if made is not None:
            graph.add_to_collection(collection_key, made)
        return made

    @staticmethod
    def default_local_init_op() -> Fetches:
        """An operation that initializes local variables and tables."""
        return group(
            local_variables_initializer(),
            tables_initializer(),
            *_initializers(GraphKeys.LOCAL_RESOURCES),
        )


def _initializers(key: str) -> Iterable[Any]:
    """The operations that make the shared resources of a collection."""
    graph: Any = default_graph()
    return [each.create for each in graph.get_collection(key)]


def _not_ready() -> Any:
    """The names of what has no value: of variables, and of shared resources."""
    graph: Any = default_graph()
    shared = graph.get_collection(GraphKeys.RESOURCES)
    found = report_uninitialized_variables()
    if not shared:
        return found
    ready = apply_op("Pack", [[each.is_initialized for each in shared]])
    names = apply_op("Pack", [[each.handle.name for each in shared]])
    missing = apply_op("Where", [apply_op("LogicalNot", [ready])])
    rows = apply_op("Reshape", [missing, [-1]])
    return concat([found, apply_op("GatherV2", [names, rows, 0])], 0)


def _saver_or_default() -> Saver:
    """The saver of the graph's collection; if there is none, one is made and added."""
    graph: Any = default_graph()
    found = graph.get_collection(GraphKeys.SAVERS)
    if len(found) > 1:
        raise RuntimeError(
            "More than one item in collection savers. Please indicate which one to use "
            "by passing it to the constructor."
        )
    if found:
        saver: Saver = found[0]
        return saver
    made = Saver(sharded=True, allow_empty=True)
    graph.add_to_collection(GraphKeys.SAVERS, made)
    return made


__all__ = ["Scaffold"]
