"""Tensors, what converts to them, and structures of them; no op is applied here."""
