"""`verify`, and `python -m vera.verify`."""

from vera.verify.cli import main

if __name__ == "__main__":
    main()
