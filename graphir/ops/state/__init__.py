"""Ops with state (variables, queues, tables, lists) and calls of functions."""
