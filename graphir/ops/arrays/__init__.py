"""Ops that create, join, slice, index and rearrange tensors."""
