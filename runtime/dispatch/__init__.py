"""Public functions on values of users' classes: what a user says they mean.

Not here: the classes themselves (`extension_types`).
"""
