"""Modules of public functions that belong to no room of their own.

They normalise arguments.
"""
