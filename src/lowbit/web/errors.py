"""The reasons why requests are not answered."""


class BusyError(Exception):
    """Too many requests are waiting, or one has waited for too long."""


class ClosedError(Exception):
    """The server shuts down."""


class TimedOutError(Exception):
    """A worker exceeded its limit and was ended."""


class CrashError(Exception):
    """A worker raised an error that is not lowbit's."""


class LostError(Exception):
    """A worker ended in the middle of its work."""


class NotReadyError(Exception):
    """The kernels that a task needs are still being compiled, on a machine's first start."""
