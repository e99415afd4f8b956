"""The one family of errors that this package raises for what it is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyadapter.verdict import Verdict


class SpecialActionsError(Exception):
    """Base of all errors raised for bad input; its text is one message for a person.

    >>> issubclass(DocumentError, SpecialActionsError)
    True
    """


class DocumentError(SpecialActionsError):
    """A state document or card file that can't be read: path, what was found, what was expected.

    >>> str(DocumentError("$.turn", found="3", expected="a player's name"))
    "$.turn: found 3, expected a player's name"
    """

    def __init__(self, path: str, *, found: str, expected: str) -> None:
        super().__init__(f"{path}: found {found}, expected {expected}")
        self.path = path
        self.found = found
        self.expected = expected


class MalformedStateError(SpecialActionsError):
    """A state that the rules don't allow to exist; `faults` lists everything that is wrong.

    >>> MalformedStateError(("$.priority: nobody has priority in the untap step",)).faults
    ('$.priority: nobody has priority in the untap step',)
    """

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


class ActionError(SpecialActionsError):
    """An action that can't be understood in its state.

    >>> str(ActionError("no such kind"))
    'no such kind'
    """


class NotLegalError(ActionError):
    """An action that isn't legal, so nothing follows from it; `verdict` has all the reasons.

    >>> issubclass(NotLegalError, ActionError)
    True
    """

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict


class EditionError(SpecialActionsError):
    """A rules date for which no edition is known here.

    >>> str(EditionError("no edition of 1999-01-01"))
    'no edition of 1999-01-01'
    """


class EncodingError(SpecialActionsError):
    """The encoding itself is at fault (a typo, an atom that is no fact); never the user's doing.

    >>> str(EncodingError("atom undefined"))
    'atom undefined'
    """


class SearchError(SpecialActionsError):
    """A query or a property that clingo can't use; the message is clingo's own."""


class MissingExtraError(SpecialActionsError):
    """Something that needs a package which only an extra installs.

    >>> str(MissingExtraError("plot", "matplotlib"))
    "this needs matplotlib: pip install 'special-actions[plot]'"
    """

    def __init__(self, extra: str, package: str) -> None:
        super().__init__(f"this needs {package}: pip install 'special-actions[{extra}]'")
