"""Rewriting by rules: a pattern, what replaces it, and a driver that applies them."""

from __future__ import annotations
