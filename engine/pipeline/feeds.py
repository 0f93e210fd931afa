"""The latest earlier messages of authors in conversations, in arrays (`engine.tangle.causes`)."""

import numpy as np

from engine.linear.longest_paths import Integers


def latest_earlier(feed: Integers, sequence: Integers, previous: Integers) -> Integers:
    """The position of the latest earlier message of each message of some feeds; -1 for none.

    `previous` holds the positions of the messages that are named as the previous ones; -1 for those
    that aren't here.
    """
    if not len(feed):
        return np.empty(0, np.int64)
    order = np.lexsort((sequence, feed))
    feeds, numbers = feed[order], sequence[order]
    is_first = np.append(True, (feeds[1:] != feeds[:-1]) | (numbers[1:] != numbers[:-1]))
    starts = np.flatnonzero(is_first)
    place = np.cumsum(is_first) - 1
    feeds, numbers = feeds[starts], numbers[starts]
    is_single = np.diff(np.append(starts, len(order))) == 1
    latest = np.maximum.accumulate(np.where(is_single, np.arange(len(starts)), -1))
    # With a gap, one with the sequence number before is on another branch.
    before = np.arange(len(starts)) - 1
    is_next = (before >= 0) & (feeds[before] == feeds) & (numbers[before] == numbers - 1)
    before -= is_next
    found = np.where(before >= 0, latest[before], -1)
    found = np.where((found >= 0) & (feeds[found] == feeds), found, -1)
    earlier = np.full(len(order), -1, np.int64)
    earlier[order] = np.where(found >= 0, order[starts[found]], -1)[place]
    is_chained = (previous >= 0) & (feed[previous] == feed) & (sequence[previous] == sequence - 1)
    return np.where(is_chained, previous, earlier)
