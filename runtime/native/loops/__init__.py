"""Loops generated from terms: transfers, nests, reductions, running totals."""
