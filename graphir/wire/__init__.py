"""TensorFlow's messages, and graphs in them, both ways."""

from __future__ import annotations
