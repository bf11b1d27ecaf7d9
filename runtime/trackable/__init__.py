"""Objects with state: what they hold that is saved and restored, by name.

Not here: files and restoring (`checkpoints`).
"""
