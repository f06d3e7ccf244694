"""C from equation shapes: sorted systems -> C text, compiled and loaded as kernels."""
