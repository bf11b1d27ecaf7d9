"""Dispatch of public functions to the implementations of users' classes.

Not here: the classes themselves (`extension_types`).
"""
