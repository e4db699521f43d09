"""Views of arrays as windows."""

from lowbit.tab.numpy.making import sliding_window_view

__all__ = ["sliding_window_view"]
