"""The process of the command: ``python -m lowbit``, and the script ``lowbit``."""

import gc
import sys


def main() -> int:
    """Run the command; Ctrl-C while it is loaded ends it as quietly as later."""
    try:
        from lowbit.cli.main import main as run  # noqa: PLC0415 - within the `try`

        return run()
    except KeyboardInterrupt:
        return 130  # as `lowbit.cli.run.report.INTERRUPTED`, which is not loaded yet
    finally:
        gc.freeze()  # or Python looks through all that is loaded before it ends: 0.2 s of a server


if __name__ == "__main__":
    sys.exit(main())
