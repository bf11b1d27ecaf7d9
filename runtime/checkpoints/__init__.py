"""Checkpoints: the state of objects, saved, found again and restored."""
