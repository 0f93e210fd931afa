import json
from pathlib import Path
from typing import Any

import pytest

from tanglescope import resources


@pytest.fixture(scope="module")
def messages() -> list[dict[str, Any]]:
    with resources.sample_archive("gossip") as path:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]


def replies(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    contents = (message["value"]["content"] for message in messages)
    return [content for content in contents if isinstance(content, dict) and "root" in content]


def test_the_sample_is_as_large_as_its_readme_says(messages: list[dict[str, Any]]) -> None:
    assert len(messages) == 1_000
    assert len({message["value"]["author"] for message in messages}) == 20


def test_the_sample_shows_replies_that_join_what_had_parted(messages: list[dict[str, Any]]) -> None:
    assert [
        content
        for content in replies(messages)
        if isinstance(content.get("branch"), list) and len(content["branch"]) > 1
    ]


def test_the_sample_shows_a_thread_whose_first_message_is_missing(
    messages: list[dict[str, Any]],
) -> None:
    present = {message["key"] for message in messages}
    assert {content["root"] for content in replies(messages)} - present


def test_the_sample_is_a_file_that_programs_can_open() -> None:
    with resources.sample_archive() as path:
        assert isinstance(path, Path)
        assert path.is_file()
