"""What a traced function was called with: trace types and the key of its cache."""
