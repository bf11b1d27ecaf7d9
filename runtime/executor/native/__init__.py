"""``jit_compile=True``: regions of a graph as native code, through llvmlite.

Layers: failures, elements, emitter, storage_formats, blas_calls, disk_cache, engine,
vector_parts, wide_vectors, polynomials, exponentials, logarithms, error_function,
trigonometry, powers, integer_division, conversions, elementwise, terms, lists,
lowering, lowering_reductions, lowering_elements, lowering_arrays, lowering_slices,
lowering_moves, memory, scopes, transfers, stages, reductions, nests, block_products,
patches, convolutions, lowering_convolutions, products, running_totals, stage_code,
object_layout, entries, rows, bodies, control_flow, list_nodes, coverage, growing,
threads, shared_work, options, report, region, region_code, list_regions, kernel,
partition, inner_updates, programs

Imported when the first function is compiled; llvmlite itself with the first code.
"""

from __future__ import annotations
