"""The short form of the benchmarks: each stage beside a reference, as a ratio that must hold."""
