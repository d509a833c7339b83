"""The words whose stop may not be a sentence's end, in papers; lower case but for the starters.

Made by looking at the first half of SciFact's abstracts, measured on the second (ADR 0003).
"""

from __future__ import annotations


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


NEVER_LAST = _words("""
    fig figs eq eqs eqn eqns sect tab tabs ref refs chap ch thm prop lem cor rem alg nos pp vol
    vols eds e.g eg i.e ie cf c.f vs v.s viz ca approx resp w.r.t s.t a.k.a n.b i.i.d q.v esp incl
    excl avg std nr dr drs prof mr mrs ms messrs gov capt sgt hon mt ft jan feb mar apr jun jul
    aug sept sep oct nov dec proc natl nat acad sci univ dept symp trans intl assoc suppl appl
    biol chem phys mol genet engl lett soc amer eur comput math psychol environ technol eng mech
    nucl ann bull ser rept subsp cv
""")
"""Abbreviations that want something after them."""

MAYBE_LAST = _words("""
    al etc inc ltd co corp jr sr bros sp spp u.s u.k u.s.a u.n e.u d.c a.m p.m ph.d m.d b.sc m.sc
    sec hr hrs wt st res med clin rev et
""")
"""Abbreviations that can stand last: an end only before a word that likes to begin a sentence."""

BEFORE_NUMBER = _words("""
    no p v n l ed sec step para pt ver item art app def ext col gen min max int var rep supp lit
    conf tech
""")
"""Words of their own that are abbreviations before a number."""

STARTERS = _words("""
    A Abstract Additionally After Again Aim Aims All Also Although Among An And Another Any As At
    Background Because Before Between Both But By Can Compared Conclusion Conclusions Consequently
    Conversely Data Design Despite Did Discussion Do Does Due During Each Either Even Every Few
    Finally Findings First Five For Four From Funding Further Furthermore Given He Hence Her Here
    His How However I If Importantly In Indeed Instead Interestingly Interpretation Introduction
    Is It Its Less Let Like Main Many Measurements Method Methods More Moreover Most Much Neither
    Nevertheless Next No Nonetheless Not Note Notice Now Objective Objectives On Once One Only Or
    Other Others Our Overall Participants Patients Previously Purpose Recently Results Second
    Setting Several She Similarly Since So Some Specifically Subjects Such Surprisingly That The
    Their Then There Therefore These They Third This Those Though Three Through Thus To Two Under
    Unless Unlike Until Using Was We Were What When Where Whereas Which While Who Why With Within
    Without Yet You Your
""")
"""Words that like to begin a sentence, and are capitalized nowhere else."""

ALSO_NAMES = _words("A An As At By Data Do He Her I Let Like Main Now On So To Yet")
"""Starters that are surnames or initials after an initial: "K. He", "T. A. So"."""
