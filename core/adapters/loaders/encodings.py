"""Bytes to text when nobody says how: byte order mark, strict UTF-8, then the likeliest older encoding.

Owns the choice among the Latin encodings by alphabet, because guessers take French in cp1252 for cp1250 and give
wrong letters in silence. Refuses binary files and encodings that can't be told.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from contextlib import suppress

from charset_normalizer import from_bytes

from core.errors import UnreadableFile

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What a guesser may choose from; the whole list of Python's codecs makes it find Hebrew in a single byte.
_GUESSED = (
    "cp1251 koi8_r koi8_u cp866 iso8859_5 mac_cyrillic cp1253 iso8859_7 cp1255 cp1256 cp874 "
    "gb18030 big5 big5hkscs cp932 euc_jp euc_jis_2004 cp949 cp1252 cp1250"
).split()
_LATIN = ("cp1252", "iso8859-15", "cp1250", "iso8859-2", "cp1254", "cp1257", "mac-roman", "cp850", "cp852")
# Letters beyond ASCII by language. An encoding is right if one language explains nearly all that it yields.
_ALPHABETS = tuple(
    frozenset(letters + letters.upper())
    for letters in (
        "àâæçéèêëîïôœùûü",  # French
        "äöüßé",  # German
        "åäöéæø",  # Swedish, Danish, Norwegian, Finnish
        "áéíóúüñçàèòï",  # Spanish, Catalan
        "áâãàçéêíóôõúü",  # Portuguese
        "àèéìíîòóùú",  # Italian
        "áéëïíóöüèê",  # Dutch
        "áðéíóúýþæö",  # Icelandic
        "ąćęłńóśźż",  # Polish
        "áčďéěíňóřšťúůýž",  # Czech
        "áäčďéíĺľňóôŕšťúýž",  # Slovak
        "áéíóöőúüű",  # Hungarian
        "ăâîșțşţ",  # Romanian
        "čćđšžë",  # Croatian, Slovene, Albanian
        "çğıöşüâî",  # Turkish
        "ąčęėįšųūž",  # Lithuanian
        "āčēģīķļņšūž",  # Latvian
        "äõöüšž",  # Estonian
    )
)
_SIGNS = frozenset("“”‘’‚„«»‹›–—…€£°§©®™·•¿¡×½¼²³µ†İ")
_SAMPLE = 256 * 1024
_LONG_RUN = re.compile(rb"[\x80-\xff]{4}")  # in Latin text letters beyond ASCII stand alone or in twos
_FEWEST_BYTES = 8
_KANA = re.compile("[\u3041-\u30ff]")
_MAX_CONTROLS = 0.05
_BINARY = UnreadableFile(
    "The file is binary, not text.", "If it is a document, give it the ending of its type, or save it as text in UTF-8."
)


def decode(content: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text and the encoding it was read with. Raises UnreadableFile for binary or undecidable bytes."""
    if encoding:
        return _decode_as(content, encoding)
    text, found = _detect(content)
    if _share_of_controls(text) > _MAX_CONTROLS:
        raise _BINARY
    return text, found


def _decode_as(content: bytes, encoding: str) -> tuple[str, str]:
    try:
        return content.decode(encoding), encoding
    except LookupError as error:
        raise UnreadableFile(f"There is no encoding named {encoding!r}.", "Try utf-8, cp1252 or gb18030.") from error
    except UnicodeError as error:
        raise UnreadableFile(
            f"The file is not written in {encoding}.", "Choose another encoding, or leave it to detection."
        ) from error


def _detect(content: bytes) -> tuple[str, str]:
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, errors="replace"), encoding
    if b"\x1b$" in content[:_SAMPLE]:  # a mail's Japanese, all of it ASCII to the eye
        with suppress(UnicodeDecodeError):
            return content.decode("iso2022_jp"), "iso2022_jp"
    try:
        return content.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _older(content)


def _older(content: bytes) -> tuple[str, str]:
    if content.count(0) > len(content) * _MAX_CONTROLS:
        return _unmarked_utf16(content)
    latin, fit = _best_latin(content)
    if fit >= 0.9 and not _LONG_RUN.search(content):
        return content.decode(latin), latin
    guess = _guess(content)
    if guess:
        return content.decode(guess, errors="replace"), guess
    if fit < 0.5:
        raise UnreadableFile(
            "The file's encoding can't be told; it may be binary.", "Save it as UTF-8, or name its encoding."
        )
    return content.decode(latin), latin


def _guess(content: bytes) -> str:
    """The encoding of another script, or nothing; a few bytes tell none."""
    guess = from_bytes(content[:_SAMPLE], cp_isolation=_GUESSED).best() if len(content) >= _FEWEST_BYTES else None
    if guess is None or _is_latin(str(guess)):
        return ""
    # Korean reads Japanese as rare single letters of its own; read the other way, Korean shows no kana.
    with suppress(UnicodeDecodeError):
        if guess.encoding == "cp949" and len(_KANA.findall(content.decode("euc_jp"))) * 6 > len(content):
            return "euc_jp"
    return guess.encoding


def _unmarked_utf16(content: bytes) -> tuple[str, str]:
    """UTF-16 without a mark has its zeros nearly all on one side."""
    encoding = "utf-16-le" if content[1::2].count(0) > content[::2].count(0) else "utf-16-be"
    try:
        return content.decode(encoding), encoding
    except UnicodeDecodeError as error:
        raise _BINARY from error


def _best_latin(content: bytes) -> tuple[str, float]:
    """The Latin encoding under which the bytes look most like one language, the commoner first; 0 to 1."""
    fits = {encoding: _fit(content, encoding) for encoding in _LATIN}
    best = max(_LATIN, key=lambda encoding: fits[encoding])
    return best, fits[best]


def _fit(content: bytes, encoding: str) -> float:
    """The share of the characters beyond ASCII that one alphabet and common signs explain; 0 if it can't be decoded."""
    try:
        counts = Counter(
            character for character in content.decode(encoding) if character > "\x7f" and character != "\xa0"
        )
    except UnicodeDecodeError:
        return 0.0
    signs = sum(counts[sign] for sign in _SIGNS)
    letters = max(sum(counts[letter] for letter in alphabet) for alphabet in _ALPHABETS)
    return (letters + signs) / max(counts.total(), 1)


def _is_latin(text: str) -> bool:
    letters = [character for character in text[:20_000] if character > "\x7f" and character.isalpha()]
    latin = sum("LATIN" in unicodedata.name(letter, "") for letter in letters)
    return latin * 2 >= len(letters)


def _share_of_controls(text: str) -> float:
    """Controls, characters that could not be decoded, and those that mean nothing outside one program."""
    sample = text[:_SAMPLE]
    odd = sum(
        count
        for character, count in Counter(sample).items()
        if character == "\ufffd" or (unicodedata.category(character) in ("Cc", "Co", "Cn") and not character.isspace())
    )
    return odd / max(len(sample), 1)
