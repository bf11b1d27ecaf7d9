"""``jit_compile=True``: regions of a graph as native code, through llvmlite.

Layers: failures, elements, emitter, disk_cache, engine, wide_vectors, polynomials,
exponentials, logarithms, error_function, trigonometry, powers, integer_division,
conversions, elementwise, terms, lowering, lowering_reductions, lowering_elements,
lowering_arrays, memory, stages, reductions, nests, products, stage_code, object_layout,
entries, rows, bodies, control_flow, coverage, growing, threads, shared_work, options,
report, region, region_code, kernel, partition, programs

Imported when the first function is compiled; llvmlite itself with the first code.
"""

from __future__ import annotations
