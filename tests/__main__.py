"""Run everything that must hold, as `python -m tests`: lint, types, then the tests."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("pytest",),
)


def main() -> int:
    """Run the checks in order and return the exit code of the first that fails."""
    for check in CHECKS:
        print("$", "python -m", *check, flush=True)
        done = subprocess.run([sys.executable, "-m", *check], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
