"""Library functions: duplicates are merged, needless arguments and results removed."""

from __future__ import annotations
