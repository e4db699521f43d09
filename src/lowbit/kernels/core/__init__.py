"""The common part of all kernels: vectors of lanes, compilation, threads, random numbers.

::

    simd             vectors of 16-bit lanes, as a stage between Python and LLVM
    compile          functions that are compiled once for a machine and called as machine code
    cache            where compiled kernels are kept
    bits             sets of small numbers as words
    machine_code     compiled kernels called without Numba
    numba_compiler   compilation, the only module that imports Numba
    threads          a loop over a batch, spread over threads
    random           random numbers, the same for any number of threads
"""
