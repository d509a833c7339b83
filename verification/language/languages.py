"""Whether a text is surely in another language than English, the only one that was measured.

By the script of its letters; and for Latin letters by the words that say how a sentence is built,
and by letters that English does not have (ADR 0042).
"""

from __future__ import annotations

import re
import unicodedata

from vera.verification.language.words import FUNCTION_WORDS

_WORD = re.compile(r"[^\W\d_]+(?:['’](?=[^\W\d_]))?")
_LISTS = {
    "German": (
        "der die das und ist nicht mit von zu den dem des ein eine einer einem einen auf für im "
        "sich auch bei nach wird werden wurde wurden sind als aus durch oder über unter vor "
        "zwischen zum zur kann können hat haben keine kein mehr sehr ohne gegen unser unsere "
        "diese dieser dieses dass wie nur alle in an am so was"
    ),
    "French": (
        "le la les des du de et est une un dans pour que qui sur par avec ne pas plus ce cette ces "
        "sont au aux se son sa ses ont été être chez entre sans mais ou il elle nous notre leur "
        "aucune aucun tous toutes moins lors après selon peut l' d' n' s' qu' c' a en"
    ),
    "Spanish": (
        "el la los las de del que y en un una con no se por para su sus es son al lo como más pero "
        "entre sin sobre este esta estos fue fueron ha han muy también hasta desde menos nuestro "
        "nuestra durante según cada todos todas o e a"
    ),
    "Portuguese": (
        "o a os as de do da dos das que e em um uma com não se por para seu sua seus é são ao à no "
        "na nos nas mais mas entre sem sobre este esta foi foram também até desde menos nosso "
        "nossa durante muito pelo pela como ou"
    ),
    "Italian": (
        "il lo la i gli le di del della dei delle dello degli da dal dalla dalle e è che un una "
        "uno in con non si per su sul sulla nel nella nei nelle al alla alle ai più ma tra fra "
        "senza sono ha hanno stato stata sono questo questa come anche meno nostro nostra l' "
        "dell' all' un' nell' sull' o"
    ),
    "Dutch": (
        "de het een en van is in op dat die niet te met voor zijn aan er door ook bij dan naar uit "
        "om tot worden wordt werd werden heeft hebben geen meer na deze dit tussen zonder onze "
        "ons alle of als over was had under"
    ),
    "Polish": (
        "w z na nie się i do jest że od przez po dla o za są oraz jak ze u co przed który która "
        "które jego jej ich niż tego tej może został została zostały ma między bez pod lub a"
    ),
    "Swedish": (
        "och i att det som en ett på är av för med den till inte om har de vid från var sig kan "
        "mot hos efter än utan mellan sin sina inga ingen eller också under över alla mer dess vår "
        "våra denna detta dessa när men minst"
    ),
}
_LANGUAGES = {name: frozenset(words.split()) for name, words in _LISTS.items()}
_NAMED = (
    "de la le el los las del des van der den von di da du dos das et e y al il lo l' d' o i u w z "
    "en te men non con per sin ten sur na san au"
)
_PARTICLES = frozenset(_NAMED.split())
"""Words that also stand in names, titles, Latin terms and English: alone they prove nothing."""
_FEWEST = 2
_SHARE = 0.25
_PARTICLES_ALONE, _WORDS_AROUND = 3, 8
_OUTWEIGHED = 3
"""Words that a text of another language has at least, their share, how many particles do in how
many words, and how many weigh as much as one English function word. Chosen so that none of 46,255
labelled claims in English is taken for another language (ADR 0042)."""
_MOST_LETTERS = 2000
"""Characters that are looked at: enough to tell a language by."""


def other_language(text: str) -> str:
    """The language that a text surely is in, "" for English and where it is not sure.

    >>> other_language("Die Bienen schlafen nicht bei Nacht."), other_language("Die cells do so.")
    ('German', '')
    >>> other_language("Пчёлы спят."), other_language("Todo sobre mi madre is a film.")
    ('a language without Latin letters', '')
    """
    plain = unicodedata.normalize("NFKC", text[:_MOST_LETTERS])
    letters = [letter for letter in plain if letter.isalpha()]
    latin = sum(map(_is_latin, letters))
    said = [found[0].replace("’", "'") for found in _WORD.finditer(plain)]
    lower = [word.lower() if at == 0 else word for at, word in enumerate(said)]
    english = [word for word in lower if word in FUNCTION_WORDS]
    if 2 * latin < len(letters):
        return "" if len(english) > 1 else "a language without Latin letters"
    marked = {word for word in lower if word.islower() and not word.isascii() and _spelt(word)}
    ranked = sorted(_LANGUAGES.items(), key=lambda each: -len(each[1].intersection(lower)))
    name, known = ranked[0]
    own = known.intersection(lower) - FUNCTION_WORDS
    votes = own | marked
    against = sum(word not in known for word in english)
    particles = len(votes) >= _PARTICLES_ALONE and len(said) >= _WORDS_AROUND
    sure = votes - _PARTICLES or (particles and not against)
    enough = len(votes) >= max(_FEWEST, _SHARE * len(said))
    if not (sure and enough) or len(votes) < _OUTWEIGHED * against + _FEWEST:
        return ""
    return name if own else "another language than English"


def _is_latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith("LATIN")


def _spelt(word: str) -> bool:
    """Whether a word has Latin letters alone: no Greek of a formula, no alpha of a name."""
    return len(word) > 1 and all(map(_is_latin, word.replace("'", "")))
