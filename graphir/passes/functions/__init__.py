"""Passes over functions: merging of equal functions, removal of unused arguments.

Not here: branches and loops (`loops`).
"""

from __future__ import annotations
