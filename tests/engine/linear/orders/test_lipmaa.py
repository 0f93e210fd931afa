from engine.linear.orders.lipmaa import lipmaa_depth
from tests.vectors.pzp import load


def test_links_go_where_pzp_db_links() -> None:
    table = load("lipmaa_depths")["table"]
    assert {depth: lipmaa_depth(int(depth)) for depth in table} == table


def test_a_path_over_the_links_reaches_the_root_in_few_steps() -> None:
    depth = deepest = 3**14
    steps = 0
    while depth:
        assert lipmaa_depth(depth) < depth
        depth = lipmaa_depth(depth)
        steps += 1
    assert steps < 4 * len(f"{deepest:b}")
