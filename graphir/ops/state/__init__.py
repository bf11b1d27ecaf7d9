"""Ops that own or change state or call functions.

Variables, tables, lists, control flow.
"""
