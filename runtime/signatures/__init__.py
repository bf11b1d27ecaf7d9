"""What a traced function was called with: trace types and the key of its cache.

Layers: dataclass_arguments, trace_types, casting, signature_text, trace_differences,
call_signature
"""
