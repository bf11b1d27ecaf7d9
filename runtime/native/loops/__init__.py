"""From terms to loops: transfers, nests, reductions, running totals."""
