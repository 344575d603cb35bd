"""In what two names are alike: by spelling, plural, article, firm, abbreviation, sound, a middle name, a slip.

Gives the one best reason with its weight. Says nothing of what the two things are; that is for `twins`.
"""

from __future__ import annotations

from core.domain.diagnose.finding import Signal
from core.domain.diagnose.forms import Form, edits, parted, singular
from core.domain.diagnose.romanise import beyond_latin_letters, romanised, sound

WEIGHTS = {
    "spelling": 0.8,
    "words in another order": 0.6,
    "article": 0.6,
    "plural": 0.6,
    "legal form": 0.6,
    "transliteration": 0.6,
    "middle name": 0.4,
    "plural of a name": 0.3,
    "initial": 0.3,
    "slip": 0.3,
    "abbreviation": 0.2,
}
"""Set by hand, so that what is alike on paper alone stays below `twins.THRESHOLD` unless the two can hardly differ."""

LONGEST_WORD = 50
"""Letters of a word beyond which no slip is looked for."""


def alike(a: Form, b: Form, common: bool) -> Signal | None:
    """The strongest reason to take two names for one; None where there is none, or something parts them.

    `common`: neither ends like a proper name of several words, so an s at the end is a plural.
    """
    if a.name == b.name and a.joined:
        return _signal("spelling", a, b, "differ only in brackets around a qualifier, or in nothing")
    if short := _abbreviated(a, b):
        return short
    if parted(a, b):
        return None
    if a.joined == b.joined:
        if a.article != b.article:
            return _signal("article", a, b, "differ in an article")
        return _signal("spelling", a, b, "differ only in spaces, signs or accents")
    return _by_words(a, b, common) or _by_sound(a, b) or _by_person(a, b) or _by_slip(a, b)


def _signal(name: str, a: Form, b: Form, what: str) -> Signal:
    return Signal(name, WEIGHTS[name], f"“{a.name}” and “{b.name}” {what}")


def _by_words(a: Form, b: Form, common: bool) -> Signal | None:
    if a.singular == b.singular:
        name = "plural" if common else "plural of a name"
        return _signal(name, a, b, "differ in a plural")
    if a.firm == b.firm:
        return _signal("legal form", a, b, "differ in a company's legal form")
    if sorted(a.words) == sorted(b.words) and (a.digits or "," in a.name or "," in b.name):
        return _signal("words in another order", a, b, "are the same words in another order")
    return None


def _by_sound(a: Form, b: Form) -> Signal | None:
    one, other = beyond_latin_letters(a.joined), beyond_latin_letters(b.joined)
    if one == other or len(a.joined) < 3:
        return None
    first, second = sound(romanised(a.joined)), sound(romanised(b.joined))
    if first == second or (min(len(first), len(second)) >= 7 and edits(first, second, 1) <= 1):
        return _signal("transliteration", a, b, "sound alike in Latin letters")
    return None


def _by_person(a: Form, b: Form) -> Signal | None:
    """`J. Smith`, `John Smith`, `John F. Smith`, `John Frank Smith`: the last word whole, the others in order."""
    short, long = sorted((a.words, b.words), key=len)
    if len(short) < 2 or short[-1] != long[-1] or len(short[-1]) < 3 or a.digits:
        return None
    if (
        0 < len(long) - len(short) <= 2
        and short[0] == long[0]
        and len(short[0]) > 1
        and _within(short[1:-1], long[1:-1])
    ):
        return _signal("middle name", a, b, "differ in a middle name") if len(short) == 2 else None
    if len(short) == len(long) and all(map(_initial, short, long)):
        return _signal("initial", a, b, "differ in an initial")
    return None


def _within(some: tuple[str, ...], all_: tuple[str, ...]) -> bool:
    rest = iter(all_)
    return all(word in rest for word in some)


def _initial(a: str, b: str) -> bool:
    return a == b or (min(len(a), len(b)) == 1 and a[0] == b[0])


def _by_slip(a: Form, b: Form) -> Signal | None:
    """One word differs in a letter, or in two of a long one."""
    if len(a.words) != len(b.words):
        return None
    different = [(x, y) for x, y in zip(a.words, b.words, strict=True) if x != y]
    if len(different) != 1:
        return None
    x, y = different[0]
    most = 2 if min(len(x), len(y)) >= 10 else 1
    if (
        min(len(x), len(y)) < 5
        or max(len(x), len(y)) > LONGEST_WORD
        or singular(x) == singular(y)
        or edits(x, y, most) > most
    ):
        return None
    return _signal("slip", a, b, f"differ in few letters ({x}, {y})")


def _abbreviated(a: Form, b: Form) -> Signal | None:
    """One name is the initials of the other; qualifiers and digits must agree all the same."""
    short, long = sorted((a, b), key=lambda f: (len(f.words), len(f.joined)))
    if len(short.words) != 1 or not 2 <= len(short.joined) <= 6 or len(long.words) < 2:
        return None
    if short.qualifiers != long.qualifiers or short.digits or long.digits or short.marks != long.marks:
        return None
    if short.joined in (long.initials, "".join(word[0] for word in long.words)):
        return _signal("abbreviation", a, b, "share their initials")
    return None
