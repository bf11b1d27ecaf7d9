"""From terms to loops: transfers, nests, reductions, running totals.

Not here: loops of the user's program (`bodies`).
"""
