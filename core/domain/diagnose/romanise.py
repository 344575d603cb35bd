"""Names of other scripts in Latin letters, roughly: enough to see that two spellings may be one name.

Cyrillic and Greek by table; other scripts are not romanised, because sounds can't be told from their letters alone.
"""

from __future__ import annotations

import regex

_CYRILLIC = dict(
    zip("абвгдеёзийклмнопрстуфыэіїґўј", "a b v g d e e z i i k l m n o p r s t u f y e i i g u j".split(), strict=True)
) | {
    "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya",
    "є": "ye", "љ": "lj", "њ": "nj", "ћ": "c", "ђ": "dj", "џ": "dz",
}  # fmt: skip
_GREEK = dict(zip("αβγδεζηικλμνξοπρσςτυφω", "a v g d e z i i k l m n x o p r s s t y f o".split(), strict=True)) | {
    "θ": "th",
    "χ": "ch",
    "ψ": "ps",
}
_LETTERS = _CYRILLIC | _GREEK
_OTHER = regex.compile(r"[\p{Cyrillic}\p{Greek}]")
_SAME = (("kh", "h"), ("ph", "f"), ("w", "v"), ("y", "i"), ("j", "i"), ("x", "ks"), ("tz", "ts"))
_DOUBLE = regex.compile(r"(.)\1+")


def beyond_latin_letters(word: str) -> bool:
    """Whether a word has letters that `romanised` knows how to turn."""
    return bool(_OTHER.search(word))


def romanised(word: str) -> str:
    """A lower-case word without accents, in Latin letters."""
    return word if word.isascii() else "".join(_LETTERS.get(char, char) for char in word)


def sound(word: str) -> str:
    """A romanised word with the usual spellings of one sound made one."""
    for spelling, plain in _SAME:
        word = word.replace(spelling, plain)
    return str(_DOUBLE.sub(r"\1", word))
