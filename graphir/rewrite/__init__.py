"""Rewriting by rules: a pattern, what replaces it, and a driver that applies them.

Not here: the rules themselves (`passes`).
"""

from __future__ import annotations
