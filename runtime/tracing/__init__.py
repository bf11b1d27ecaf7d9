"""The graph being recorded: its nodes, captures, names and order of effects."""
