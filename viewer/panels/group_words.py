"""A private group in words: the map, the members, and the epoch to write in."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape

from tanglescope.engine import words
from tanglescope.engine.drawing.figures import EPOCH_COLOR, GROUP_COLOR, MEMBERS_COLORS
from tanglescope.engine.drawing.tangle_map import TangleMap, lay_out
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.library import Library, StoredMessage
from tanglescope.engine.tangle.group_history import (
    MEMBERS_OF,
    GroupAction,
    GroupEvent,
    GroupHistory,
    history_of,
)
from tanglescope.engine.tangle.groups import (
    EpochMembership,
    Group,
    GroupMoment,
    MemberChange,
    Preference,
    PreferenceReason,
    unknown_in_words,
)
from tanglescope.engine.tangle.growth import Candidate, Status, candidates_in
from tanglescope.engine.tangle.rules import GROUP
from tanglescope.engine.words.tangles import obstacle
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views import facts

MOST = 1_500
"""The most messages in a map; of more, the latest are drawn."""

_WHY = {
    PreferenceReason.ONLY: later("every other known epoch leads to it."),
    PreferenceReason.LEAST_SECRET: later(
        "the last epochs have the same members, and its key is the smallest."
    ),
    PreferenceReason.SUBSET: later(
        "its members are in the other last epochs, too, and those have more."
    ),
    PreferenceReason.OVERLAP: later(
        "the last epochs have members that others lack, and its key is the "
        "smallest; a new epoch after it has to leave out {people}."
    ),
    PreferenceReason.DISJOINT: later(
        "No member is in all of the latest epochs: the group has split."
    ),
    PreferenceReason.LOCKED: later(
        "The keys of the last epochs decide, and not all of them are known here."
    ),
    PreferenceReason.UNKNOWN: later("No epoch is known here."),
}

_ACTION_SIGNS = {GroupAction.ADD: "+", GroupAction.EXCLUDE: "−"}
_MOST_CHANGES = 200
_LONGEST = 80


@dataclass(frozen=True, slots=True)
class GroupStudy:
    """The facts about a group that don't depend on the moment."""

    group: Group
    story: GroupHistory
    map: TangleMap
    outside: tuple[Candidate, ...]
    messages: Mapping[str, StoredMessage]
    names: Mapping[str, str]

    def name(self, feed: str) -> str:
        """The name of a feed."""
        return words.clean_name(self.names.get(feed, words.short(feed)))

    def people(self, feeds: Iterable[str]) -> str:
        """Names in alphabetical order."""
        return ", ".join(sorted(map(self.name, feeds), key=str.casefold))

    def epoch(self, key: str | None) -> int | None:
        """The number of an epoch, if it is known."""
        epochs = self.group.epochs
        return epochs.index(key) if key in epochs else None

    def label(self, event: GroupEvent) -> str:
        """The text in a box."""
        if event.action is GroupAction.BEGIN:
            number = self.epoch(event.epoch)
            return tr("begins") if number is None else tr("begins epoch {number:,}", number=number)
        if event.action in _ACTION_SIGNS:
            return f"{_ACTION_SIGNS[event.action]} {self.people(event.people)}"
        message = self.messages.get(event.key)
        return (
            words.clean(words.one_line(message.content, self.name, author=message.author), _LONGEST)
            if message
            else ""
        )

    def spoken_text(self, event: GroupEvent) -> str:
        """An event for a screen reader."""
        author, label = self.name(event.author), self.label(event)
        match event.action:
            case GroupAction.BEGIN:
                return f"{author} {label}"
            case GroupAction.ADD:
                return tr("{author} adds {people}", author=author, people=self.people(event.people))
            case GroupAction.EXCLUDE:
                return tr(
                    "{author} excludes {people}", author=author, people=self.people(event.people)
                )
        return f"{author}: {label}"


def groups(library: Library) -> list[tuple[str, str]]:
    """The roots of all groups, with a description of each: groups have no names."""
    found = library.conversations(kind=GROUP)
    messages = library.messages([tangle.root for tangle in found])
    names = library.names({message.author for message in messages.values()})
    lines = []
    for tangle in found:
        message = messages.get(tangle.root)
        parts = [tr("Group {key}", key=words.short(tangle.root))]
        if message:
            parts.append(tr("begun by {name}", name=words.clean_name(names[message.author])))
        parts.append(plural("{n:,} messages", "{n:,} message", tangle.candidates))
        lines.append((tangle.root, ", ".join(parts)))
    return lines


def one_group(library: Library, root: str) -> GroupStudy:
    """A group with its map."""
    group = library.group(root)
    story = history_of(group)
    shown = story.events[-MOST:]
    keys = [event.key for event in shown]
    outside = tuple(
        each for each in candidates_in(group.group) if each.status is not Status.CONNECTED
    )
    messages = library.messages(keys)
    people = {person for event in story.events for person in (event.author, *event.people)}
    columns = [(event.key, event.author) for event in shown]
    drawn = lay_out(columns, story.strands)
    return GroupStudy(group, story, drawn, outside, messages, library.names(people))


def strand_color(study: GroupStudy, strand: str, theme: Theme) -> str:
    """The colour of a tangle, as in the specification if it has one."""
    if strand.startswith(MEMBERS_OF):
        return epoch_color(study.epoch(strand.removeprefix(MEMBERS_OF)), theme)
    plain = {"thread": theme.colors["accent"], "feed": theme.colors["ghost"]}
    return {"group": GROUP_COLOR, "epoch": EPOCH_COLOR, **plain}[strand]


def epoch_color(number: int | None, theme: Theme) -> str:
    """The colour of the members tangle of an epoch."""
    if number is None:
        return theme.colors["ghost"]
    return MEMBERS_COLORS[number % len(MEMBERS_COLORS)]


def legend(study: GroupStudy, theme: Theme) -> str:
    """HTML: which line is which tangle."""
    parts = []
    for strand in study.story.strands:
        name = words.tangle_name(strand)
        if strand.startswith(MEMBERS_OF):
            epoch = study.epoch(strand.removeprefix(MEMBERS_OF))
            name = tr("members {epoch}", epoch=epoch).replace(" ", "&nbsp;")
        line = "╍╍" if strand == "group" else "━━"
        parts.append(
            f'<span style="color: {strand_color(study, strand, theme)}">{line}</span>&nbsp;{name}'
        )
    return "&nbsp; ".join(parts)


def page(study: GroupStudy, now: GroupMoment, event: GroupEvent | None, theme: Theme) -> str:
    """HTML: the epochs and their members at a moment, after an event or now."""
    if event is None:
        html = facts.headline(tr("Now"), tr("All that is known here."), theme, "text")
    else:
        author = study.name(event.author)
        html = facts.headline(
            study.spoken_text(event),
            tr("The group as {author} knew it then.", author=author),
            theme,
            "text",
        )
    html += _line(_sentence_of_preference(study, now.preference, len(now.epochs)))
    for unknown in unknown_in_words(now, study.name):
        html += _line(escape(unknown))
    for epoch in now.epochs:
        html += _epoch(study, epoch, now.preference, theme)
    if event is None:
        html += _outside(study, theme)
    return html


def _sentence_of_preference(study: GroupStudy, preference: Preference, epochs: int) -> str:
    why = tr(_WHY[preference.reason], people=study.people(preference.to_exclude))
    if preference.epoch is None:
        return escape(why)
    if epochs == 1:
        why = tr("no other is known.")
    place = tr("Write in epoch {number}:", number=study.epoch(preference.epoch))
    return f"<b>{escape(place)}</b> {escape(why)}"


def _epoch(study: GroupStudy, epoch: EpochMembership, preference: Preference, theme: Theme) -> str:
    number = study.epoch(epoch.key)
    swatch = f'<span style="color: {epoch_color(number, theme)}">■</span>'
    preferred = tr(" · preferred") if epoch.key == preference.epoch else ""
    begun = facts.link(epoch.key, tr("begun by {name}", name=study.name(epoch.author)), theme)
    name = tr("Epoch {number}", number=number)
    html = _line(f"{swatch} <b>{name}</b>{preferred} · {begun}", above=14)
    html += _line(
        _with_label(
            tr("Members ({number:,})", number=len(epoch.members)),
            study.people(epoch.members),
            theme,
        )
    )
    if epoch.excluded:
        html += _line(_with_label(tr("Excluded"), study.people(epoch.excluded), theme))
    if epoch.missing:
        html += _line(_with_label(tr("Has yet to be added"), study.people(epoch.missing), theme))
    for change in epoch.changes[:_MOST_CHANGES]:
        html += _line(_change(study, change, theme))
    for concurrent in epoch.concurrent:
        pair = words.join_parts([_change(study, change, theme) for change in concurrent])
        apart = _mute(tr("Without knowing of each other:"), theme)
        html += _line(f"{apart} {pair}")
    return html


def _change(study: GroupStudy, change: MemberChange, theme: Theme) -> str:
    author = study.name(change.author)
    if change.added:
        sentence = tr("{author} added {people}", author=author, people=study.people(change.added))
    else:
        people = study.people(change.excluded)
        sentence = tr("{author} excluded {people}", author=author, people=people)
    return facts.link(change.key, sentence, theme)


def _outside(study: GroupStudy, theme: Theme) -> str:
    html = ""
    if study.outside:
        html += facts.title(tr("Set aside ({number:,})", number=len(study.outside)), theme)
    for candidate in study.outside[:_MOST_CHANGES]:
        causes = ", ".join(
            f"{words.short(key)} ({obstacle(why)})" for key, why in candidate.waits_for
        )
        link = facts.link(candidate.key, words.short(candidate.key), theme)
        waits = _mute(escape(tr("waits for {causes}", causes=causes)), theme)
        html += _line(f"{link} {waits}")
    if len(study.story.events) > MOST:
        html += _line(
            tr(
                "The map shows the latest {shown:,} of {all:,} messages.",
                shown=MOST,
                all=len(study.story.events),
            )
        )
    return html + _line(
        _mute(tr("Messages that no key here decrypts are left out."), theme), above=14
    )


def _with_label(label: str, text: str, theme: Theme) -> str:
    return f"{_mute(label, theme)} {escape(text)}".rstrip()


def _mute(html: str, theme: Theme) -> str:
    return f'<span style="color: {theme.colors["muted"]}">{html}</span>'


def _line(html: str, above: int = 2) -> str:
    return f'<p style="margin: {above}px 0 2px 0">{html}</p>'
