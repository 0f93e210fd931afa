"""Pages of the documentation site that are generated from code: commands and rules.

mkdocs calls this (`hooks` in mkdocs.yml) for every page; pages have `{{ commands }}` or
`{{ rules }}` in their place. So both are always up to date.
"""

from tanglescope.viewer.manual.pages import commands, rules


def on_page_markdown(markdown: str, **_: object) -> str:
    """Fill in the placeholders of a page."""
    for name, made in (("commands", commands), ("rules", rules)):
        mark = "{{ " + name + " }}"
        if mark in markdown:
            markdown = markdown.replace(mark, made())
    return markdown
