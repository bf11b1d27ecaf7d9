"""Lowering of graph nodes to terms, with one rule per kind of op."""
