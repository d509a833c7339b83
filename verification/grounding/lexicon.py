"""Word lists of the checks: what points up or down, what denies, what turns a sense around.

All were written for this project. Words are given in plain forms and kept as stems, as
`verification.retrieval.words` makes them, so that one form stands for its inflections.
"""

from __future__ import annotations

from types import MappingProxyType

from verification.retrieval.words import words


def plain(text: str) -> frozenset[str]:
    """The words of a list, as they are printed in lower case."""
    return frozenset(text.split())


def _stems(text: str) -> frozenset[str]:
    return frozenset(word.stem for word in words(text))


# One line an axis: its two poles, each as plain words. Words of one pole agree with each other,
# words of two poles oppose each other, and words of different axes say nothing of one another.
_AXES = """
amount: increase increases rise rises rose risen raise elevate elevated elevation heighten higher \
highest greater greatest more larger largest bigger grow grew grown growth gain upregulate \
upregulation augment enhance enhancement boost amplify promote stimulate activate activation \
accelerate intensify stronger strengthen expand expansion exceed surge climb soar double triple \
facilitate potentiate hyperactive faster quicker overexpress overexpression longer prolong \
prolonged lengthen induce cause causes trigger elicit provoke \
strongest biggest fastest quickest longest \
/ decrease decreases reduce reduction decline lower lowest fewer fewest less smaller smallest \
drop fell fall fallen downregulate downregulation diminish attenuate suppress suppression inhibit \
inhibition weaker weaken shrink shrank shrunk lessen curtail abolish abrogate deplete lose lost \
loss dampen blunt halve minimize slow slower decelerate mitigate plummet repress block impede \
hinder weakest slowest \
deactivate inactivate delay retard prevent prevention avert shorter shortest shorten hypoactive
quality: better best improve improves improvement superior superiority outperform surpass \
ameliorate / worse worst worsen worsened deteriorate deterioration inferior inferiority \
underperform aggravate exacerbate impair impairment degrade degradation hurt hurts
sign: positive positively / negative negatively inverse inversely
time: after afterwards later / before prior earlier preceding sooner
harm: protective protect protects beneficial benefit safe / harmful harm detrimental \
dangerous deleterious predispose predisposes predisposed
age: old older oldest elderly / young younger youngest
entry: inside inner internal interior / outside outer external exterior
rank: first / last
bound: maximum maximal maximize maximise upper top / minimum minimal minimise bottom
level: high / low
force: strong strongly / weak weakly
size: large big / small little tiny
length: long lengthy / short brief
way: up upward upwards / down downward downwards
day: early recent / late
need: essential necessary required crucial critical indispensable / dispensable unnecessary \
redundant optional
supply: sufficient adequate / deficient inadequate
place: above upstream / below downstream beneath
part: majority / minority
degree: most mostly / least
often: often frequent frequently common commonly always usually / rare rarely seldom uncommon \
infrequent infrequently never
ease: easy easier easiest easily simple simpler simplest / difficult harder hardest complex \
complicated
start: begin start onset initiate / end finish terminate termination cease
bear: susceptible susceptibility sensitive sensitivity / resistant resistance
heat: hot hotter warm warmer / cold colder cool cooler
wealth: rich richer abundant abundance / poor poorer scarce scarcity
success: succeed success successful successfully / fail failure unsuccessful unsuccessfully
accept: accept admit allow permit / reject refuse prohibit forbid
presence: present presence / absent absence
danger: benign / malignant
inheritance: dominant / recessive
price: cheap inexpensive / expensive costly
rhythm: daily / weekly monthly yearly annually
"""

_TYPES = """
affect: affect effect influence impact alter alteration modulate change modify modification
associate: associate association correlate correlation correlated link linked relate related \
relationship
cause: cause causes causal trigger elicit provoke
require: require requires requirement need needed necessary essential indispensable crucial critical
show: show shows shown demonstrate reveal indicate suggest exhibit display
prevent: prevent prevention avoid avert
detect: detect detection observe observed identify identified find found
effective: efficacy efficacious
predict: predict predictive predictor prediction forecast
interact: interact interaction bind binds bound binding
contribute: contribute contribution role involve involved involvement participate
evidence: evidence proof
"""


def _axes() -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for line in _AXES.strip().splitlines():
        axis, _, poles = line.partition(": ")
        up, _, down = poles.partition(" / ")
        for pole, sense in ((up, 1), (down, -1)):
            found |= dict.fromkeys(_stems(pole), (axis, sense))
    return found


POLAR = MappingProxyType(_axes())
"""For a stem its axis and its sense on it, 1 or -1."""

KINDS = MappingProxyType(
    {
        stem: kind
        for kind, _, listed in (line.partition(": ") for line in _TYPES.strip().splitlines())
        for stem in _stems(listed)
    }
)
"""For the stem of a predicate the name of those that mean nearly the same."""

THERE = _stems(
    "occur arise arose exist emerge find found observe observed detect see seen happen encounter"
)
"""Stems that say of a thing that there is such a thing: what is found is what occurs."""

MISSING = plain("absent missing undetectable undetected")
"""Words that say by themselves that there is no such thing, as printed."""

CHANGE = _stems(
    "affect effect influence impact alter alteration change differ difference different"
)
"""Stems that say that something changed, or that two things differ, and not which way."""

UNCHANGED = plain(
    "unchanged unaffected unaltered same identical similar similarly equal equally equivalent "
    "comparable comparably indistinguishable"
)
"""Words that say by themselves that nothing changed, as printed."""

NOT_POLAR = plain(
    "active actively activity activities position positions positioned positioning highly "
    "action actions negation lasting generalize hazard hazards complication complications "
    "effective effectively effectiveness"
)
"""Words that share the stem of a pole and not its sense."""

TURNERS = _stems(
    "loss lose decline reduction decrease deficiency deficient inhibition inhibit inhibitor "
    "deplete depletion deletion delete knockout knockdown silence silencing absence lack "
    "prevent prevention blockade block blocker antagonist suppress suppression suppressor "
    "impair impairment abolish attenuate disrupt disruption ablation ablate null mutant "
    "inactivation withdrawal discontinuation cessation removal remove failure without reversal "
    "reverse low lower less fewer protect against avoid resistant resistance insufficiency "
    "haploinsufficiency dysfunction negative inverse poor weak reduce interrupt interruption "
    "disturb interfere replenish deprive deprivation antagonize counteract eliminate oppose"
)
"""Stems that turn the sense of what is said beside them: a drug that "reduces the loss" keeps."""

WANTED = _stems(
    "performance perform accuracy accurate precision precise recall quality reliability reliable "
    "robustness robust generalization generalize effectiveness effective efficacy efficiency "
    "efficient fidelity usefulness useful usability validity"
)
"""Stems of what is good to have more of."""

UNWANTED = _stems(
    "error misclassification mistake inaccuracy inaccurate unreliable failure mortality death "
    "severity"
)
"""Stems of what is bad to have more of."""

WANTED = plain(
    "performance perform performs performed performing accuracy accuracies accurate accurately "
    "precision precise precisely recall quality reliability reliable reliably robustness robust "
    "robustly generalization generalisation generalize generalizes effectiveness effective "
    "effectively efficacy efficiency efficient efficiently fidelity usefulness useful usability "
    "validity"
)
"""Words for what is good to have more of, as printed."""

UNWANTED = plain(
    "error errors misclassification misclassifications mistake mistakes inaccuracy inaccuracies "
    "inaccurate unreliable failures mortality deaths severity"
)
"""Words for what is bad to have more of, as printed."""

NEGATORS = plain(
    "not cannot never neither no none nor without hardly rarely seldom scarcely barely nothing "
    "nobody lacking lacks lacked lack absence unable failed fails fail zero"
)
"""Words that deny what follows them, as printed in lower case; so does all that ends in "n't"."""

NOUN_NEGATORS = plain("no without lack lacks lacked lacking absence none neither nor zero")
"""Negators of a thing and not of a predicate."""

ASIDE = plain("without lack lacks lacked lacking absence")
"""Negators that mostly say which thing is meant, and not what is said of it."""

HEDGED = _stems(
    "little few refute reject contrary unlikely rather limited only absent erroneous compromise "
    "despite minor negligible instead disprove dispute against myth false untrue despite contrast "
    "dispensable redundant irrespective regardless unknown unclear beyond minimal abrogate abolish "
    "open"
)
"""Stems by which a text may deny something without a negator."""

AS_MUCH = plain(
    "well good much many often high strong large fast effective accurate likely frequently"
)
"""Words after the "as" of "not as well", which says less and not none."""

AFTER_NO = plain(
    "only just merely simply solely necessarily until without unlike unlikely surprising "
    "surprisingly doubt limited alone entirely exclusively uncommon infrequently unexpected "
    "least mention"
)
"""Words that take from the negator before them its force, or leave it unclear."""

LIGHT = _stems(
    "significant statistically statistical group groups patient patients study studies level "
    "levels result results data analysis compared compare versus treatment control human effect "
    "mice mouse cell cells model method year week month day case cases risk rate number subject "
    "show found observe associated high low participant between also clear apparent further any "
    "major substantial marked overall large small mean total difference change baseline score"
)
"""Stems that occur beside everything, and so tell little of what a word is about."""

PASSED_OVER = _stems(
    "significant statistically statistical clear apparent further any major substantial marked "
    "obvious detectable measurable overt consistent appreciable notable important such strong "
    "relevant clinically evident discernible convincing been being have do be ever even"
) | {"to"}
"""Stems between a negator and what it denies."""

ABLE = _stems("able capable possible")
"""Stems between a negator and what it denies that say that something can be done."""

SUBORDINATORS = plain(
    "if when whenever once because since unless until while though although whereas"
)
"""Words that begin another clause without a comma: a negator before them denies its own."""

BEATS = _stems("outperform surpass exceed underperform beat")
"""Stems of verbs that compare their subject with their object."""

AGENTS = _stems(
    "regulate phosphorylate encode target recruit predict produce cleave degrade control drive "
    "follow precede contain include cite replace generate convert infect attack transmit "
    "support teach train extend beat defeat dominate lead result bind cause induce trigger "
    "activate inhibit suppress promote stimulate outperform surpass exceed repress block "
    "enhance outnumber prefer require depend mediate catalyze catalyse ubiquitinate methylate "
    "acetylate prevent underlie influence affect impair"
)
"""Stems of verbs of which it matters who does it to whom."""

BASES = plain(
    "effective efficient sufficient complete correct accurate consistent dependent direct "
    "significant sensitive stable visible active adequate appropriate capable compatible "
    "competent conclusive considerable dispensable distinguishable eligible equal evitable "
    "explicable feasible flexible frequent hospitable operable possible probable proper perfect "
    "patient mature mobile mutable measurable moral regular relevant responsive reversible "
    "rational replaceable resolvable soluble symptomatic toxic tolerant variant vulnerable "
    "curable coherent congruent discriminate essential expensive formal fertile finite tangible "
    "similar satisfied connected continuous agree appear advantage associate assemble integrate "
    "efficacy efficiency sufficiency accuracy stability ability sensitivity activity dependence "
    "solubility compatibility equality proportionate separable evident able permeable elastic "
    "reproducible divisible"
)
"""Words that "in-", "im-", "ir-", "il-" or "dis-" before them denies."""

NOT_DENIED = plain(
    "under until unit union unique uniform unite universe university unanimous understand "
    "undergo undertake underlie unless unify none nonetheless nonce universal"
)
"""Words that begin with "un" or "non" and deny nothing."""
