"""Fork safety: locks and thread bookkeeping, reset in child processes."""
