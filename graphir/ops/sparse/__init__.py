"""Ops on sparse and ragged tensors, given by their dense parts, and on sets."""
