"""Motion: whether rows glide to their places and the wheel scrolls softly, in the whole program."""

from PySide6.QtCore import QCoreApplication

_STILL = "without_motion"


def set_motion(*, on: bool) -> None:
    """Let things glide from now on, or let them be in their places at once."""
    application = QCoreApplication.instance()
    assert application is not None
    application.setProperty(_STILL, not on)


def has_motion() -> bool:
    """Whether things glide."""
    application = QCoreApplication.instance()
    return application is None or not application.property(_STILL)
