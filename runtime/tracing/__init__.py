"""The graph being traced: its nodes, captures, names and control dependencies."""
