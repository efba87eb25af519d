"""Kernels that no variant changes: Cython in pure Python mode, built through the same cache."""
