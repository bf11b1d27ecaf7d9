"""Dispatch of public functions to implementations registered for users' classes.

Not here: the classes themselves (`extension_types`).
"""
