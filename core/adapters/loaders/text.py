"""Plain text and Markdown files.

Owns front matter: taken off the text and given as metadata, or, where it can't be read, left in the text with a note.
Refuses YAML's surprises: 3.10 stays "3.10", `no` stays "no", aliases are an error.
"""

from __future__ import annotations

import re
from dataclasses import replace

from core.adapters.loaders.encodings import decode
from core.adapters.loaders.frontmatter import FrontMatterFault, past_block, split_front_matter
from core.adapters.loaders.source import Source, nothing_to_read
from core.domain.cleaning import clean
from core.domain.records import LoadedDocument, Reading, Unread

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_HASHED = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_UNDERLINE = re.compile(r"^ {0,3}(=+|-+)[ \t]*$")
_NO_HEADING = re.compile(r"[-*+>|]|\d+[.)]|$")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_LONGEST_HEADING = 500  # code points; longer lines are no headings, and slow to match
_MARKUP = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)|<[^>]{1,200}>")


def read_text(source: Source) -> Reading:
    """The whole file is one document; its title is its name."""
    text, encoding = _decoded(source)
    return Reading((LoadedDocument(source.name, source.title(), text, "text", encoding=encoding),))


def read_markdown(source: Source) -> Reading:
    """One document without its front matter; its title is the front matter's, else the first heading's."""
    text, encoding = _decoded(source)
    document = LoadedDocument(source.name, "", text, "markdown", encoding=encoding)
    unread: tuple[Unread, ...] = ()
    try:
        metadata, body = split_front_matter(text)
        if not body.strip():
            raise nothing_to_read()
        document = replace(document, text=body, metadata=metadata)
    except FrontMatterFault as fault:
        unread = (Unread(source.name, fault.message, fault.remedy),)
    title = source.title(document.metadata.get("title"), first_heading(past_block(document.text)))
    return Reading((replace(document, title=title),), unread)


def first_heading(text: str) -> str:
    """The first Markdown heading outside a code block, without its markup; empty if there is none."""
    fence, previous = "", ""
    for line in (whole[:_LONGEST_HEADING] for whole in text.split("\n")):
        opened = _FENCE.match(line)
        if opened and (not fence or opened[1].startswith(fence)):
            fence = "" if fence else opened[1]
            previous = ""
        elif not fence:
            heading = _heading(line, previous)
            if heading:
                return heading
            previous = line.strip()
    return ""


def _heading(line: str, previous: str) -> str:
    hashed = _HASHED.match(line)
    found = hashed[1] if hashed else previous if _UNDERLINE.match(line) and not _NO_HEADING.match(previous) else ""
    return _MARKUP.sub("", _LINK.sub(r"\1", found)).strip()


def _decoded(source: Source) -> tuple[str, str]:
    raw, encoding = decode(source.content, source.options.encoding)
    text = clean(raw)
    if not text.strip():
        raise nothing_to_read()
    return text, encoding
