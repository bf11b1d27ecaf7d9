"""Objects with state that is saved and restored by name.

Not here: files and restoring (`checkpoints`).
"""
