"""Processes of this Python that the window starts."""

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment

from engine import children


def child_process(parent: QObject) -> QProcess:
    """A process that finds its code where this one does, to be started with `start_python`."""
    process = QProcess(parent)
    environment = QProcessEnvironment.systemEnvironment()
    for name, value in children.variables().items():
        environment.insert(name, value)
    process.setProcessEnvironment(environment)
    return process


def start_python(process: QProcess, *arguments: str) -> None:
    """Start Python with arguments in a process."""
    program, *words = children.python(*arguments)
    process.start(program, words)
