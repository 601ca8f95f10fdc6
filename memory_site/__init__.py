"""Wasurena: composition of the apps into one site."""

import os

__version__ = "0.1.0"

# Set before numpy is loaded: the products of a search take less than a millisecond, and a second
# thread that waits for the next one spins on a processor that other requests need.
for _threads in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ.setdefault(_threads, "1")
