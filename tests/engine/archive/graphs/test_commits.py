"""Commits from their bytes, as `git log` shows them."""

import hashlib

import pytest

from engine.archive.graphs.commits import commit_node, is_proved

TREE = b"tree " + b"0" * 40 + b"\n"
FIRST, SECOND = "a" * 40, "b" * 40


def node(author: bytes = b"", message: bytes = b"", more: bytes = b"") -> dict[str, object]:
    person = author or b"Ann <ann@example.org> 5 +0000"
    text = TREE + b"author " + person + b"\ncommitter Bob <b@c> 7 -0100\n" + more
    return commit_node("c" * 40, text + b"\n" + message, ())


def test_a_commit_comes_once_after_each_parent_that_is_known() -> None:
    parents = b"".join(b"parent %s\n" % each.encode() for each in (FIRST, SECOND, FIRST))
    text = TREE + parents + b"author A <a@b> 1 +0000\n\nx\n"
    assert commit_node("c" * 40, text, {FIRST, SECOND})["after"] == [FIRST, SECOND]
    assert commit_node("c" * 40, text, {SECOND})["after"] == [SECOND], "the rest is shallow"


@pytest.mark.parametrize(
    ("message", "label"),
    [
        (b"", ""),
        (b"One line", "One line"),
        (b"\n \t\r\n  begins later \nand goes on\r\n \nthe body", "  begins later and goes on"),
        (b"an end\0of it", "an end"),
        (b"x" * 5000, "x" * 4096 + "…"),
        (b"\n" * 100_000 + b"deep", "deep"),
        (b"bad \xff bytes", "bad � bytes"),
    ],
)
def test_its_label_is_the_first_paragraph(message: bytes, label: str) -> None:
    assert node(message=message)["label"] == label


@pytest.mark.parametrize(
    ("encoding", "message", "label"),
    [
        (b"ISO-8859-1", b"S\xf6derland", "Söderland"),
        (b"SHIFT_JIS", "船".encode("shift_jis"), "船"),
        (b"no-such-thing", "ö".encode(), "ö"),
        (b"idna", b"xn--nxasmq6b", "xn--nxasmq6b"),
        (b"unicode_escape", rb"\z", r"\z"),
        (b"utf-16", b"odd", "odd"),
    ],
)
def test_its_texts_are_in_the_encoding_that_it_names(
    encoding: bytes, message: bytes, label: str
) -> None:
    assert node(message=message, more=b"encoding " + encoding + b"\n")["label"] == label


@pytest.mark.parametrize(
    ("person", "writer", "asserted"),
    [
        (b"Ann <ann@example.org> 5 +0000", "ann@example.org", 5000),
        (b"A > B <x> y> 5 +0000", "x", 5000),
        (b"no address 5 +0000", "", None),
        (b"Ann <never closed", "", None),
        (b"Ann <> 5 +0000", "", 5000),
        (b"Ann <a@b> -5 +0000", "a@b", None),
        (b"Ann <a@b> soon", "a@b", None),
        (b"Ann <a@b> " + b"9" * 5000 + b" +0000", "a@b", None),
    ],
)
def test_a_person_may_be_written_in_any_way(
    person: bytes, writer: str, asserted: int | None
) -> None:
    made = node(person)
    assert (made["writer"], made["asserted"], made["received"]) == (writer, asserted, 7000)


def test_anything_is_a_commit_of_some_kind() -> None:
    nothing: dict[str, object] = {
        "after": [],
        "writer": "",
        "asserted": None,
        "received": None,
        "label": "",
    }
    assert commit_node("c", b"\xff\0", ()) == {"id": "c", **nothing}


def test_an_id_is_that_of_the_bytes_or_not() -> None:
    text = TREE + b"\nx"
    whole = b"commit %d\0" % len(text) + text
    assert is_proved(hashlib.sha1(whole).hexdigest(), text)
    assert is_proved(hashlib.sha256(whole).hexdigest(), text)
    assert not is_proved(hashlib.sha1(whole).hexdigest(), text + b"y")
