"""The intermediate form of native code: terms, stages, memory, scopes."""
