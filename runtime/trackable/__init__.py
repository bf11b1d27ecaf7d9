"""Trackable objects: objects with state, saved and restored by attribute name."""
