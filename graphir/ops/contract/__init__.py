"""What an op is.

Its declaration, signature, inference and registry; no op is declared here.

Not here: any op, which stands with its family.
"""
