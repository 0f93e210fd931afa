"""The time to write a collection as pages, and to update it after a few messages.

    python bench/site.py [--small] [--messages N]

The archive is generated from words of the sample: people who write in threads, reply, like, follow,
and name channels. The first run writes all pages; the second one finds no changes; the third one
follows ten new messages. Each is a separate process, as in the shell; its processor time with its
children is measured.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tanglescope import resources  # noqa: E402
from tanglescope.engine.system import child_processes  # noqa: E402
from tests.engine.authors import Author, Said, post  # noqa: E402

SEED = 24
PEOPLE = 300
CHANNELS = ("#boats", "#garden", "#books", "#music", "#wildlife", "#weather")


def said(messages: int, random: Random) -> Iterator[Said]:
    """Messages in the order in which they were written."""
    words = sample_words()
    people = [Author(f"person {number}") for number in range(PEOPLE)]
    threads: list[list[Said]] = []
    posts: list[Said] = []
    for number in range(messages):
        author = random.choice(people)
        kind = random.random()
        if number < PEOPLE:
            author = people[number]
            content: dict[str, Any] = {"type": "about", "about": author.feed, "name": f"P {number}"}
        elif kind < 0.25 and posts:
            liked = random.choice(posts[-2000:]).key
            content = {"type": "vote", "vote": {"link": liked, "value": 1, "expression": "Like"}}
        elif kind < 0.30:
            other = random.choice(people).feed
            content = {"type": "contact", "contact": other, "following": True}
        elif kind < 0.42 or not threads:
            content = post(text_of(words, random))
            threads.append([])
        else:
            thread = random.choice(threads[-400:])
            after = thread[-random.randint(1, min(3, len(thread))) :] if thread else []
            content = post(text_of(words, random), *thread[:1], *after)
        message = author.say(content)
        if content["type"] == "post":
            posts.append(message)
            (thread if "root" in content else threads[-1]).append(message)
        yield message


def text_of(words: list[str], random: Random) -> str:
    """A post in markdown."""
    paragraphs = [" ".join(random.choices(words, k=random.randint(8, 60)))]
    if random.random() < 0.3:
        paragraphs.append(f"**{random.choice(words)}** {random.choice(CHANNELS)}")
    if random.random() < 0.1:
        paragraphs.append(f"- {random.choice(words)}\n- see https://example.org/{random.random()}")
    return "\n\n".join(paragraphs)


def sample_words() -> list[str]:
    """The words of the sample, with repetitions."""
    with resources.sample_archive() as archive:
        contents = [json.loads(line)["value"]["content"] for line in archive.open("rb")]
    texts = [each.get("text", "") for each in contents if isinstance(each, dict)]
    return [word for text in texts for word in text.split() if word.isalpha()]


def run(*arguments: str) -> tuple[float, float, str]:
    """The processor time, memory in MB and output of a command."""
    command = child_processes.python("-m", "tanglescope.viewer", *arguments)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        check=True,
        text=True,
        env=os.environ | child_processes.variables(),
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, after.ru_maxrss / 1024, done.stdout.strip()


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--messages", type=int)
    asked = parser.parse_args()
    count = asked.messages or (2_000 if asked.small else 100_000)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {count:,} messages")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database, archive, later = folder / "site.db", folder / "a.ndjson", folder / "b.ndjson"
        stream = said(count + 10, Random(SEED))
        with archive.open("wb") as file:
            file.writelines(each.line for each in islice(stream, count))
        later.write_bytes(b"".join(each.line for each in stream))
        run("import", str(archive), "--database", str(database))
        for title, new in (("all pages", None), ("nothing new", None), ("ten new", later)):
            if new is not None:
                run("import", str(new), "--database", str(database))
            arguments = ("site", str(folder / "out"), "--all", "--database", str(database))
            seconds, memory, answer = run(*arguments)
            print(f"{title:12} {seconds:6.1f} s CPU, {memory:5.0f} MB: {answer.partition(': ')[2]}")
        size = sum(each.stat().st_size for each in (folder / "out").rglob("*.*"))
        print(f"the site has {size / 1e6:,.0f} MB")


if __name__ == "__main__":
    main()
