"""Ops that own or change state or call functions.

Variables, tables, lists, control flow.

Not here: iterators and pipelines (`datasets`), and random generators (`random`).
"""
