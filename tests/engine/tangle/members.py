"""Strategies and an oracle for conversations of signed messages."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tanglescope.engine.tangle.causes import SignedMember, Written

ROOT = "root"


@st.composite
def conversations(
    draw: st.DrawFn, *, forks: bool = True, lies: bool = False, max_size: int = 12
) -> list[SignedMember]:
    """A part of a valid conversation, in an arbitrary order of arrival.

    Authors answer what they have seen; their feeds also have messages elsewhere. Feeds may be
    forked. An author who lies signs sequence numbers that aren't in the order of the chain.
    """
    whole: list[SignedMember] = []
    heads: dict[str, list[Written]] = {}
    for number in range(draw(st.integers(1, max_size))):
        author = draw(st.sampled_from("abc"))
        feed = heads.setdefault(author, [])
        last = draw(st.sampled_from(feed)) if feed and forks else feed[-1] if feed else None
        skipped = draw(st.integers(0, 2))
        sequence = (0 if last is None else last.sequence) + 1 + skipped
        if lies:
            sequence = draw(st.integers(1, 6))
        previous = f"elsewhere {number}" if skipped or last is None else last.key
        key = f"{draw(st.integers(0, 9))} {number}" if number else ROOT
        written = Written(key, sequence, previous)
        feed.append(written)
        seen = [member.key for member in whole] or [ROOT]
        named = draw(st.lists(st.sampled_from([*seen, "elsewhere"]), max_size=2))
        named = [] if key == ROOT else list(dict.fromkeys(named)) or [ROOT]
        whole.append(SignedMember(written, author, tuple(named)))
    some = draw(st.permutations(whole))
    return some[: draw(st.integers(1, len(some)))]


def expected(members: Sequence[SignedMember], root: str = ROOT) -> dict[str, set[str]]:
    """The causes of every member, as the documentation defines them, one by one."""
    here = {member.key: member for member in members}
    found: dict[str, set[str]] = {}
    for member in members:
        key, sequence, previous = member.written
        feed = [each.written for each in members if each.author == member.author]
        numbers = [each.sequence for each in feed]
        causes = set(member.named) - {key}
        if key != root:
            if any(each.key == previous and each.sequence == sequence - 1 for each in feed):
                causes.add(str(previous))
            else:
                single = [
                    each
                    for each in feed
                    if numbers.count(each.sequence) == 1 and each.sequence < sequence - 1
                ]
                if single:
                    causes.add(max(single, key=lambda each: each.sequence).key)
            if root in here and not causes & here.keys():
                causes.add(root)
        found[key] = causes
    return found
