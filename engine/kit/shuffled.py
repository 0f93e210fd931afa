"""The shuffle test of an open graph by a program, as the window asks for it."""

from engine.debug.open_graph import OpenGraph, Tell
from engine.debug.shuffling.shuffle_words import ShuffleAnswer, shuffled_by
from engine.kit.programs import Program, words_of


def shuffled_by_command(
    opened: OpenGraph, tell: Tell, command: str, delivery: str, times: int, seed: int
) -> ShuffleAnswer:
    """Deliver a graph to a command in many orders. Raises `NoProgram`."""
    with Program(words_of(command)) as program:
        return shuffled_by(opened, tell, program, command, delivery, times, seed)
