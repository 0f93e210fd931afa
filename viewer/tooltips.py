"""Tooltips: Qt takes what looks like HTML for HTML, and strangers write what they like."""

from html import escape


def tooltip(text: str) -> str:
    """A text as a tooltip: shown as it is, line by line."""
    lines = escape(text, quote=False).replace("\n", "<br>")
    return f"<p>{lines}</p>" if text else ""
