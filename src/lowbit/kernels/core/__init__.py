"""What all kernels share: vectors of lanes, compilation, threads, random numbers."""
