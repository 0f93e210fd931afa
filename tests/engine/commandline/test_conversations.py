import json
from pathlib import Path

from tests.engine.authors import Author, post
from tests.engine.commandline.graphs import run


def test_every_bad_record_has_its_place_and_its_rule(tmp_path: Path) -> None:
    archive, database = tmp_path / "log.ndjson", str(tmp_path / "library.db")
    said = Author("ann").say(post("Hello"))
    archive.write_bytes(said.line + b"{broken\n" + b"\xff\xfe\n")
    run("import", str(archive), "--database", database)
    lines = run("quarantine", "--database", database).stdout.splitlines()
    assert [line.split(": ")[0] for line in lines] == [
        f"{archive}, line 2",
        f"{archive}, line 3",
    ]
    text, binary = map(
        json.loads, run("quarantine", "--database", database, "--json").stdout.splitlines()
    )
    assert (text["place"], text["rule"], text["text"]) == ("line 2", "json", "{broken")
    assert binary["base64"]


def test_without_bad_records_it_says_so(tmp_path: Path) -> None:
    archive, database = tmp_path / "log.ndjson", str(tmp_path / "library.db")
    archive.write_bytes(Author("ann").say(post("Hello")).line)
    run("import", str(archive), "--database", database)
    result = run("quarantine", "--database", database)
    assert (result.stdout, result.exit_code) == ("", 0)
    assert result.stderr == "There are no bad records here.\n"
    assert run("quarantine", "--database", database, "--json").stdout == ""
