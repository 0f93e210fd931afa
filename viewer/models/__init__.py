"""Qt models: replicas that apply edits."""

from typing import TypeAlias

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

Index: TypeAlias = QModelIndex | QPersistentModelIndex
"""A place in a model, as Qt passes it."""
