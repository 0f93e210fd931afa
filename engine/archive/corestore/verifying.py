"""Whether the blocks of a core are what its writers signed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from struct import Struct

from tanglescope.engine.archive.corestore.cores import (
    MOST_BLOCKS,
    Core,
    Head,
    Manifest,
    TreeNode,
    authentic,
    digest,
    longer_roots,
    namespace,
    root_indexes,
    roots_over,
    tree_hash,
    tree_node,
)
from tanglescope.engine.archive.corestore.encoding import MalformedRecord, RecordDecoder
from tanglescope.engine.archive.corestore.storage import Records
from tanglescope.engine.message.signatures import is_signed
from tanglescope.engine.wording import later, tr

_TREE = namespace("hypercore", 0)
_MANIFEST = namespace("hypercore", 3)
_LENGTH_AND_FORK = Struct("<QQ")


class Trust(StrEnum):
    """How far a core or a block may be trusted."""

    VALID = "valid"
    UNVERIFIED = "unverified"
    """Can't be verified: the signature, the manifest or a part of the tree is missing."""
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class CoreProof:
    """The proof of a core's blocks; `why` says in words why they can't be trusted.

    `blocks` are the authentic ones, `refused` the stored ones that don't match the tree.
    """

    trust: Trust
    why: str
    blocks: frozenset[int]
    refused: tuple[int, ...] = ()

    def of(self, block: int) -> Trust:
        """How far one block may be trusted."""
        if block in self.blocks:
            return self.trust
        return Trust.INVALID if block in self.refused else Trust.UNVERIFIED


_NO_HEAD = later("its length isn't recorded")
_ROOT = later("its blocks don't have the hash that was signed")
_TREE_MISSING = later("parts of its tree are missing")


def prove(storage: Records, core: Core, blocks: Mapping[int, bytes]) -> CoreProof:
    """Verify the blocks of a core."""
    head = core.head
    if head is None:
        why = tr(_NO_HEAD) if blocks else ""
        return CoreProof(Trust.UNVERIFIED, why, frozenset())
    if head.length > MOST_BLOCKS:
        return CoreProof(Trust.INVALID, tr(_ROOT), frozenset(), tuple(sorted(blocks)))
    within = {place: block for place, block in blocks.items() if place < head.length}
    over_blocks = _roots_of_all(head, within)
    roots = over_blocks or _kept_roots(storage, core, head)
    if roots is None:
        why = tr(_TREE_MISSING) if len(within) < head.length else tr(_ROOT)
        trust = Trust.UNVERIFIED if len(within) < head.length else Trust.INVALID
        refused = tuple(sorted(within)) if trust is Trust.INVALID else ()
        return CoreProof(trust, why, frozenset(), refused)
    trust, why = _trust_in_roots(core, head, roots)
    if over_blocks:
        trusted = set(within)
    else:
        trusted = authentic(roots, within, lambda index: tree_node(storage, core.data, index))
    refused = tuple(sorted(set(within) - trusted))
    if refused and trust is Trust.VALID:
        why = tr("block {place} doesn't match the tree", place=refused[0])
    return CoreProof(trust, why, frozenset(trusted), refused)


def prove_head(storage: Records, core: Core) -> tuple[Trust, str]:
    """Whether the length of a core is signed; its blocks aren't checked."""
    head = core.head
    roots = _kept_roots(storage, core, head) if head and head.length <= MOST_BLOCKS else None
    if head is None or roots is None:
        return Trust.UNVERIFIED, tr(_TREE_MISSING)
    return _trust_in_roots(core, head, roots)


def _roots_of_all(head: Head, blocks: Mapping[int, bytes]) -> list[TreeNode] | None:
    """The roots over the blocks, if all blocks are stored and match the hash in the head."""
    if len(blocks) != head.length:
        return None
    roots = roots_over(blocks[place] for place in range(head.length))
    return roots if tree_hash(roots) == head.root else None


def _kept_roots(storage: Records, core: Core, head: Head) -> list[TreeNode] | None:
    """The stored roots, if they match the hash in the head."""
    kept = [tree_node(storage, core.data, index) for index in root_indexes(head.length)]
    roots = [node for node in kept if node is not None]
    return roots if len(roots) == len(kept) and tree_hash(roots) == head.root else None


def _trust_in_roots(core: Core, head: Head, roots: list[TreeNode]) -> tuple[Trust, str]:
    """Whether the signers of the core have signed these roots."""
    manifest = core.manifest
    if manifest is None:
        if head.signature and _is_signed_by_key(core.key, head):
            return Trust.VALID, ""
        return Trust.UNVERIFIED, tr("its manifest isn't here, so no signature can be checked")
    if len(manifest.signers) == 1 and manifest.signers[0].public_key == core.key:
        good = head.signature is not None and _is_signed_by_key(core.key, head)
    elif digest(_MANIFEST, manifest.encoded) != core.key:
        return Trust.INVALID, tr("its manifest isn't that of its key")
    elif manifest.prologue and head.length <= manifest.prologue[1]:
        good = manifest.prologue == (head.root, head.length)
        return (Trust.VALID, "") if good else (Trust.INVALID, tr("it differs from its prologue"))
    elif head.signature is None:
        return Trust.UNVERIFIED, tr("it isn't signed")
    else:
        try:
            good = _is_signed(core, manifest, head, roots)
        except MalformedRecord:
            good = False
    return (Trust.VALID, "") if good else (Trust.INVALID, tr("its signature is wrong"))


def _is_signed_by_key(key: bytes, head: Head) -> bool:
    """Whether a core without a manifest is signed by its key, which is that of its writer."""
    text = head.root + _LENGTH_AND_FORK.pack(head.length, head.fork)
    signature = head.signature or b""
    return is_signed(_TREE + text, signature, key) or is_signed(text, signature, key)


def _is_signed(core: Core, manifest: Manifest, head: Head, roots: list[TreeNode]) -> bool:
    """Whether enough signers have signed these roots, or a longer tree over them."""
    if manifest.version == 0 or not manifest.quorum > 0:
        return _is_signed_alone(manifest, head)
    reader = RecordDecoder(head.signature or b"")
    proofs = reader.array(lambda: (reader.uint(), reader.raw(64), reader.uint()))
    nodes = reader.array(lambda: TreeNode(reader.uint(), reader.uint(), reader.key()))
    patch = {node.index: node for node in nodes}
    if len(proofs) < manifest.quorum:
        return False
    tried: set[int] = set()
    for signer, signature, more in proofs[: manifest.quorum]:
        if signer in tried or signer >= len(manifest.signers) or head.length + more > MOST_BLOCKS:
            return False
        tried.add(signer)
        longer: list[TreeNode] | None = roots
        if more and manifest.may_patch:
            longer = longer_roots(roots, patch, head.length + more)
        if longer is None:
            return False
        length = head.length + more if manifest.may_patch else head.length
        text = _TREE + core.key + tree_hash(longer) + _LENGTH_AND_FORK.pack(length, head.fork)
        if not is_signed(text, signature, manifest.signers[signer].public_key):
            return False
    return True


def _is_signed_alone(manifest: Manifest, head: Head) -> bool:
    """Whether the one signer of a manifest of version 0 has signed."""
    if len(manifest.signers) != 1 or manifest.may_patch or manifest.version:
        return False
    [signer] = manifest.signers
    text = _TREE + signer.namespace + head.root + _LENGTH_AND_FORK.pack(head.length, head.fork)
    return is_signed(text, head.signature or b"", signer.public_key)
