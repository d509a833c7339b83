"""What a paper has in all that can be evidence, found once: its quantities."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from verification.grounding.quantities import quantities
from verification.grounding.sentence import Sentence

if TYPE_CHECKING:
    from verification.grounding.quantity import Quantity


@frozen(eq=False, slots=False)
class Whole:
    """A paper as a claim's numbers are sought in it; they are found when asked for."""

    text: str = field(repr=False)

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Its quantities, each value once.

        >>> [one.low for one in Whole("We kept 9 bees and 4 wasps. We fed 9 bees.").quantities]
        [9.0, 4.0]
        """
        found = quantities(Sentence(self.text))
        once = {(one.low, one.high, one.sort, one.unit, one.bound, one.step): one for one in found}
        return tuple(once.values())
