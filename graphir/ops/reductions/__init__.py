"""Reductions along axes and by segment, cumulative scans, order statistics."""
