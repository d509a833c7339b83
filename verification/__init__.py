"""The engine: does this paper say that?"""
