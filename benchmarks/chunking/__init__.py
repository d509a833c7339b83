"""How well texts are cut into chunks, beside other libraries, on the same texts in one run.

`python -m benchmarks.chunking` prints the tables of docs/chunking.md, which explains them.
"""
