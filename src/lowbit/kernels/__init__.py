"""The lane engine: many puzzles in lockstep, one in each 16-bit lane of a wide vector.

::

    simd       vectors of 16-bit lanes, as a stage between Python and LLVM
    layout     the registers of a block of lanes, and which rows mean what
    sweep      one round of inference for all lanes, and the choice of what to guess
    lane       one lane at a time: load it, save it, restore it, read its solution
    search     the loop that keeps every lane busy until all puzzles are done
    chutes     how digits can lie in bands and stacks
    grids      random full grids, uniformly distributed
    vary       more givens or other digits, by chance
    text       bytes to puzzles and solutions to bytes
    compile    how kernels are compiled, once for a machine, and where that is kept

Arrays go in and arrays come out; nothing here raises, prints or knows a `Grid`.
"""
