"""What a pass is, and what passes of every kind share; the passes stand beside it.

Not here: any pass.
"""
