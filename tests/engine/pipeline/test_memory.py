"""The available memory: the machine's, or that of a control group of either version."""

from pathlib import Path

import pytest

from tanglescope.engine.pipeline.memory import Memory, ended_for_memory

MB = 1 << 20
MACHINE = {"proc/meminfo": "MemTotal: 8192 kB\nMemAvailable: 4096 kB\n"}


def machine(root: Path, files: dict[str, str]) -> Path:
    for name, text in (MACHINE | files).items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def second(name: str, limit: str, used: int, **counted: int) -> dict[str, str]:
    folder = f"sys/fs/cgroup/{name}".rstrip("/")
    return {
        f"{folder}/memory.max": limit,
        f"{folder}/memory.high": "max\n",
        f"{folder}/memory.current": f"{used}\n",
        f"{folder}/memory.stat": "".join(f"{key} {value}\n" for key, value in counted.items()),
    }


def first(name: str, limit: int, used: int, **counted: int) -> dict[str, str]:
    folder = f"sys/fs/cgroup/memory/{name}".rstrip("/")
    return {
        f"{folder}/memory.limit_in_bytes": f"{limit}\n",
        f"{folder}/memory.usage_in_bytes": f"{used}\n",
        f"{folder}/memory.stat": "".join(f"{key} {value}\n" for key, value in counted.items()),
    }


def test_without_control_groups_the_memory_is_that_of_the_machine(tmp_path: Path) -> None:
    assert Memory.now(machine(tmp_path, {})) == Memory(8 * MB, 4 * MB)


def test_where_the_system_says_nothing_there_is_some(tmp_path: Path) -> None:
    assert Memory.now(tmp_path).free > 1 << 30
    assert ended_for_memory(tmp_path) == 0


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ("0::/app", second("app", f"{3 * MB}\n", 2 * MB, file=MB, shmem=0)),
        ("0::/app", second("", f"{3 * MB}\n", 2 * MB, file=MB, shmem=0)),
        ("0::/app/inner", second("app", f"{3 * MB}\n", 2 * MB, file=MB, shmem=0)),
        ("4:memory:/app", first("app", 3 * MB, 2 * MB, total_cache=MB, total_shmem=0)),
        ("4:cpu,memory:/app", first("", 3 * MB, 2 * MB, total_cache=MB, total_shmem=0)),
    ],
    ids=["second version", "in a container", "of a group around it", "first", "first, container"],
)
def test_the_limit_of_a_group_counts_without_what_was_read_of_files(
    line: str, files: dict[str, str], tmp_path: Path
) -> None:
    root = machine(tmp_path, files | {"proc/self/cgroup": f"1:name=systemd:/\n{line}\n"})
    assert Memory.now(root) == Memory(3 * MB, 2 * MB)


def test_files_that_are_in_memory_only_are_taken(tmp_path: Path) -> None:
    files = second("app", f"{3 * MB}\n", 2 * MB, file=MB, shmem=MB)
    root = machine(tmp_path, files | {"proc/self/cgroup": "0::/app\n"})
    assert Memory.now(root) == Memory(3 * MB, MB)


def test_a_group_without_a_limit_is_none(tmp_path: Path) -> None:
    endless = second("app", "max\n", MB) | first("app", 1 << 62, MB, total_cache=0)
    lines = "0::/app\n4:memory:/app\n"
    root = machine(tmp_path, endless | {"proc/self/cgroup": lines})
    assert Memory.now(root) == Memory(8 * MB, 4 * MB)


def test_of_nested_groups_the_tightest_counts(tmp_path: Path) -> None:
    files = second("app", f"{3 * MB}\n", 2 * MB) | second("app/inner", f"{2 * MB}\n", 0)
    root = machine(tmp_path, files | {"proc/self/cgroup": "0::/app/inner\n"})
    assert Memory.now(root) == Memory(3 * MB, MB)
    files["sys/fs/cgroup/app/memory.current"] = f"{3 * MB}\n"
    assert Memory.now(machine(tmp_path, files)) == Memory(3 * MB, 0)


def test_processes_that_the_kernel_ended_are_counted(tmp_path: Path) -> None:
    root = machine(tmp_path, {"proc/vmstat": "oom_kill_disable 0\noom_kill 3\n"})
    assert ended_for_memory(root) == 3
