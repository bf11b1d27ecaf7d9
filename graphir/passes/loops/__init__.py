"""Loops and branches: what is known of them before they run."""

from __future__ import annotations
