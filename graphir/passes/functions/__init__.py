"""Functions: equal ones become one, and calls lose what they need not hand over."""

from __future__ import annotations
