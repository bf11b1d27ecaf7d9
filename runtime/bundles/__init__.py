"""The files of a checkpoint: an index table of keys, and data files of tensors."""
