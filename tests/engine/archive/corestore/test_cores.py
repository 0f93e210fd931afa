from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.archive.corestore.cores import (
    TreeNode,
    authentic,
    children,
    height,
    leaf,
    longer_roots,
    parent,
    root_indexes,
    roots_over,
)

BLOCKS = st.lists(st.binary(max_size=8), max_size=40)


def tree_over(blocks: list[bytes]) -> dict[int, TreeNode]:
    """Every node, level by level."""
    level = {2 * place: leaf(place, block) for place, block in enumerate(blocks)}
    tree = dict(level)
    step = 2
    while len(level) > 1:
        pairs = [(index, index + step) for index in sorted(level) if not (index // step) % 2]
        level = {
            (left + right) // 2: parent(level[left], level[right])
            for left, right in pairs
            if right in level
        }
        tree |= level
        step *= 2
    return tree


def test_nodes_are_numbered_as_hypercore_does() -> None:
    assert [height(index) for index in range(8)] == [0, 1, 0, 2, 0, 1, 0, 3]
    assert children(3) == (1, 5)
    assert [root_indexes(length) for length in range(6)] == [[], [0], [1], [1, 4], [3], [3, 8]]


@given(BLOCKS)
def test_the_roots_are_the_full_trees_from_the_first_block_on(blocks: list[bytes]) -> None:
    tree = tree_over(blocks)
    assert roots_over(blocks) == [tree[index] for index in root_indexes(len(blocks))]


@given(BLOCKS, st.data())
def test_a_block_is_authentic_if_it_is_the_one_that_was_hashed(
    blocks: list[bytes], data: st.DataObject
) -> None:
    here = {place: block for place, block in enumerate(blocks) if data.draw(st.booleans())}
    forged = {place: block + b"!" for place, block in here.items() if data.draw(st.booleans())}
    found = authentic(roots_over(blocks), here | forged, tree_over(blocks).get)
    assert found == here.keys() - forged.keys()


@given(BLOCKS, st.data())
def test_a_forged_node_makes_nothing_authentic(blocks: list[bytes], data: st.DataObject) -> None:
    tree = tree_over(blocks)
    if not tree:
        return
    index = data.draw(st.sampled_from(sorted(tree)))
    tree[index] = TreeNode(index, tree[index].size, bytes(32))
    forged = {place: b"forged" + block for place, block in enumerate(blocks)}
    assert authentic(roots_over(blocks), forged, tree.get) == set()


@given(BLOCKS, st.integers(0, 40))
def test_a_patch_leads_to_the_roots_of_a_longer_core(blocks: list[bytes], length: int) -> None:
    length = min(length, len(blocks))
    tree = tree_over(blocks)
    patch = {
        index: node
        for index, node in tree.items()
        if (index - (1 << height(index)) + 1) // 2 >= length
    }
    assert longer_roots(roots_over(blocks[:length]), patch, len(blocks)) == roots_over(blocks)


def test_a_patch_says_nothing_about_what_is_there() -> None:
    blocks = [b"one", b"two", b"three", b"four"]
    forged = {3: TreeNode(3, 4, bytes(32))}
    assert longer_roots(roots_over(blocks[:3]), forged, 4) is None
