"""Candidates for tangles: some connected, some not, some that name themselves or each other."""

from dataclasses import dataclass

from hypothesis import strategies as st

from tanglescope.engine.tangle.rules import RuleEntry, rule_of

ROOT = "%root"
GAME = rule_of("game", made_up_keys=True)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Entries in one order of arrival, and the keys of those that a rule is to refuse."""

    entries: tuple[RuleEntry, ...]
    refused: frozenset[str]


def member(key: str, *previous: str, name: str = "game", root: str = ROOT) -> RuleEntry:
    """A message in a tangle; without `previous`, the root."""
    data = {"root": root, "previous": list(previous)} if previous else ROOT_DATA
    return RuleEntry(key, {"type": "move", "tangles": {name: data}})


ROOT_DATA = {"root": None, "previous": None}


@st.composite
def candidates(draw: st.DrawFn, most: int = 12) -> Candidates:
    """A root, and others that mostly come after earlier ones, in any order of arrival."""
    keys = [ROOT, *(f"%{number}" for number in range(draw(st.integers(0, most))))]
    entries = [member(ROOT)]
    for number, key in enumerate(keys[1:], start=1):
        earlier = st.sampled_from(keys[:number])
        anything = st.sampled_from([*keys, "%missing"])
        name = st.one_of(earlier, earlier, earlier, earlier, anything)
        entries.append(member(key, *draw(st.lists(name, min_size=1, max_size=4))))
    refused = draw(st.frozensets(st.sampled_from(keys), max_size=2))
    return Candidates(tuple(draw(st.permutations(entries))), refused)
