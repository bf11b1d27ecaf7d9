"""Output of results: tables, listings, files, goldens; nothing here reads a target."""
