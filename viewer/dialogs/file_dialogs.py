"""File dialogs. The program never searches for keys: the user chooses them."""

from pathlib import Path

from PySide6.QtCore import QDir, QStandardPaths
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from tanglescope.engine.wording import tr

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


def for_archive(parent: QWidget) -> Path | None:
    """An archive or a database to open."""
    return _file(parent, tr("Open an archive or a database"))


def for_folder(parent: QWidget) -> Path | None:
    """The folder of a program, a Corestore, a Git repository or tinySSB."""
    return _folder(
        parent, tr("Open the folder of an SSB program, a Corestore, a Git repository or tinySSB")
    )


def for_base_key(parent: QWidget) -> Path | None:
    """A file with the key of an Autobase."""
    return _file(parent, tr("Open a file with the key of the Autobase"))


def for_archives(parent: QWidget) -> list[Path]:
    """Archives to import."""
    return _ask(QFileDialog(parent, tr("Import archives")), QFileDialog.FileMode.ExistingFiles)


def for_identity(parent: QWidget) -> Path | None:
    """The `secret` file of the reader's identity."""
    return _file(parent, tr("Open the secret file of your identity"))


def for_group_keys(parent: QWidget) -> Path | None:
    """A file with the keys of private groups."""
    return _file(parent, tr("Open a file with group keys"))


def for_keyring(parent: QWidget) -> Path | None:
    """The folder of an SSB program that keeps keys of private groups, or its keyring."""
    return _folder(parent, tr("Open a folder with group keys (keyring or tribes/keystore)"))


def where_to_export(parent: QWidget) -> Path | None:
    """The file for the export of the user's own feed."""
    return where_to_write(parent, tr("Export your own feed"), "feed.ndjson", NDJSON)


def where_to_back_up(parent: QWidget, name: str) -> Path | None:
    """The file for a backup of the collection `name`."""
    file = name.replace("/", "-") + ".db"
    title, kind = tr("Back up the collection"), tr("Databases (*.db)")
    # A backup overwrites nothing, so Qt must not ask whether to replace a file.
    return where_to_write(parent, title, file, kind, may_replace=False)


def for_blobs(parent: QWidget) -> Path | None:
    """A folder with the files that messages refer to."""
    return _folder(parent, tr("Open a folder with the pictures and files of messages (blobs)"))


def where_to_save(parent: QWidget, name: str) -> Path | None:
    """The path for a file that a message refers to."""
    return where_to_write(parent, tr("Save the file"), name)


def for_schema(parent: QWidget) -> Path | None:
    """A file with the strategies of a record."""
    return _file(parent, tr("Open a schema (a JSON object of fields and strategies)"))


def for_backup(parent: QWidget) -> Path | None:
    """A backup to restore."""
    return _file(parent, tr("Restore a backup"))


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


def _file(parent: QWidget, title: str) -> Path | None:
    return _first(_ask(QFileDialog(parent, title), QFileDialog.FileMode.ExistingFile))


def _folder(parent: QWidget, title: str) -> Path | None:
    dialog = QFileDialog(parent, title)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    return _first(_ask(dialog, QFileDialog.FileMode.Directory))


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


def for_site(parent: QWidget) -> Path | None:
    """A folder for a collection as web pages: an empty one, or one that holds such pages."""
    return _folder(parent, tr("Choose an empty folder, or one with web pages of this program"))


def for_notes(parent: QWidget) -> Path | None:
    """A folder for notes: an empty one, or one that holds those of an earlier export."""
    return _folder(parent, tr("Choose an empty folder, or one with notes of this program"))


def plain_file_name(title: str) -> str:
    """A file name that is valid on every system."""
    words = "".join(letter if letter.isalnum() else " " for letter in title.lower()).split()
    while len("-".join(words)) > _MOST_OF_A_NAME and len(words) > 1:
        words.pop()
    return "-".join(words)[:_MOST_OF_A_NAME] or "thread"
