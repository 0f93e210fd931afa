"""Activities in words: what all messages about a gathering, poll, game or book add up to."""

from collections.abc import Sequence, Set
from itertools import groupby

from tanglescope.engine.drawing.chess_board import position
from tanglescope.engine.language import wording
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.reduce.activities import (
    Activity,
    Book,
    ChessGame,
    ChessMove,
    Gathering,
    Poll,
    Review,
)
from tanglescope.engine.words.text import (
    LONGEST_FACT,
    MOST_LISTED,
    Call,
    Facts,
    clean,
    clean_name,
    cut,
    join_parts,
    shown_text,
    shown_time,
    without_empty,
)

_LONGEST_MOVES = 2000


def facts_of(activity: Activity, call: Call) -> Facts:
    """The facts that all messages about an activity add up to."""
    match activity:
        case Gathering():
            return _about_gathering(activity, call)
        case Poll():
            return _about_poll(activity, call)
        case ChessGame():
            return _about_game(activity, call)
        case Book():
            return _about_book(activity, call)


def unsaid(facts: Facts, text: str) -> Facts:
    """The facts without a title that is already in the sentence."""
    return [each for each in facts if not (each[0] == tr("Title") and each[1] in text)]


def board_of(activity: Activity) -> tuple[str, ...] | None:
    """The position of a game."""
    return position(activity.fen) if isinstance(activity, ChessGame) else None


def _people(feeds: Sequence[str], call: Call) -> str:
    """The number of people, and their names."""
    if not feeds:
        return ""
    names = [call(feed) for feed in feeds[:MOST_LISTED]]
    if more := len(feeds) - len(names):
        names.append(plural("{n:,} others", "{n:,} other", more))
    return tr("{n:,}: {names}", n=len(feeds), names=join_parts(names))


def _about_gathering(activity: Gathering, call: Call) -> Facts:
    return without_empty(
        (tr("Title"), clean_name(activity.title)),
        (tr("When"), shown_time(activity.start)),
        (tr("Until"), shown_time(activity.end)),
        (tr("Where"), shown_text(activity.location)),
        (tr("About"), shown_text(activity.description)),
        (tr("Coming"), _people(activity.attending, call) or tr("no answers yet")),
        (tr("Not coming"), _people(activity.declined, call)),
    )


def _about_poll(activity: Poll, call: Call) -> Facts:
    shown = activity.choices[:MOST_LISTED]
    results = []
    for number, choice in enumerate(shown, start=1):
        voters = _people(choice.voters, call) or "0"
        results.append((f"{number}.", f"{cut(choice.label)} — {voters}"))
    if more := len(activity.choices) - len(shown):
        results.append(("", plural("{n:,} more choices", "{n:,} more choice", more)))
    refused = plural(
        "{n:,} answers, late or invalid", "{n:,} answer, late or invalid", activity.refused
    )
    return [
        *without_empty(("", shown_text(activity.body))),
        *results,
        *without_empty(
            (tr("Votes"), wording.number(activity.voters)),
            (tr("Closes"), shown_time(activity.closes)),
            (tr("Not counted"), refused if activity.refused else ""),
            (tr("Outcome"), cut(", ".join(activity.decided))),
        ),
    ]


def _about_game(activity: ChessGame, call: Call) -> Facts:
    return without_empty(
        (tr("White"), call(activity.white) if activity.white else ""),
        (tr("Black"), call(activity.black) if activity.black else ""),
        (tr("Moves"), _moves(activity.moves)),
        (tr("State"), _state(activity, call)),
    )


def _moves(moves: Sequence[ChessMove]) -> str:
    """`1. e4 e5 2. Bc4`: black's move with dots where white's isn't known."""
    numbered = []
    for number, pair in groupby(moves, key=lambda move: (move.ply + 1) // 2):
        written = {move.ply % 2: clean_name(move.written) for move in pair}
        numbered.append(f"{number}. {' '.join((written.get(1, '…'), written.get(0, ''))).strip()}")
    text = " ".join(numbered)
    return text if len(text) <= _LONGEST_MOVES else f"… {text[-_LONGEST_MOVES:].partition(' ')[2]}"


def _state(activity: ChessGame, call: Call) -> str:
    match activity.end:
        case "mate":
            return tr("{name} has won by checkmate", name=call(activity.winner))
        case "resigned":
            loser = activity.black if activity.winner == activity.white else activity.white
            return tr("{name} has resigned", name=call(loser))
        case "draw":
            return tr("a draw")
    if not activity.is_accepted:
        return tr("not accepted yet")
    turn = activity.black if activity.moves and activity.moves[-1].ply % 2 else activity.white
    return tr("{name} to move", name=call(turn))


def _about_book(activity: Book, call: Call) -> Facts:
    mean = activity.mean
    count = len(activity.rated_reviews)
    rated = plural("{n:,} ratings", "{n:,} rating", count)
    shown = activity.reviews[-MOST_LISTED:]
    reviews = [(call(each.author), _line_of_review(each)) for each in reversed(shown)]
    if more := len(activity.reviews) - len(shown):
        reviews.append(("", plural("{n:,} more reviews", "{n:,} more review", more)))
    return [
        *without_empty(
            (tr("Title"), clean_name(activity.title)),
            (tr("By"), clean(activity.authors, LONGEST_FACT)),
            (tr("Series"), clean_name(activity.series)),
            (tr("About"), shown_text(activity.description)),
            (tr("Rating"), "" if mean is None else f"{_mean(activity, mean)} ({rated})"),
        ),
        *without_empty(*reviews),
    ]


def _mean(activity: Book, mean: float) -> str:
    """The mean on the scale of all ratings; in percent where they have several."""
    scales = {each.most for each in activity.rated_reviews}
    if len(scales) > 1:
        return tr("{percent:.0f}%", percent=mean * 100)
    most = scales.pop() or 0
    return f"{wording.number(mean * most, '.2g')} / {most:g}"


def _line_of_review(review: Review) -> str:
    """A rating, a review and a shelf on one line."""
    shelf = tr("shelf {name}", name=clean_name(review.shelf)) if review.shelf else ""
    parts = (cut(review.rating_text), shelf, clean(review.text, LONGEST_FACT))
    return " · ".join(filter(None, parts))


def part_in(activity: Activity, people: Set[str], call: Call) -> tuple[str, str] | None:
    """What the person with feeds `people` does in an activity, and its title; None for nothing."""
    match activity:
        case Gathering() if people & {*activity.attending}:
            return tr("comes to"), clean_name(activity.title) or tr("a gathering")
        case Poll():
            chosen = [each.label for each in activity.choices if people & {*each.voters}]
            title = clean_name(activity.title)
            return (tr("answers"), f"{title} — {cut(', '.join(chosen))}") if chosen else None
        case ChessGame() if people & {*activity.players}:
            others = [call(player) for player in activity.players if player not in people]
            against = tr("chess with {names}", names=join_parts(others)) if others else tr("chess")
            return tr("plays"), f"{against} — {_state(activity, call)}"
        case Book():
            found = [_line_of_review(each) for each in activity.reviews if each.author in people]
            return (tr("reviews"), f"{clean_name(activity.title)} — {found[-1]}") if found else None
    return None
