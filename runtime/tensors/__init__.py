"""Tensors, conversion of values to tensors, nested structures; applies no op."""
