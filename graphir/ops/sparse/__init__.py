"""Ops on sparse tensors and ragged tensors, as their dense components, and on sets."""
