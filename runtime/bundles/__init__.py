"""Checkpoints as files: sorted tables of keys, and the tensors that they point to."""
