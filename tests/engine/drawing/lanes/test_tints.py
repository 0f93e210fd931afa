"""Colours of authors: stable, and within the palette."""

from engine.drawing.lanes.tints import palette, tint


def test_a_feed_has_its_colour_for_ever() -> None:
    assert tint("@3XdIMbef", 10) == tint("@3XdIMbef", 10)
    assert {tint(f"@{number}", 10) for number in range(200)} == set(range(10))


def test_both_looks_have_as_many_colours_for_authors_and_one_for_ghosts() -> None:
    light, dark = palette("light"), palette("dark")
    assert len(light.authors) == len(dark.authors)
    assert light.author("") == light.colors["ghost"]
    assert light.author("@a") in light.authors
