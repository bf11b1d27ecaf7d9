"""Checkpoints: saving and restoring the state of objects."""
