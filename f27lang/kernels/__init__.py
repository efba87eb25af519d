"""Sums that no variant changes: Cython in pure Python mode, built or run as they stand by `f27lang.build`."""
