"""Derivatives as users ask for them: tapes, jacobians, custom gradients.

Not here: the accumulation itself (`backward`).
"""
