"""How well papers are read, beside other libraries, judged by their authors' own sources.

`python -m benchmarks.reading` prints the tables of docs/reading.md, which says what each column is.
"""
