"""Rejects lists of arrays that cross a region's border: their nodes stay outside.

A list is memory of native code while a region runs; nothing outside can read it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from graphir.dtypes import variant
from graphir.node import Node
from runtime.executor.planning.plan import Plan
from runtime.native.llvm.failures import Unsupported
from runtime.native.regions.region import Region
from runtime.native.regions.region_code import require_supported

CUT: str = "a list that more than this region reads"


def nodes_of_unfit_lists(
    plan: Plan, regions: Sequence[Region], known: Collection[Node]
) -> dict[Node, str]:
    """Nodes whose lists keep them out of native code, each with the reason.

    ``known`` are nodes that stay outside already; they are not returned again.
    """
    found: dict[Node, str] = {}
    region_of = {node: region for region in regions for node in region.nodes}
    for node in plan.steps:
        for value in node.inputs:
            source = plan.root(value).node
            if value.dtype is not variant:
                continue
            # what is in no region at all is no reason: it is refused already
            if region_of.get(source) is not region_of.get(node):
                found.update(_ends(CUT, source, node))
    for region in regions:
        reason = _reason(plan, region)
        if reason:
            found.update((node, reason) for node in region.nodes if _has_list(node))
    return {node: why for node, why in found.items() if node not in known}


def _ends(reason: str, *nodes: Node) -> Iterable[tuple[Node, str]]:
    return [(node, reason) for node in nodes]


def _has_list(node: Node) -> bool:
    return any(value.dtype is variant for value in (*node.inputs, *node.outputs))


def _reason(plan: Plan, region: Region) -> str:
    """Why a region cannot have its lists; nothing if it can, or has none."""
    if not any(map(_has_list, region.nodes)):
        return ""
    if any(value.dtype is variant for value in (*region.inputs, *region.outputs)):
        return CUT
    if not all(value.shape.is_fully_defined() for value in region.inputs):
        return "lists beside arrays of unknown shapes"
    try:
        require_supported(
            region, tuple(value.shape.as_ints() for value in region.inputs)
        )
    except Unsupported as reason:
        return str(reason)
    return ""
