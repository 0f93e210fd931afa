"""Only the kinds of conversations know kinds: other code doesn't distinguish them.

`engine.store.conversations` defines them. Other code calls methods of a conversation, a summary or
an address, so that a new kind needs no change elsewhere.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tanglescope.engine.store.conversations import catalogue
from tanglescope.engine.store.conversations.conversation import Conversation

ROOT = Path(__file__).parents[2]
ASKING = (
    "engine/library/__init__.py",
    "engine/export/question_server.py",
    "engine/library/two_sources.py",
    "engine/commandline",
    "engine/debug",
    "engine/export",
    "engine/pipeline",
    "engine/site",
    "engine/store",
    "engine/takeout",
    "viewer",
)
"""Who reads conversations without making them; layers further down know nothing of them."""

SIGILS = ("@", "%", "#", "feed:", "thread:", "private:", "to ", "find ", "ssb:")
NAMES = {"thread", "private", "chess", "feed", "group", "members", "channel", "search"}
"""What kinds and kept conversations are called."""
CONSTANTS = {name.upper() for name in NAMES}
LOOKS = {"startswith", "removeprefix", "partition"}
NAMED_IN_SQL = re.compile(rf"\b(name|kind)\b *(=|<>|!=|IN \() *'({'|'.join(NAMES)})'")


NOT_ASKING = (
    "engine/store/conversations",
    "engine/site/search.py",
)
"""The kinds themselves, and what looks for the place within a page in its links: by a `#`."""


def modules() -> Iterator[Path]:
    for name in ASKING:
        path = ROOT / name
        found = [path] if path.suffix else sorted(path.rglob("*.py"))
        yield from (each for each in found if not _relative(each).startswith(NOT_ASKING))


def _relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def classes() -> set[str]:
    """The names of all classes of conversations and of kinds."""
    found = {type(kind).__name__ for kind in catalogue.KINDS}
    heirs = [Conversation]
    for heir in heirs:
        heirs += heir.__subclasses__()
    return found | {
        heir.__name__ for heir in heirs[1:] if heir.__module__.startswith("tanglescope.engine.")
    }


def texts(node: ast.AST) -> set[str]:
    """The string literals of an expression."""
    return {
        each.value
        for each in ast.walk(node)
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    }


def branches(tree: ast.AST) -> Iterator[str]:  # noqa: C901 - one case for each way to ask
    """The expressions of a module that check for a kind."""
    kinds = classes()
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                asked = [each for each in (left, *others) if isinstance(each, ast.Attribute)]
                if any(each.attr == "kind" and _is_kind_of(each) for each in asked):
                    yield f"line {node.lineno} compares a kind"
                elif _compares_names(left, others):
                    yield f"line {node.lineno} compares the name of a conversation"
            case ast.Constant(value=str(text)) if _asks_in_sql(text):
                yield f"line {node.lineno} asks the database for a kind"
            case ast.Match(subject=ast.Attribute(attr="kind") as subject) if _is_kind_of(subject):
                yield f"line {node.lineno} matches a kind"
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, asked_for]):
                names = {each.id for each in ast.walk(asked_for) if isinstance(each, ast.Name)}
                if names & kinds:
                    yield f"line {node.lineno} asks for the class of a conversation"
            case ast.Call(func=ast.Attribute(attr=attribute), args=[sigil, *_]):
                if attribute in LOOKS and texts(sigil) & set(SIGILS):
                    yield f"line {node.lineno} looks at how an address or an id begins"


def _asks_in_sql(text: str) -> bool:
    """Whether SQL selects conversations of one kind; queries for links have kinds of their own."""
    found = NAMED_IN_SQL.search(text)
    return found is not None and not (found[1] == "kind" and "FROM links" in text)


def _compares_names(left: ast.AST, others: Sequence[ast.AST]) -> bool:
    """Whether the name of a conversation is compared with that of a kind."""
    named = any(_is_called_by_a_name(each) for each in (left, *others))
    return named and any(_names_of(each) & (NAMES | CONSTANTS) for each in others)


def _is_called_by_a_name(node: ast.AST) -> bool:
    """Whether an expression may be the name of a conversation, judging by its own name."""
    return isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node).endswith("name")


def _names_of(node: ast.AST) -> set[str]:
    """The strings and constants of an expression."""
    return texts(node) | {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def _is_kind_of(attribute: ast.Attribute) -> bool:
    """Whether an expression is the kind of a conversation, judging by its name."""
    owner = ast.unparse(attribute.value).rpartition(".")[2]
    return owner in ("address", "summary", "conversation", "thread", "each", "tangle")


def test_nothing_asks_for_a_kind() -> None:
    found = {
        _relative(path): asked
        for path in modules()
        if (asked := list(branches(ast.parse(path.read_text()))))
    }
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "if summary.kind == 'feed': pass",
        "found = [each for each in all if each.kind in ('thread', 'private')]",
        "match conversation.address.kind:\n    case 'feed': pass",
        "isinstance(conversation, FeedConversation)",
        "root.startswith('@')",
        "if name == 'thread': pass",
        "found = row.name != THREAD",
        "database.execute(\"SELECT 1 FROM conversations WHERE name <> 'thread'\")",
        "address.startswith(('%', 'ssb:'))",
    ],
)
def test_the_test_finds_what_it_is_for(text: str) -> None:
    assert len(list(branches(ast.parse(text)))) == 1
