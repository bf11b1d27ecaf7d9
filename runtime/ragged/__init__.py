"""Ragged tensors, whose rows have different lengths, and what applies to them."""
