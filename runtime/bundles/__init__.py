"""Checkpoints as files: sorted tables of keys, and the tensors that they point to.

Not here: which objects a checkpoint is of (`checkpoints`, `trackable`).
"""
