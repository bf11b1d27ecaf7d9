"""Mathematical functions as LLVM instructions, each with a tested error bound."""
