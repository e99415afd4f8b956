"""Numbers in words: the noun agrees with the number, whatever its ending."""

import pytest

from pyadapter.plurals import counted


@pytest.mark.parametrize(
    ("number", "noun", "words"),
    [
        (1, "class", "1 class"),
        (12, "class", "12 classes"),
        (0, "move", "0 moves"),
        (2, "property", "2 properties"),
        (3, "way", "3 ways"),
    ],
)
def test_the_noun_agrees_with_the_number(number: int, noun: str, words: str) -> None:
    assert counted(number, noun) == words
