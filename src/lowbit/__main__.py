"""The process of the command: ``python -m lowbit``, and the script ``lowbit``."""

import gc
import os
import sys

OF_A_SIGNAL = 128
"""The number that a shell adds to a signal; as in `lowbit.cli.signals`, which may not be loaded."""


def process() -> int:
    """Run the command as a process of its own, which ends at once if a run on tables ended early.

    Arrow's threads may still read ahead after a signal or an error, and abort a process whose
    Python is taken down meanwhile.
    """
    leave_working_folder()
    hold_streams()
    code = main()
    if code and "pyarrow" in sys.modules:
        import atexit  # hardly ever needed, and the next
        from contextlib import suppress

        atexit._run_exitfuncs()  # noqa: SLF001 - there is no other way to run what was registered
        with suppress(OSError):  # nobody reads any more
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    return code


def leave_working_folder() -> None:
    """Import nothing from the working folder, where puzzles lie, in no child process either.

    ``python -m`` searches it first, so that a file called random.py there would be run. What Python
    and `lowbit` imported before is beyond reach: only the script, or ``python -P -m``, is safe.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    here = os.path.realpath(os.curdir)
    own = os.path.realpath(os.path.join(os.path.dirname(__file__), os.pardir))  # noqa: PTH118, PTH120 - pathlib takes longer to load than most puzzles to solve
    if __name__ == "__main__" and not sys.flags.safe_path and here != own:
        sys.path[:] = [path for path in sys.path if path and os.path.realpath(path) != here]


def hold_streams() -> None:
    """Lead standard streams nowhere that the process was started without.

    Else the next file to be opened took the number of one, and what is written there. What is read
    from standard input, or written to standard output, is still refused; messages get lost.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:  # then the number is the lowest that is free
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # noqa: FBT003 - as it is called
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - it stays open


def main() -> int:
    """Run the command; a signal while it is loaded ends it as quietly as later."""
    try:
        from lowbit.cli.signals import ended_by_signals  # within the `try`

        return ended_by_signals(_load_and_run)
    except KeyboardInterrupt as error:
        return getattr(error, "code", OF_A_SIGNAL + 2)  # as `Terminated` in it has it


def _load_and_run() -> int:
    # NumPy's OpenBLAS starts threads that wait busily at first, and no command multiplies floats.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    without_pandas = WithoutPandas()
    sys.meta_path.insert(0, without_pandas)
    try:
        from lowbit.cli.main import main as run  # signals are heard by now

        if sys.stdout is None:
            from lowbit.cli.io.outputs import ClosedOutput

            sys.stdout = ClosedOutput()
        return run()
    finally:
        sys.meta_path.remove(without_pandas)
        if "pyarrow" not in sys.modules:  # whose threads end with what Python collects
            gc.freeze()  # or Python looks through all that is loaded at its end: 0.2 s of a server


class WithoutPandas:
    """Hides pandas from imports: no command uses it, and it takes as long to load as all else.

    PyArrow imports pandas where it is installed, to recognise its objects.
    """

    def find_spec(self, name: str, *_: object) -> None:
        """Raise the error of an import of a missing package, for pandas."""
        if name == "pandas":
            raise ModuleNotFoundError("commands do without pandas", name=name)


if __name__ == "__main__":
    sys.exit(process())
