from base64 import b64encode, urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.message.uris import (
    FORMATS,
    Format,
    Identifier,
    beginnings,
    code_of,
    cut_id,
    identifier,
    short_id,
    usual,
    writer_name,
)

DATA = bytes(range(224, 256))
SAFE = urlsafe_b64encode(DATA).decode()
PLAIN = b64encode(DATA).decode()


@given(st.sampled_from(FORMATS), st.data())
def test_every_id_is_read_as_it_is_written(known: Format, data: st.DataObject) -> None:
    size = known.size
    bytes_ = data.draw(st.binary(min_size=size or 0, max_size=size or 99))
    named = Identifier(known.kind, known.name, bytes_)
    assert identifier(str(named)) == named
    assert code_of(named) == known.code + bytes_


@given(st.sampled_from(FORMATS), st.data())
def test_a_shortened_id_has_the_beginning_of_the_whole_one(
    known: Format, data: st.DataObject
) -> None:
    if known.kind not in ("feed", "message"):
        return
    bytes_ = data.draw(st.binary(min_size=known.size or 0, max_size=known.size))
    whole = str(Identifier(known.kind, known.name, bytes_))
    for short in (short_id(whole), cut_id(whole), whole[:9], whole):
        assert any(whole.startswith(beginning) for beginning in beginnings(short))


@pytest.mark.parametrize(
    "text",
    [
        f"ssb:message/classic/{SAFE}",
        f"ssb:message/sha256/{SAFE}",
        f"ssb:message:classic:{SAFE}",
        f"ssb://message/classic/{SAFE}",
        f"ssb:message/classic/{SAFE}?unbox=x",
        f"%{PLAIN}.sha256",
    ],
)
def test_every_spelling_of_an_id_is_that_id(text: str) -> None:
    assert identifier(text) == Identifier("message", "classic", DATA)


def test_an_id_has_one_usual_spelling_and_other_texts_stay() -> None:
    assert usual(f"ssb:feed/ed25519/{SAFE}") == f"@{PLAIN}.ed25519"
    assert usual(f"ssb://feed/bendybutt-v1/{SAFE}") == f"ssb:feed/bendybutt-v1/{SAFE}"
    assert usual("ssb:hello") == "ssb:hello"
    assert usual("hello") == "hello"


@pytest.mark.parametrize(
    ("text", "short"),
    [
        (f"@{PLAIN}.ed25519", "@" + PLAIN[:8]),
        (f"%{PLAIN}.sha256", "%" + PLAIN[:8]),
        (f"&{PLAIN}.sha256", "&" + PLAIN[:8]),
        (f"ssb:feed/ed25519/{SAFE}", "@" + PLAIN[:8]),
        (f"ssb:message/classic/{SAFE}", "%" + PLAIN[:8]),
        (f"ssb:feed/bendybutt-v1/{SAFE}", "@bendybutt/" + SAFE[:8]),
        (f"ssb:message/bendybutt-v1/{SAFE}", "%bendybutt/" + SAFE[:8]),
        (f"ssb:feed/buttwoo-v1/{SAFE}/{SAFE}", "@buttwoo/" + SAFE[:8]),
        (f"ssb:identity/group/{SAFE}", "group/" + SAFE[:8]),
        (f"ssb:identity/po-box/{SAFE}", "po-box/" + SAFE[:8]),
        (f"%{PLAIN}.cloaked", "%cloaked/" + PLAIN[:8].replace("+", "-").replace("/", "_")),
        ("QmPzp" * 9, "QmPzpQmPz"),
        ("0f" * 20, "0f0f0f0f0"),
        ("$" + PLAIN[:-1].translate(str.maketrans("+/", "-_")), "$" + SAFE[:8]),
        ("550e8400-e29b-41d4-a716-446655440000", "550e8400-"),
        ("message-0012", "message-0012"),
        ("$15000012:example.org", "$15000012:example.org"),
        ("word " * 20, ("word " * 20)[:39]),
        ("@short", "@short"),
        ("", ""),
    ],
)
def test_ids_of_every_kind_are_short_and_distinct(text: str, short: str) -> None:
    assert short_id(text) == short


def test_entries_of_one_writer_stay_distinct() -> None:
    """The key of the writer is cut, the number of the entry isn't."""
    entry = "ab" * 32 + ":12"
    assert short_id(entry) == cut_id(entry) == short_id(short_id(entry)) == "ababababa…:12"
    assert entry.startswith(beginnings(cut_id(entry))[0])


@given(st.text())
def test_any_text_has_a_short_form(text: str) -> None:
    assert short_id(text) == short_id(short_id(text)) or identifier(text) is not None
    assert len(short_id(text)) <= 80


@pytest.mark.parametrize(
    "text",
    [
        "ssb:",
        "ssb:feed",
        "ssb:feed/bendybutt-v1/",
        f"ssb:feed/bendybutt-v1/{SAFE[:-2]}",
        f"ssb:feed/bendybutt-v1/{PLAIN}",
        "ssb:feed/bendybutt-v1/A===",
        f"@{SAFE}.ed25519",
        f"@{PLAIN}.ed25518",
        f"@{PLAIN[:-2]}",
        "\u0661" * 44,
        "ssb:" + "a" * 10_000,
    ],
)
def test_what_only_looks_like_an_id_is_none(text: str) -> None:
    assert identifier(text) is None


@pytest.mark.parametrize(
    ("writer", "name"),
    [
        ("ann", "ann"),
        ("maintainers@example.org", "maintainers@example.org"),
        ("@alice:example.org", "@alice:example.org"),
        (
            "12345678+someone@users.noreply.example.org",
            "12345678+someone@users.noreply.example.org",
        ),
        ("ann " * 30, f"{('ann ' * 30)[:79]}…"),
        ("7f" * 32, "7f7f7f7f7"),
        ("A3Yp3jqS5" * 5, "A3Yp3jqS5"),
        (f"@{PLAIN}.ed25519", f"@{PLAIN[:8]}"),
    ],
)
def test_a_writer_is_called_by_its_own_name_and_a_key_by_its_beginning(
    writer: str, name: str
) -> None:
    assert writer_name(writer) == name
