"""Trackable objects: objects with state that is saved and restored by name.

Not here: checkpoint files and restoring (`checkpoints`).
"""
