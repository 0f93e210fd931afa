"""What this is, which version on what, under which license."""

from PySide6.QtWidgets import QWidget

from engine.wording import tr
from viewer import icons
from viewer.dialogs.plain_box import PlainBox


def show(parent: QWidget) -> PlainBox:
    """Open the page."""
    from engine.commandline.common.versions import versions  # nobody needs it before

    box = PlainBox(parent, tr("About Tanglescope"))
    box.setIconPixmap(icons.icon("tanglescope").pixmap(48, 48))
    ours, _, others = versions().partition("\n")
    box.setText(ours.capitalize())
    box.setInformativeText(
        tr(
            "Reads and debugs tangles: conversations in the right order.\nMIT license.\n\n{others}",
            others=others,
        )
    )
    box.open()
    return box
