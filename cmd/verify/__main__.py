"""`verify`, and `python -m vera.verify`."""

from __future__ import annotations

from vera.process.beginning import begin

TYPE_CHECKING = False  # see there
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> NoReturn:
    """Run the program and leave with its exit code."""
    begin()  # before the command line is loaded
    from vera.verify import cli

    cli.main()


if __name__ == "__main__":
    main()
