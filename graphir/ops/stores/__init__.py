"""Ops on stores of tensors between nodes or runs: stacks, readers, barriers, areas.

Not here: variables, queues, tables, tensor arrays and lists (`state`).
"""
