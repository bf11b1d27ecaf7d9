"""Facts about a tree; they read it and never change it."""
