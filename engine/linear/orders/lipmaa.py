"""Lipmaa links: extra back-links that make every path to the root logarithmically short.

A message at depth d links, besides the tips, all messages at one chosen smaller depth. The depths
are those of bamboo's entry numbers (Lipmaa's anti-monotone binary linking with base 3), counted
from 0: a peer that keeps only the messages on such a path can still check it to the root.
"""


def lipmaa_depth(depth: int) -> int:
    """The depth that a message at `depth` > 0 links besides its tips."""
    return _lipmaa_entry(depth + 1) - 1


def _lipmaa_entry(entry: int) -> int:
    # Spans are 1, 4, 13, 40, ...: (3^k - 1) / 2. An entry that is a span links back by 3^(k-1);
    # any other one links back by the largest span that fits, taken off again and again.
    span, power = 1, 1
    while span < entry:
        power *= 3
        span += power
    if span == entry:
        return entry - power
    rest = entry
    while rest:
        span -= power
        power //= 3
        rest %= span
    return entry - span
