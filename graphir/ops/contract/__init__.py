"""The definition of an op: declaration, signature, inference, kernels, registry.

Its declaration, signature, inference and registry; no op is declared here.

Not here: any op, which stands with its family.
"""
