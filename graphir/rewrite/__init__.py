"""The rewrite system: patterns, rules, and the driver that applies them."""

from __future__ import annotations
