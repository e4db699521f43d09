"""How fast is lowbit, beside its peers, in one run.

::

    __main__      the command: which files, which parts, which peers, where results go
    parts         what is compared: files, instruction sets, lanes, threads, batches, difficulty
    command       the whole command, file to file, and how long it takes to start
    floor         what a sweep costs in instructions and time, and what the rest costs
    assembly      instructions of a compiled kernel, counted by what they do

    contest       contestants take turns
    worker        the process in which lowbit or a shared library solves a file
    packages      the same for packages from PyPI, under an interpreter that has them
    puzzles       files of puzzles: read, shuffled, repeated
    peers         what peers.toml says of the peers
    machine       the machine and the versions

    report        results as Markdown, and into docs/internals/performance.md
    tables        each table of it
    pictures      each picture of it
    charts        bars and lines as SVG

    check_engine  not how fast, but whether right: the engine on millions of puzzles
    mutants       whether the tests notice faults

Results are plain JSON: every pass of every contestant is in it, and all tables and pictures
are made from it alone.
"""
