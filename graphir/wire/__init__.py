"""TensorFlow's protocol buffer messages, and their conversion to graphs and back."""

from __future__ import annotations
