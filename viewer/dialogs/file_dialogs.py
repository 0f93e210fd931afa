"""File dialogs. The program never searches for keys: the user chooses them."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from tanglescope.engine.language.wording import later, tr

NDJSON = "NDJSON (*.ndjson)"
"""The kind of files with a JSON value on each line."""

_FOLDER = "last_folder"
"""The property of the application with the folder of the last choice."""
_MOST_OF_A_NAME = 40


def begin_in(folder: str) -> None:
    """Let the first dialog begin in a folder, unless one has been chosen since."""
    application = QApplication.instance()
    if application is not None and not last_folder() and folder and Path(folder).is_dir():
        application.setProperty(_FOLDER, folder)


def last_folder() -> str:
    """The folder of the last choice; `""` if there was none."""
    application = QApplication.instance()
    return str(application.property(_FOLDER) or "") if application is not None else ""


def _file(title: str, parent: QWidget) -> Path | None:
    return _first(_ask(QFileDialog(parent, tr(title)), QFileDialog.FileMode.ExistingFile))


def _folder(title: str, parent: QWidget) -> Path | None:
    dialog = QFileDialog(parent, tr(title))
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return _first(_ask(dialog, QFileDialog.FileMode.Directory))


for_archive = partial(_file, later("Open an archive or a database"))
"""An archive or a database to open."""
for_folder = partial(
    _folder, later("Open the folder of an SSB program, a Corestore, a Git repository or tinySSB")
)
"""The folder of a program, a Corestore, a Git repository or tinySSB."""
for_base_key = partial(_file, later("Open a file with the key of the Autobase"))
"""A file with the key of an Autobase."""
for_identity = partial(_file, later("Open the secret file of your identity"))
"""The `secret` file of the reader's identity."""
for_group_keys = partial(_file, later("Open a file with group keys"))
"""A file with the keys of private groups."""
for_keyring = partial(_folder, later("Open a folder with group keys (keyring or tribes/keystore)"))
"""The folder of an SSB program that keeps keys of private groups, or its keyring."""
for_blobs = partial(_folder, later("Open a folder with the pictures and files of messages (blobs)"))
"""A folder with the files that messages refer to."""
for_schema = partial(_file, later("Open a schema (a JSON object of fields and strategies)"))
"""A file with the strategies of a record."""
for_backup = partial(_file, later("Restore a backup"))
"""A backup to restore."""
for_site = partial(_folder, later("Choose an empty folder, or one with web pages of this program"))
"""A folder for a collection as web pages: an empty one, or one that holds such pages."""
for_notes = partial(_folder, later("Choose an empty folder, or one with notes of this program"))
"""A folder for notes: an empty one, or one that holds those of an earlier export."""


def for_archives(parent: QWidget) -> list[Path]:
    """Archives to import."""
    return _ask(QFileDialog(parent, tr("Import archives")), QFileDialog.FileMode.ExistingFiles)


def where_to_export(parent: QWidget) -> Path | None:
    """The file for the export of the user's own feed."""
    return where_to_write(parent, tr("Export your own feed"), "feed.ndjson", NDJSON)


def where_to_back_up(parent: QWidget, name: str) -> Path | None:
    """The file for a backup of the collection `name`."""
    file = name.replace("/", "-") + ".db"
    title, kind = tr("Back up the collection"), tr("Databases (*.db)")
    # A backup overwrites nothing, so Qt must not ask whether to replace a file.
    return where_to_write(parent, title, file, kind, may_replace=False)


def where_to_save(parent: QWidget, name: str) -> Path | None:
    """The path for a file that a message refers to."""
    return where_to_write(parent, tr("Save the file"), name)


def where_to_write(
    parent: QWidget, title: str, usual: str, *kinds: str, may_replace: bool = True
) -> Path | None:
    """The path for a file; a name without a suffix gets that of the chosen kind."""
    dialog = QFileDialog(parent, title)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setOption(QFileDialog.Option.DontConfirmOverwrite, not may_replace)
    if kinds:
        dialog.setNameFilters(kinds)
        dialog.filterSelected.connect(lambda kind: dialog.setDefaultSuffix(_ending(kind)))
        dialog.setDefaultSuffix(_ending(kinds[0]))
    dialog.selectFile(usual)
    return _first(_ask(dialog, QFileDialog.FileMode.AnyFile))


def _ending(kind: str) -> str:
    """The suffix of a kind of files such as “NDJSON (*.ndjson)”."""
    return kind.rpartition("*.")[2].rstrip(")")


def _first(paths: list[Path]) -> Path | None:
    return paths[0] if paths else None


def _ask(dialog: QFileDialog, mode: QFileDialog.FileMode) -> list[Path]:
    dialog.setFileMode(mode)
    # SSB programs keep their files in folders such as ~/.ssb.
    dialog.setFilter(dialog.filter() | QDir.Filter.Hidden)
    application = QApplication.instance()
    assert application is not None
    dialog.setDirectory(application.property(_FOLDER) or _first_folder(dialog))
    try:
        if not dialog.exec():
            return []
        application.setProperty(_FOLDER, dialog.directory().absolutePath())
        return [Path(path) for path in dialog.selectedFiles()]
    finally:
        dialog.deleteLater()


def _first_folder(dialog: QFileDialog) -> str:
    """Where the first dialog begins: in the user's documents to save, else in the home folder."""
    documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    is_saved = dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    return documents if is_saved and Path(documents).is_dir() else QDir.homePath()


def for_page(parent: QWidget, title: str) -> Path | None:
    """A file for a conversation as a web page."""
    usual = f"{plain_file_name(title)}.html"
    return where_to_write(parent, tr("Export as a web page"), usual, tr("Web pages (*.html)"))


def plain_file_name(title: str) -> str:
    """A file name that is valid on every system."""
    words = "".join(letter if letter.isalnum() else " " for letter in title.lower()).split()
    while len("-".join(words)) > _MOST_OF_A_NAME and len(words) > 1:
        words.pop()
    return "-".join(words)[:_MOST_OF_A_NAME] or "thread"
