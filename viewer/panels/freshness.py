"""Freshness: whether what a panel shows of the whole archive is out of date.

Panels are told of every thread that is opened; to list all tangles of a large archive anew takes
seconds, and there is nothing new unless messages came or were unlocked.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.library import Library
from viewer.session import Session

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Version:
    """What an answer was made of: a session, how many messages, and what was unlocked of them."""

    session: Session
    messages: int
    private: object
    opened: int
    """How many private messages were open then; those that arrive are opened some time later."""


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """An answer and its version."""

    version: Version
    answer: T


def unless_seen(
    session: Session, seen: Version | None, question: Callable[[Library], T]
) -> Callable[[Library], Answered[T] | None]:
    """The question, answered only where the answer may differ from that of the version `seen`."""
    private = session.private

    def answered(library: Library) -> Answered[T] | None:
        version = Version(session, len(library), private, private.count if private else 0)
        return None if version == seen else Answered(version, question(library))

    return answered
