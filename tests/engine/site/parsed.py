"""Pages as a browser's parser sees them: elements, attributes and words."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = {"br", "hr", "img", "input", "link", "meta"}


@dataclass(slots=True)
class Parsed:
    """The content of a page."""

    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    text: str = ""

    def all(self, tag: str, **wanted: str) -> list[dict[str, str | None]]:
        """The attributes of all elements with this name and these attributes."""
        return [
            attributes
            for name, attributes in self.elements
            if name == tag and wanted.items() <= attributes.items()
        ]

    def values(self, attribute: str) -> list[str]:
        """All values of an attribute."""
        return [
            found or "" for _, each in self.elements for found in [each.get(attribute)] if found
        ]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found = Parsed()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _ in attrs}) == len(attrs), (tag, attrs)
        self.found.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in VOID, tag
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.found.text += data

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"a processing instruction: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")


def parsed(markup: str) -> Parsed:
    """The content of a page or a part of one; its elements are closed in order of their start."""
    reader: Any = _Reader()
    reader.feed(markup)
    reader.close()
    assert reader.open == []
    found: Parsed = reader.found
    return found
