"""Pages of the documentation site that are generated from code: commands and rules.

mkdocs calls this (`hooks` in mkdocs.yml) with every page; a page says `{{ commands }}` or
`{{ rules }}` where they belong. So both are always up to date.
"""

from viewer.manual.pages import commands, rules


def on_page_markdown(markdown: str, **_: object) -> str:
    """Fill in what a page asks for."""
    for name, made in (("commands", commands), ("rules", rules)):
        mark = "{{ " + name + " }}"
        if mark in markdown:
            markdown = markdown.replace(mark, made())
    return markdown
