"""The definition of an op: declaration, signature, inference, kernels, registry.

No op is declared here: the families of ops are rooms beside this one.
"""
