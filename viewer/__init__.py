"""The window, a thin layer over the library: logic that needs no Qt is in `engine`."""
