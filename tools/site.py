"""What the site of the documents takes from the code: its commands, and the rules of verdicts.

mkdocs calls this (`hooks` in mkdocs.yml) with every page; a page says `{{ commands }}` or
`{{ rules }}` where they belong. So neither can be out of date.
"""

import click

from engine.message.verdict import Rule, invalid, reason
from viewer.__main__ import doors


def on_page_markdown(markdown: str, **_: object) -> str:
    """Fill in what a page asks for."""
    for name, made in (("commands", commands), ("rules", rules)):
        mark = "{{ " + name + " }}"
        if mark in markdown:
            markdown = markdown.replace(mark, made())
    return markdown


def commands() -> str:
    """Every subcommand as it explains itself."""
    return "\n\n".join(_command(name, command) for name, command in sorted(doors.commands.items()))


def rules() -> str:
    """Every rule and what people hear of it."""
    lines = [f"| `{rule}` | {reason(invalid(rule))} |" for rule in Rule]
    return "\n".join(["| rule | in words |", "|---|---|", *lines])


def _command(name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=f"tanglescope {name}", max_content_width=100)
    return f"## {name}\n\n```text\n{command.get_help(context)}\n```"
