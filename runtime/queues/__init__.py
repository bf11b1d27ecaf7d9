"""Queues of tensors."""
