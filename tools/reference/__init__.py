"""Reference: pages of the documentation site, made of the docstrings of public names.

Not here: the page of raw ops (`op_page`), which is made of their declarations.
"""
