"""What differs between the versions of Matrix rooms, in one table.

The authorization rules of a room version are numbered in its page at spec.matrix.org/latest/rooms.
A rule that a version lacks moves the numbers of those after it. Code asks whether a version has a
rule, never for its number.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

_OUTLINE = """
create
  previous
  domain 1-11
  room 12-
  version
  creator 1-10
  creators 12-
room 12-
auth_events
  duplicate
  unexpected
  rejected
  create 1-11
  room
federate
aliases 1-5
  shape
  domain
member
  shape
  signed 8-
  join
    creator
    sender
    banned
    invited
    restricted 8-
      known
      authorized
    public
    otherwise
  invite
    third_party
      banned
      signed
      properties
      mxid
      token
      sender
      matching
      otherwise
    sender
    target
    level
    otherwise
  leave
    own
    sender
    banned
    level
    otherwise
  ban
    sender
    level
    otherwise
  knock 7-
    rule
    sender
    membership
    otherwise
  otherwise
joined
third_party_invite
level
own_key
power_levels
  integers 10-
  objects 10-
  users
  creators 12-
  first
  levels
    old
    new
  old_events
  new_events
  old_users
  new_users
redaction 1-2
  level
  domain
  otherwise
"""
"""Every rule, below the rule that it belongs to, with the versions that have it."""


@dataclass(frozen=True, slots=True)
class RoomRules:
    """The rules of a room version."""

    version: str
    numbers: Mapping[str, str]
    """The numbers of its authorization rules, by path, such as `member/join/banned`."""
    resolution: str
    """Its state resolution: `v1`, `v2` or `v2.1`."""
    levels: str
    """How power levels may be written: as `integers`, also as `strings`, or also as `floats`."""
    restricted: frozenset[str]
    """Join rules with which a member can authorize a join."""
    knock: frozenset[str]
    """Join rules with which a user may ask to join."""
    level_maps: tuple[str, ...]
    """The fields of power levels, beside `users`, that have a level for each name."""

    def has(self, rule: str) -> bool:
        """Whether the version has a rule."""
        return rule in self.numbers


_DIFFERENCES: tuple[tuple[int, dict[str, object]], ...] = (
    (
        1,
        {
            "resolution": "v1",
            "levels": "floats",
            "restricted": frozenset(),
            "knock": frozenset(),
            "level_maps": ("events",),
        },
    ),
    (2, {"resolution": "v2"}),
    (6, {"levels": "strings", "level_maps": ("events", "notifications")}),
    (7, {"knock": frozenset({"knock"})}),
    (8, {"restricted": frozenset({"restricted"})}),
    (
        10,
        {
            "levels": "integers",
            "restricted": frozenset({"restricted", "knock_restricted"}),
            "knock": frozenset({"knock", "knock_restricted"}),
        },
    ),
    (12, {"resolution": "v2.1"}),
)
"""What changes with a version, beside the rules."""

_KNOWN = range(1, 13)


@cache
def rules_of(version: object) -> RoomRules | None:
    """The rules of a room version; None if the version isn't known here."""
    number = {str(each): each for each in _KNOWN}.get(str(version))
    if number is None or not isinstance(version, str):
        return None
    values: dict[str, object] = {}
    for since, changed in _DIFFERENCES:
        values |= changed if since <= number else {}
    return RoomRules(version, dict(_rules_of_version(number)), **values)  # type: ignore[arg-type]


def _rules_of_version(version: int) -> Iterator[tuple[str, str]]:
    """The paths and numbers of the rules of a version."""
    above: list[str] = []
    counts = [0]
    missing = len(_OUTLINE)
    for line in _OUTLINE.strip().split("\n"):
        name, _, versions = line.strip().partition(" ")
        depth = (len(line) - len(line.lstrip())) // 2
        if depth > missing:
            continue  # a part of a rule that the version lacks
        first, _, last = versions.partition("-")
        missing = len(_OUTLINE)
        if versions and not int(first) <= version <= int(last or version):
            missing = depth
            continue
        del above[depth:], counts[depth + 1 :]
        above.append(name)
        counts[depth] += 1
        counts.append(0)
        yield "/".join(above), ".".join(map(str, counts[:-1]))
