"""A pytest plug-in that prints the cost of the tests by folder and file: `make costs`.

It counts processor time, that of child processes included, since the clock depends on what
else the machine does. A JVM counts at the end only, so Spark's tests cost more than is shown.
"""

import os
from collections import Counter
from collections.abc import Iterator

import pytest

_COSTS = pytest.StashKey[float]()
_NAME = "processor seconds"
_SHOWN = 40


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Begin to count."""
    item.stash[_COSTS] = _used()
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Record the cost of a test with its fixtures in its report."""
    try:
        return (yield)
    finally:
        item.user_properties.append((_NAME, _used() - item.stash[_COSTS]))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the sums, the largest first."""
    folders: Counter[str] = Counter()
    files: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for report in terminalreporter.getreports("") + terminalreporter.getreports("passed"):
        cost = dict(report.user_properties).get(_NAME, 0.0)
        if report.when == "teardown" and isinstance(cost, float):
            file = report.nodeid.partition("::")[0]
            folders[file.rpartition("/")[0]] += cost
            files[file] += cost
            tests[report.nodeid] += cost
    terminalreporter.write_sep("=", f"{sum(files.values()):.0f} processor seconds")
    for sums in (folders, files, tests):
        for name, cost in sums.most_common(_SHOWN):
            terminalreporter.write_line(f"{cost:8.1f}  {name}")
        terminalreporter.write_line("")


def _used() -> float:
    """The processor seconds of this process and of its children that have ended."""
    return sum(os.times()[:4])
