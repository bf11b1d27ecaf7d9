"""The compilation report: which nodes became native code, which did not, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from runtime.native.llvm.stages import check_stage


@dataclass(slots=True)
class RegionReport:
    """One region: its nodes, and how it runs for each shape it was called with."""

    name: str
    nodes: list[str]
    where: str
    choice: str = ""
    """Why the region was chosen or not, with ``jit_compile="auto"``."""
    is_chosen: bool = True
    runs: dict[str, str] = field(default_factory=dict)
    """Shapes of the arguments, and ``native`` or why not."""

    code: Callable[[str], str] = lambda stage: ""
    """The text of its code at a stage."""

    def lines(self) -> list[str]:
        """The lines of the report about this region."""
        inside = f" in {self.where}" if self.where else ""
        size = "1 node" if len(self.nodes) == 1 else f"{len(self.nodes)} nodes"
        found = [f"region{inside} of {size}: {', '.join(self.nodes)}"]
        if self.choice:
            verb = "chosen" if self.is_chosen else "not chosen"
            found.append(f"  {verb}: {self.choice}")
        for shapes, how in self.runs.items():
            found.append(f"  {shapes or 'numbers'}: {how}")
        return found


@dataclass(slots=True)
class NativeReport:
    """The regions of one graph, and the nodes between them with their reasons."""

    regions: list[RegionReport] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """Nodes that run on the default executor, and why."""
    reason: str = ""
    """Why no regions were looked for."""

    def code(self, stage: str) -> str:
        """The code of every compiled region, at one of the compiler's stages.

        Raises:
          ValueError: if ``stage`` is not one of ``STAGES``.
        """
        check_stage(stage)
        chosen = [region for region in self.regions if region.is_chosen]
        return "\n".join([region.code(stage) for region in chosen])

    def __str__(self) -> str:
        lines = [line for region in self.regions for line in region.lines()]
        if not any(region.is_chosen for region in self.regions):
            reason = f": {self.reason}" if self.reason else ""
            lines.append(f"no region is native{reason}")
        if self.refused:
            lines.append("on the default executor:")
            lines += [f"  {name}: {why}" for name, why in self.refused.items()]
        return "\n".join(lines)
