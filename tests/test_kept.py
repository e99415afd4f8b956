"""What is kept on disk changes no answer, whatever happens to it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from pyadapter.kept import cache_folder, kept


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    return tmp_path / "special-actions"


def counted(answer: int) -> tuple[Callable[[], int], list[int]]:
    calls: list[int] = []

    def make() -> int:
        calls.append(answer)
        return answer

    return make, calls


def test_the_folder_is_among_the_caches_of_the_user(folder: Path) -> None:
    assert cache_folder() == folder


@pytest.mark.parametrize("value", ["", "relative"])
def test_a_folder_that_is_no_full_path_does_not_count(
    value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", value)
    monkeypatch.setenv("LOCALAPPDATA", value)
    assert cache_folder().is_relative_to(Path.home())


def test_it_is_made_once() -> None:
    make, calls = counted(7)
    assert [kept("number", int, make) for _ in range(3)] == [7, 7, 7]
    assert len(calls) == 1


@pytest.mark.parametrize(
    "spoil",
    [lambda raw: raw[:-1], lambda raw: raw + b"x", lambda raw: b"", lambda raw: b"\n\x07"],
    ids=["cut short", "grown", "empty", "without a seal"],
)
def test_a_file_that_is_spoilt_is_made_again(spoil: Callable[[bytes], bytes], folder: Path) -> None:
    make, calls = counted(7)
    kept("number", int, make)
    (path,) = folder.iterdir()
    path.write_bytes(spoil(path.read_bytes()))
    assert (kept("number", int, make), kept("number", int, make)) == (7, 7)
    assert len(calls) == 2


def test_a_file_of_another_type_is_made_again() -> None:
    make, calls = counted(7)
    kept("number", str, lambda: "seven")
    assert kept("number", int, make) == 7
    assert len(calls) == 1


def test_where_nothing_can_be_written_it_is_made_each_time(folder: Path) -> None:
    folder.write_text("no folder")
    make, calls = counted(7)
    assert [kept("number", int, make) for _ in range(2)] == [7, 7]
    assert len(calls) == 2


def test_only_the_newest_files_of_a_name_stay(folder: Path) -> None:
    folder.mkdir()
    for number in range(20):
        (folder / f"number-{number}.kept").write_bytes(b"")
    (folder / "other-1.kept").write_bytes(b"")
    kept("number", int, lambda: 7)
    names = [path.name for path in folder.iterdir()]
    assert len([name for name in names if name.startswith("number-")]) == 8
    assert "other-1.kept" in names
    assert kept("number", int, lambda: 8) == 7
