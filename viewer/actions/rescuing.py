"""Rescue and comparison of archives from the window, by the command in a process of its own."""

from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from tanglescope.engine.language.wording import current_language, tr
from tanglescope.viewer.workers.child_process import ChildEnd, ChildProcess

if TYPE_CHECKING:
    from tanglescope.viewer.dialogs.rescue_dialog import RescueDialog, WantedRescue


class Rescuing(QObject):
    """Runs `tanglescope rescue` for the dialogs, one at a time."""

    def __init__(
        self,
        archives: Callable[[], list[Path]],
        report: Callable[[str], None],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._archives = archives
        self._report = report
        self._window = window
        self._working = ChildProcess(self)
        self._working.reported.connect(self._show_progress)
        self._working.ended.connect(self._finish)
        self._reports: TemporaryDirectory[str] | None = None
        """The folder with the report of a comparison."""
        self._target: Path | None = None
        self.dialog: RescueDialog | None = None
        """The dialog that is open or working; None before the first."""

    def show(self, *, compares: bool) -> None:
        """Open the dialog; one that is working is shown instead."""
        if self.dialog is not None and self._working.is_running():
            self.dialog.show()
            self.dialog.raise_()
            return
        from tanglescope.viewer.dialogs.rescue_dialog import RescueDialog

        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()
        dialog = self.dialog = RescueDialog(self._window, compares=compares)
        dialog.start_wanted.connect(self.start)
        dialog.cancel_wanted.connect(self.cancel)
        dialog.folder_wanted.connect(lambda: self._open(self._target))
        dialog.report_wanted.connect(lambda: self._open(self._report_file("html")))
        dialog.add(self._archives())
        dialog.show()

    def start(self, wanted: "WantedRescue") -> None:
        """Rescue or compare archives."""
        if self._working.is_running() or self.dialog is None:
            return
        self._target = wanted.target
        words = ["--json", "--language", current_language()]
        if wanted.target is None:
            self._forget_reports()
            self._reports = TemporaryDirectory(prefix="tanglescope-", ignore_cleanup_errors=True)
            for suffix in ("html", "txt"):
                words += ["--report", str(self._report_file(suffix))]
        else:
            words += ["--to", str(wanted.target)]
            for each in wanted.formats:
                words += ["--format", each]
        for archive in wanted.lacking_in:
            words += ["--lacking-in", str(archive)]
        if wanted.secret is not None:
            words += ["--secret", str(wanted.secret)]
            words += [] if wanted.latest is None else ["--latest", str(wanted.latest)]
        self.dialog.show_start()
        self._working.run_command("rescue", *words, "--", *map(str, wanted.archives))

    def is_busy(self) -> bool:
        """Whether archives are being rescued or compared."""
        return self._working.is_running()

    def what_stops(self) -> str:
        """What happens to the rescue if the window is closed."""
        return tr("The rescue of archives stops. The same rescue continues from there.")

    def cancel(self) -> bool:
        """Let a running rescue stop. Whether there was one."""
        if not self._working.is_running():
            return False
        self._working.stop()
        return True

    def end(self) -> None:
        """Stop; what was read is kept for the next time."""
        self._working.end()
        self._forget_reports()

    def _show_progress(self, said: Mapping[str, Any]) -> None:
        match said:
            case {"done": int(done), "of": int(whole)} if self.dialog is not None:
                self.dialog.progress(done, whole)

    def _finish(self, end: ChildEnd) -> None:
        if self.dialog is None:
            return
        if end.is_stopped:
            self.dialog.show_stop(tr("Stopped. The same rescue continues from there."))
            return
        problem, text = end.error, ""
        if not problem:
            try:
                text = self._report_file("txt").read_text("utf-8", "replace")
            except OSError as error:
                problem = str(error)
        self.dialog.show_end(problem, text, has_folder=self._target is not None)
        if not self.dialog.isVisible():
            self._report(problem or text.partition("\n")[0])

    def _report_file(self, suffix: str) -> Path:
        if self._target is not None:
            return self._target / f"report.{suffix}"
        assert self._reports is not None
        return Path(self._reports.name, f"report.{suffix}")

    def _open(self, path: Path | None) -> None:
        if path is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))

    def _forget_reports(self) -> None:
        if self._reports is not None:
            self._reports.cleanup()
            self._reports = None
