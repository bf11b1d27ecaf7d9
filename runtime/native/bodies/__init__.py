"""Native code of function bodies: branches, loops and lists."""
