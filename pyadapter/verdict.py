"""What the law says about an action: a verdict, and all its reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Status = Literal["met", "unmet", "open"]
Outcome = Literal["legal", "illegal", "unaffordable", "unknown"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One requirement of an action: its status, the rules it rests on, and a sentence."""

    requirement: str
    status: Status
    rules: tuple[str, ...]
    text: str

    @property
    def rule(self) -> str:
        """The rule that is named first.

        >>> Reason("land", "met", ("305.1", "300.2a"), "Forest is a land card").rule
        '305.1'
        """
        return self.rules[0] if self.rules else ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a player may take an action, how, and why.

    `action` is a term such as `play_land(forest)`, understood by `GameState.why`; `options` are
    what the player may name while taking it, by name.
    """

    player: str
    action: str
    kind: str
    verdict: Outcome
    label: str
    options: Mapping[str, tuple[str, ...]]
    reasons: tuple[Reason, ...]

    @property
    def legal(self) -> bool:
        """Whether the verdict is `legal`.

        >>> Verdict("a", "roll_planar_die", "roll_planar_die", "legal", "roll", {}, ()).legal
        True
        """
        return self.verdict == "legal"

    def with_status(self, status: Status) -> tuple[Reason, ...]:
        """Return the reasons with a status.

        >>> Verdict("a", "x", "x", "legal", "x", {}, ()).with_status("unmet")
        ()
        """
        return tuple(reason for reason in self.reasons if reason.status == status)

    def requirements(self, status: Status) -> tuple[str, ...]:
        """Return the requirements with a status, sorted.

        >>> reason = Reason("land", "unmet", (), "it is no land")
        >>> Verdict("a", "x", "x", "illegal", "x", {}, (reason,)).requirements("unmet")
        ('land',)
        """
        return tuple(sorted({reason.requirement for reason in self.with_status(status)}))

    def as_dict(self) -> dict[str, object]:
        """Return the verdict as plain data, as `--json` prints it."""
        return {
            "player": self.player,
            "action": self.action,
            "kind": self.kind,
            "verdict": self.verdict,
            "label": self.label,
            "options": {name: list(values) for name, values in self.options.items()},
            "reasons": [
                {
                    "requirement": reason.requirement,
                    "status": reason.status,
                    "rule": reason.rule,
                    "rules": list(reason.rules),
                    "text": reason.text,
                }
                for reason in self.reasons
            ],
        }

    def __str__(self) -> str:
        head = f"{self.player}: {self.label}: {self.verdict}"
        return "\n".join(
            [head, *(f"  {r.status:5} {r.requirement}: {r.text} ({r.rule})" for r in self.reasons)]
        )

    def _repr_html_(self) -> str:
        from html import escape

        rows = "".join(
            f"<tr><td>{r.status}</td><td>{escape(r.text)}</td>"
            f"<td>{escape(', '.join(r.rules))}</td></tr>"
            for r in self.reasons
        )
        head = escape(f"{self.player}: {self.label}: {self.verdict}")
        return f"<table><caption>{head}</caption>{rows}</table>"
