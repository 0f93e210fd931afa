from tanglescope.engine.message.verdict import Rule
from tanglescope.viewer.command_line import cli
from tools import site


def test_a_page_gets_every_command_where_it_asks_for_them() -> None:
    page = site.on_page_markdown("# Commands\n\n{{ commands }}\n")
    assert page.startswith("# Commands\n\n## backup\n")
    for name, command in cli.all_commands().items():
        assert f"\n## {name}\n" in page
        assert f"Usage: tanglescope {name}" in page
        assert all(option.opts[0] in page for option in command.params if option.opts[0][0] == "-")


def test_a_page_gets_every_rule_with_its_reason() -> None:
    page = site.on_page_markdown("{{ rules }}")
    assert all(f"| `{rule}` |" in page for rule in Rule)
    assert "| `cycle` | It comes after itself, through others" in page


def test_other_pages_stay_as_they_are() -> None:
    assert site.on_page_markdown("{{ nothing }} {}") == "{{ nothing }} {}"
