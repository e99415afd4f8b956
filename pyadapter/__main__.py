"""Run the command as `python -m pyadapter`."""

from pyadapter.cli import main

if __name__ == "__main__":
    main()
