"""Messages fetched when they are looked at, a page of neighbours at a time."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence

from engine.library import StoredMessage

_CAPACITY = 4096


class PageCache:
    """The messages looked at last, and the names of their authors."""

    def __init__(
        self,
        fetch: Callable[[Sequence[str]], Mapping[str, StoredMessage]],
        fetch_names: Callable[[Iterable[str]], Mapping[str, str]],
    ) -> None:
        self._fetch = fetch
        self._fetch_names = fetch_names
        self._messages: OrderedDict[str, StoredMessage] = OrderedDict()
        self._names: OrderedDict[str, str] = OrderedDict()

    def message(
        self, key: str, page: Callable[[], Sequence[str]] | None = None
    ) -> StoredMessage | None:
        """The message `key`; a miss fetches the `page` of keys around it as well."""
        found = self._messages.get(key)
        if found is None:
            self._messages.update(self._fetch(page() if page else (key,)))
            found = self._messages.get(key)
            _shrink(self._messages)
        else:
            self._messages.move_to_end(key)
        return found

    def name(self, feed: str) -> str:
        """What people call `feed`."""
        name = self._names.get(feed)
        if name is None:
            name = self._fetch_names((feed,)).get(feed, feed)
            self._names[feed] = name
            _shrink(self._names)
        return name

    def forget_names(self, feeds: Iterable[str]) -> None:
        """Ask again what these feeds are called."""
        for feed in feeds:
            self._names.pop(feed, None)


def _shrink(cache: OrderedDict[str, StoredMessage] | OrderedDict[str, str]) -> None:
    while len(cache) > _CAPACITY:
        cache.popitem(last=False)
