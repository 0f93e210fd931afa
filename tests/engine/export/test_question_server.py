from functools import partial
from multiprocessing import Pipe
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph, explain_place
from tanglescope.engine.debug.replaying.replay import BY_HAND, replay_graph
from tanglescope.engine.export.question_server import GraphQuestion, Reply, serve
from tanglescope.engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of, write


def count(opened: OpenGraph, on_progress: OnProgress) -> tuple[int, tuple[str, ...]]:
    on_progress("half way")
    return len(opened.graph.nodes), opened.taken_in


def stumble(_opened: OpenGraph, _on_progress: OnProgress) -> None:
    raise ZeroDivisionError("nobody has foreseen this")


@pytest.fixture
def talk(tmp_path: Path) -> dict[str, str]:
    ann = Author("ann")
    root = ann.say(post("Who sails?"), received=300.0)
    reply = ann.say(post("I do", root), received=200.0)
    library_of(tmp_path, root, reply).close()
    return {"root": root.key, "reply": reply.key}


def asked(folder: Path, *questions: tuple[str, GraphQuestion], language: str = "en") -> list[Any]:
    """The answers to these questions, asked one after the other."""
    ours, theirs = Pipe()
    thread = Thread(target=serve, args=(theirs, folder / "library.db", language))
    thread.start()
    found = []
    for question in questions:
        ours.send((*question, ()))  # no orders of one's own
        while (reply := ours.recv()).kind == "progress":
            found.append(reply)
        found.append(reply)
    ours.close()
    thread.join()
    theirs.close()
    return found


def test_a_question_about_a_thread_is_answered_after_earlier_changes(
    talk: dict[str, str], tmp_path: Path
) -> None:
    told, answer = asked(tmp_path, (talk["root"], count))
    assert told == Reply("progress", "half way")
    assert answer == Reply("answer", (2, (talk["root"], talk["reply"])))


def test_what_cannot_be_answered_does_not_end_the_process(
    talk: dict[str, str], tmp_path: Path
) -> None:
    nobody, stumbled, unknown, answer = asked(
        tmp_path,
        ("%nowhere", partial(explain_place, key="%x")),
        (talk["root"], stumble),
        (talk["root"], partial(replay_graph, delivery=BY_HAND, names=("%x",))),
        (talk["root"], partial(explain_place, key=talk["reply"])),
    )
    assert nobody.kind == "refused"
    assert "%nowhere" in nobody.value
    assert stumbled == Reply("failed", "ZeroDivisionError: nobody has foreseen this")
    assert unknown.kind == "refused"
    assert answer.kind == "answer"


def test_a_thread_that_has_grown_is_read_again(talk: dict[str, str], tmp_path: Path) -> None:
    ours, theirs = Pipe()
    thread = Thread(target=serve, args=(theirs, tmp_path / "library.db"))
    thread.start()
    sizes = []
    for more in range(2):
        if more:
            bob = Author("bob").say(post("Me too", talk["root"]))
            with Library.open(tmp_path / "library.db") as library:
                library.ingest(write(tmp_path / "more.ndjson", [bob]))
        ours.send((talk["root"], count, ()))
        ours.recv()
        sizes.append(ours.recv().value[0])
    ours.close()
    thread.join()
    theirs.close()
    assert sizes == [2, 3]


def test_answers_are_worded_in_the_language_of_the_asker(
    talk: dict[str, str], tmp_path: Path
) -> None:
    question = (talk["root"], partial(explain_place, key=talk["reply"]))
    try:
        (german,) = asked(tmp_path, question, language="de")
    finally:
        (english,) = asked(tmp_path, question)
    assert "steht in Zeile 2 von 2: Der Rang ist 1." in german.value.lines
    assert "is in row 2 of 2: its rank is 1." in english.value.lines
