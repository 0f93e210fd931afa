"""Files that were read wrongly once: each has one right value, whatever reads it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

CASES = Path(__file__).parent / "data" / "cases"


@dataclass(frozen=True)
class Case:
    """What is right: the causes of each node by graph, what is refused, the labels that matter."""

    graphs: Mapping[str, Mapping[str, Sequence[str]]]
    refused: int = 0
    labels: Mapping[str, str] = field(default_factory=dict)


def _chain(name: str, ids: str, **labels: str) -> Case:
    """A graph in which each node comes after the one before."""
    here = ids.split()
    before: list[list[str]] = [[], *([each] for each in here)]
    return Case({name: dict(zip(here, before, strict=False))}, labels=labels)


RIGHT = {
    "cyc.ndjson": Case({"cyc": {"c": ["a"], "d": []}}, 2),
    "dot_latin1.dot": _chain("dot_latin1", "Mäuse Möuse Katze"),
    "dot_undirected_nodes.dot": Case(
        {
            "dot_undirected_nodes": {"a": [], "b": ["a"], "c": ["b"], "d": [], "e": []},
            "dot_undirected_nodes-4": {"p": [], "q": [], "r": []},
        },
        4,
    ),
    "f7.ndjson": Case(
        {
            "fig7": {
                "5": ["m"],
                "6": ["5"],
                "7": ["6"],
                "a": [],
                "b": ["a"],
                "c": ["b", "m"],
                "m": ["b"],
            }
        }
    ),
    "g.dot": Case({"g": {"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"]}}),
    "graph_schema_key_first.json": _chain("g", "a b"),
    "matrix_backfill.json": _chain("matrix_backfill", "$a $b"),
    "matrix_extra_first_key.json": _chain("matrix_extra_first_key", "$a $b"),
    "mermaid_accdescr_block.mmd": _chain("mermaid_accdescr_block", "a b"),
    "mermaid_attributes.mmd": _chain("mermaid_attributes", "a b c", a="Alpha"),
    "mermaid_class_before_arrow.mmd": _chain("mermaid_class_before_arrow", "y x"),
    "mermaid_init_lines.mmd": _chain("mermaid_init_lines", "a b"),
    "mermaid_label_end.mmd": _chain("mermaid_label_end", "a b", a="X: <b>e</b>", b="path/to/"),
    "mermaid_label_two_lines.mmd": _chain(
        "mermaid_label_two_lines", "a b c", a="first line second line"
    ),
    "mermaid_tight_words.mmd": _chain(
        "mermaid_tight_words", "zero one two three", zero="G: a, b", one="H: a"
    ),
    "mermaid_undirected_in_chain.mmd": Case(
        {
            "mermaid_undirected_in_chain": {
                "m": [],
                "n": [],
                "c": ["m"],
                "d": ["m"],
                "b": ["c", "d"],
                "a": ["b"],
            }
        },
        1,
    ),
    "mermaid_words_with_tag.mmd": Case(
        {"mermaid_words_with_tag": {"a": [], "b": ["a"], "c": [], "d": ["c"]}}
    ),
    "mixed.ndjson": Case(
        {"mixed": {"a": [], "b": ["a"], "c": ["b"], "e": ["a"], "j": ["a"], "k": []}}, 9
    ),
    "nodes_writer_second.json": _chain("nodes_writer_second", "a b"),
    "redelivered.ndjson": _chain("redelivered", "a b"),
    "state.json": _chain(
        "state",
        "$znIUihhOdo_AMLuq_TEhc8PLbUwsNQYGgV6eO1DBLfc"
        " $_sHusGcH33ABbRzU6QMBQHZsuc4H7sUhKxe1gUp6MF4"
        " $turO8GfX9XIDFL87ZH1qHMwAzHbr_4oCMSaG26yg-Io"
        " $3ckAsv5c0E_F0PFuQuMjDjNi_2VujEr_jxmmoxK3EXw"
        " $W_1Y0X7xr-ZCExrGy3oiDlIOMq41-umyRxCNfywUSD4"
        " $c2iusnvXvTEC3r3H1NxzrT87aTmK50SRgMuPRmhrHVc",
    ),
}
REFUSED = {"matrix_client_messages.json": "Matrix server to a client. Events for clients lack"}
