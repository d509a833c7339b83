"""Which sentences are asked together with the one before."""

import pytest

from vera.verification.language.leaning import claim_leans


@pytest.mark.parametrize(
    ("sentence", "leaning"),
    [
        ("It fell to 12%.", True),
        ("This was not so in winter.", True),
        ("However, they sleep at night.", True),
        ("For this reason the hive is warm.", True),
        ("Their queen lays eggs.", True),
        ("Bees sleep at night.", False),
        ("Italy has bees.", False),
        ("It is known that bees sleep.", False),
        ("It was not possible to count them.", False),
        ("In winter, bees form a cluster.", False),
    ],
)
def test_what_leans(sentence: str, leaning: bool) -> None:
    """A word for what was named before leans on it, an "it" for what follows does not."""
    assert claim_leans(sentence) == leaning
