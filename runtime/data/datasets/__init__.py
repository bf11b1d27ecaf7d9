"""The public Dataset classes: sources, transformations, iteration.

Layers: variants, base, generators, sources, mapping_methods, ragged_batches,
batch_methods, order_methods, resampling, selection_methods, grouping_methods,
saved_files, storage_methods, dataset
"""
