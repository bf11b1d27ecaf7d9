"""The tables of public names.

The finder that makes ``tf`` and its modules from them.

Not here: any code behind a name.
"""
