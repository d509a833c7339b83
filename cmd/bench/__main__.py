"""`vera-bench`, and `python -m vera.bench`."""

from vera.bench.cli import main

if __name__ == "__main__":
    main()
