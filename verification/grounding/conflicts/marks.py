"""The words that say how strong a statement is: sure, causal, of people, of all.

Each rule has the strong mark of a claim, the weaker one of a paper, and what carries the claim's.
"""

from __future__ import annotations

import re

from attrs import frozen

STRENGTH = "strength"
SCOPE = "scope"


@frozen
class Rule:
    """A mark of the claim that is too strong where the paper has only the weaker one.

    `enough` are the paper's marks that carry the claim's.
    """

    code: str
    strong: re.Pattern[str]
    weak: re.Pattern[str]
    enough: re.Pattern[str]


def any_of(words: str) -> re.Pattern[str]:
    """A pattern for any of some alternatives, as whole words, in any case."""
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE)


_HUMANS = (
    r"in (?:\w+ ){0,2}(?:humans?|patients|people|men|women|children|adults|volunteers|infants)"
)
_ANIMALS = "mice|rats|rabbits|pigs|zebrafish|monkeys|macaques|ferrets|hamsters"
RULES = (
    Rule(
        STRENGTH,  # sure, against hedged
        any_of(
            r"prov(?:es?|ed|en|ing)(?= that| to)|"
            r"(?:is|are|was|were|been) (?:proven|certain|(?:well )?established(?= that|[.,;]|$))|"
            r"conclusively|definitively|definitely|undoubtedly|unquestionably|certainly|"
            r"beyond doubt|without (?:a |any )?doubt|invariably|guarantees?|unequivocally"
        ),
        any_of(
            r"may|might|could|can|possibl[ey]|perhaps|suggest(?:s|ed|ing)?|appears?|appeared|seems?|"
            r"hypothesi[sz]ed?|speculate|potentially|likely|probabl[ey]|preliminary|tentative(?:ly)?|"
            r"indicat(?:es?|ed|ing)"
        ),
        any_of(
            r"pro(?:ves?|ved|ven|of)|conclusive(?:ly)?|definitive(?:ly)?|certain(?:ly|ty)?|"
            r"unequivocal(?:ly)?|undoubtedly|always|invariably|guarantees?|clear(?:ly)?|established"
        ),
    ),
    Rule(
        STRENGTH,  # significant, against a trend
        any_of(
            r"(?<!not )(?<!no )(?<!n't )(?<!nor )(?:statistically )?significantly|"
            r"(?<!not )(?<!no )(?<!any )statistically significant"
        ),
        any_of(
            r"(?:a|the|no more than a) (?:\w+ )?trend (?:toward|towards|for|to)|"
            r"trend(?:s|ed|ing)? towards?|"
            r"(?:not|n't|nor|fail(?:s|ed)? to) (?:reach|attain|achieve)(?:ed)? "
            r"(?:statistical )?significance|non-?significant(?:ly)?|"
            r"not (?:statistically )?significant(?:ly)?|numerically|marginally|borderline"
        ),
        any_of(
            r"(?<!not )(?<!no )(?<!any )(?<!nor )(?<!not statistically )(?<!no statistically )"
            r"(?:significant(?:ly)?)"
        ),
    ),
    Rule(
        STRENGTH,  # an effect, against an association
        any_of(
            r"caus(?:es|ed|ing)(?: by)?|the cause of|(?:is|are|was|were) caused by|"
            r"causal(?:ly)?|directly (?:leads?|led) to|is responsible for"
        ),
        any_of(
            r"associat(?:ed|ions?)|correlat(?:e|es|ed|ions?)|linked (?:to|with)|"
            r"relationship between|predict(?:s|ed|ors?|ive)"
        ),
        any_of(
            r"caus(?:es?|ed|al|ally|ing|ation|ative|ality)|le(?:ads?|d) to|leading to|"
            r"results? in|resulted in|resulting (?:in|from)|due to|because|induc(?:es?|ed|ing)|"
            r"effects?|attributable|responsible|trigger(?:s|ed|ing)?|produc(?:es?|ed|ing)|"
            r"driv(?:es?|en|ing)|mediat(?:es?|ed|ing)|required|contribut\w+|promot\w+|pathogen\w*|"
            r"developed|protect\w*|prevent\w*|transmi\w+|infect\w+"
        ),
    ),
    Rule(
        SCOPE,  # people, against animals or a dish
        any_of(_HUMANS),
        any_of(
            rf"in (?:\w+ ){{0,3}}(?:{_ANIMALS}|mouse|rat|murine|animals?)(?: models?)?|in vitro|"
            r"(?:in|of) (?:\w+ ){0,3}cell (?:lines?|cultures?)|"
            rf"(?:{_ANIMALS}) (?:that|with|were|showed|had)"
        ),
        any_of(
            r"humans?|patients?|people|persons?|men|women|wom[ae]n|children|adults?|volunteers|"
            r"infants?|participants?|subjects|individuals?|clinical(?:ly)?|trials?|cohort|"
            r"boys|girls|mothers?|newborns?|residents?|workers?|students?|population|cases"
        ),
    ),
    Rule(
        SCOPE,  # the only one or the first, against one of them
        any_of(r"the (?:only|first|best|largest|most \w+|sole|main|leading|strongest|highest)"),
        any_of(
            r"(?:one|some|two|several|many) of the (?:only|first|few|best|largest|most|many|main|"
            r"leading|strongest|highest)|among the (?:only|first|few|best|largest|most|many|main|"
            r"leading|strongest|highest)"
        ),
        any_of(r"the (?:only|sole)"),
    ),
    Rule(
        SCOPE,  # always, against often
        any_of(
            r"(?<!not )(?<!n't )(?<!nearly )(?<!almost )always|in (?:all|every) cases?|invariably"
        ),
        any_of(
            r"(?:often|usually|sometimes|frequently|typically|generally|mostly|occasionally|commonly"
            r"|nearly always|almost always|not always|rarely|in (?:some|most|many|several) cases)"
        ),
        any_of(r"(?<!not )(?<!nearly )(?<!almost )always|(?<!almost )(?<!nearly )all|every|each"),
    ),
)

ALL = re.compile(
    r"(?<![\w-])(?<!not )(?<!nearly )(?<!almost )(?<!at )(?<!of )(?<!virtually )"
    r"(all|every|each|100 ?%|100 percent|100 per cent)(?: of)?(?: the| these| our| those)? ",
    re.IGNORECASE,
)
SOME = re.compile(
    r"(?<![\w-])(some|most|many|several|few|a few|half|a third|a quarter|a minority|a majority|"
    r"the majority|nearly all|almost all|not all|virtually all|part|certain|\d+(?:\.\d+)? ?%|"
    r"a (?:small |large |substantial )?(?:subset|proportion|fraction|number)"
    r"|\d+ (?:out )?of(?: the)? \d+)(?: of)?(?: the| these| our| those)? ",
    re.IGNORECASE,
)
NEARLY_ALL = re.compile(
    r"(?<![\w-])((?:nearly|almost|virtually) (?:all|every))(?: of)?(?: the| these| our| those)? ",
    re.IGNORECASE,
)
LESS = re.compile(
    r"(?<![\w-])(?<!not )(some|several|few|a few|half|a third|a quarter|a minority|a majority|"
    r"the majority|a (?:small )?(?:subset|proportion|fraction))"
    r"(?: of)?(?: the| these| our| those)? ",
    re.IGNORECASE,
)
MOST = re.compile(
    r"(?<![\w-])(most|the majority|a majority)(?: of)?(?: the| these| our| those)? ", re.IGNORECASE
)
MINORITY = re.compile(
    r"(?<![\w-])(?<!a )(few|a (?:small )?minority|the minority)(?: of)?"
    r"(?: the| these| our| those)? ",
    re.IGNORECASE,
)
FEW = re.compile(
    r"(?<![\w-])(some|few|a few|a minority|a third|a quarter|one third|one quarter|"
    r"a small (?:subset|proportion|fraction|number))(?: of)?(?: the| these| our| those)? ",
    re.IGNORECASE,
)
