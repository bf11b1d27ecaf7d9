"""Parts shared by the optimizer's verbs: pipelines, verification, bisection.

Not here: the passes (`graphir.passes`).
"""
