"""What the optimizer's verbs share: pipelines, verification, bisection.

Not here: the passes (`graphir.passes`).
"""
