"""Ops that draw random numbers, and the generators that they draw from.

Not here: shuffled datasets (`datasets`).
"""
