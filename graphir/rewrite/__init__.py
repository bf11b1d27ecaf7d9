"""Rewriting by rules: patterns, replacements, and a driver that applies them.

Not here: the rules themselves (`passes`).
"""

from __future__ import annotations
