"""Random walks, and what must hold on every step: `python -m tests.walks --steps 10000`."""
