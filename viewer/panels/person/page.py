"""A profile as a page of text, whose links lead to people, messages and conversations."""

from collections.abc import Callable, Sequence
from html import escape

from engine.store.profiles import Called, PersonTalk, Profile
from engine.tangle.references import names_feed
from engine.wording import number, plural, tr
from viewer import times, words
from viewer.actions.inspection_words import Fact, Section, feed_of_person
from viewer.message_types import part_in
from viewer.theme import Theme
from viewer.views import facts

SHOWN = 40
"""So many people or conversations of a list, until more are asked for."""
MORE = "more"
"""Where the link behind what was left out leads."""


def page(profile: Profile, theme: Theme, most: int = SHOWN) -> str:
    """The page of a person."""
    parts = [_description(profile, theme)]
    parts.append(facts.told(_sections(profile), theme))
    call = _caller(profile)
    for title, feeds in (
        (tr("Follows"), profile.follows),
        (tr("Followers"), profile.followers),
        (tr("Blocks"), profile.blocks),
        (tr("Blocked by"), profile.blocked_by),
    ):
        if feeds:
            parts.append(_people(title, feeds, call, theme, most))
    if profile.talks:
        parts.append(_talks(profile.talks, theme, most))
    return "".join(parts)


def heading(profile: Profile) -> str:
    """The name to show above all."""
    return words.clean_name(profile.name) or words.short(profile.person.main)


def _caller(profile: Profile) -> Callable[[str], str]:
    return lambda feed: words.clean_name(profile.called.get(feed) or words.short(feed))


def _description(profile: Profile, theme: Theme) -> str:
    lines = words.clean(profile.description.strip()).split("\n")
    text = "<br>".join(map(escape, lines))
    color = theme.colors["text"]
    return f'<p style="margin: 0 0 6px 0; color: {color}">{text}</p>' if text else ""


def _sections(profile: Profile) -> list[Section]:
    call = _caller(profile)
    found = [Section(tr("Messages"), _messages(profile))]
    if len(profile.names) > 1:
        found.append(Section(tr("Names over time"), [_since(each) for each in profile.names]))
    own = profile.names[-1].name if profile.names else ""
    others = [each for each in profile.others if each.name != own]
    if others:
        named = [
            Fact(tr("{name}, says", name=each.name), call(each.by), each.key) for each in others
        ]
        found.append(Section(tr("Called by others"), named))
    if profile.portrait_by:
        picture = Fact(tr("given by"), call(profile.portrait_by), address=profile.portrait_by)
        found.append(Section(tr("Picture"), [picture]))
    if part := _taken_part(profile, call):
        found.append(Section(tr("Takes part in"), part))
    feeds = profile.person.feeds
    if len(feeds) > 1:
        listed = [
            Fact("", feed_of_person(feed, profile.person), address=f"feed:{feed.id}")
            for feed in feeds
        ]
        found.append(Section(tr("Feeds"), listed))
    return found


def _messages(profile: Profile) -> list[Fact]:
    count = plural("{n:,} messages", "{n:,} message", profile.messages)
    counted = [Fact("", count, address=f"feed:{profile.person.main}")]
    for label, end in ((tr("First"), profile.first), (tr("Latest"), profile.latest)):
        if end is not None:
            counted.append(Fact(label, times.full(end[1]), end[0]))
    return [
        *counted,
        Fact(tr("Likes given"), number(profile.likes_given)),
        Fact(tr("Likes received"), number(profile.likes_got)),
    ]


def _taken_part(profile: Profile, call: Callable[[str], str]) -> list[Fact]:
    """The gatherings, polls, games and books, each with a link to its first message."""
    parts = (
        (key, part_in(thing, profile.person.ids, call)) for key, thing in profile.things.items()
    )
    return [Fact(*told, key) for key, told in parts if told is not None]


def _since(called: Called) -> Fact:
    return Fact(times.day(called.asserted), words.clean_name(called.name), called.key)


def _people(
    title: str, feeds: Sequence[str], call: Callable[[str], str], theme: Theme, most: int
) -> str:
    named = sorted(((call(feed), feed) for feed in feeds), key=lambda each: each[0].casefold())
    links = [
        facts.link("", name, theme, address=feed) if names_feed(feed) else escape(name)
        for name, feed in named[:most]
    ]
    head = facts.title(f"{title} ({number(len(feeds))})", theme)
    return f'{head}<p style="margin: 2px 0">{", ".join(links)}{_rest(len(feeds) - most, theme)}</p>'


def _talks(talks: Sequence[PersonTalk], theme: Theme, most: int) -> str:
    head = facts.title(tr("Conversations"), theme)
    lines = []
    for talk in talks[:most]:
        title = words.clean(" ".join(talk.title.split()), 90) or tr("Thread without words")
        share = tr("{own:,} of {all:,}", own=talk.own, all=talk.messages)
        muted = theme.colors["muted"]
        told = escape(f"{share} · {times.day(talk.latest)}")
        lines.append(
            f'<p style="margin: 2px 0">{facts.link("", title, theme, address=talk.address)}'
            f' <span style="color: {muted}">{told}</span></p>'
        )
    return head + "".join(lines) + _rest(len(talks) - most, theme)


def _rest(count: int, theme: Theme) -> str:
    if count <= 0:
        return ""
    return " " + facts.link("", tr("… {n:,} more", n=count), theme, address=MORE)
