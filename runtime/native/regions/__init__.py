"""Regions of a graph, compiled and run on one thread or several."""
