"""The horizon of a message, read from the database."""

from functools import partial
from pathlib import Path

import pytest

from tanglescope.engine.library import Horizon, UnknownConversation
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import library_of, steps_of


@pytest.fixture
def talk() -> dict[str, Said]:
    """Two concurrent answers, one after a lost message, and one after both."""
    ann, bob, cyn = Author("ann"), Author("bob"), Author("cyn")
    root = ann.say(post("Shall we sail?"))
    lost = bob.say(post("Lost on its way", root))
    yes = bob.say(post("yes", root, root, lost))
    no = cyn.say(post("no", root))
    both = ann.say(post("so so", root, yes, no))
    return {"root": root, "lost": lost, "yes": yes, "no": no, "both": both}


def test_past_and_future_are_all_that_leads_there_and_all_it_leads_to(
    talk: dict[str, Said], tmp_path: Path
) -> None:
    key = {name: said.key for name, said in talk.items()}
    here = [said for name, said in talk.items() if name != "lost"]
    with library_of(tmp_path, *here) as library:

        def horizon(name: str) -> Horizon | None:
            return library.conversation(key["root"]).horizon(key[name])

        assert horizon("root") == Horizon(
            key["root"], frozenset(), {key["yes"], key["no"], key["both"]}, 0, 0
        )
        assert horizon("yes") == Horizon(
            key["yes"], {key["root"], key["lost"]}, {key["both"]}, 1, 1
        )
        assert horizon("lost") == Horizon(key["lost"], frozenset(), {key["yes"], key["both"]}, 0, 2)
        both = horizon("both")
        assert both is not None
        assert both.past == {key["root"], key["lost"], key["yes"], key["no"]}
        assert (both.ghosts, both.concurrent) == (1, 0)
        assert both.holds(key["lost"])
        assert both.holds(key["both"])
        assert not both.holds("%elsewhere")
        assert library.conversation(key["root"]).horizon("%elsewhere") is None
        with pytest.raises(UnknownConversation):
            library.conversation("%elsewhere").horizon(key["root"])


@pytest.mark.parametrize("end", [0, -1])
def test_a_horizon_takes_time_in_proportion_to_what_is_reached(end: int, tmp_path: Path) -> None:
    ann = Author("ann")
    root = ann.say(post("root"))
    said = [root]
    for number in range(240):
        said.append(ann.say(post(str(number), root, said[-1])))
    steps = []
    for count in (60, 240):
        folder = tmp_path / str(count)
        folder.mkdir()
        with library_of(folder, *said[:count]) as library:
            for address in (root.key, "everything"):
                conversation = library.conversation(address)
                key = said[:count][end].key
                ask = partial(conversation.horizon, key)
                steps.append(steps_of(library._database, ask))
    assert steps[2] < 6 * steps[0]
    assert steps[3] < 6 * steps[1]
