"""Ragged tensors, whose rows differ in length, and the functions on them."""
