"""Passes over functions: merging of equal ones, removal of unused arguments.

Not here: branches and loops (`loops`).
"""

from __future__ import annotations
