"""HTML files: what a reader sees as text, blocks on lines of their own, table cells divided by bars.

Owns which elements are text and which break lines. Scripts, styles and templates are left out, navigation is left out
and listed. Refuses to render, run or fetch anything.
"""

from __future__ import annotations

import codecs
import re
from typing import Any

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from core.adapters.loaders.encodings import decode
from core.adapters.loaders.layout import Writer
from core.adapters.loaders.source import Source, broken_as_unreadable, nothing_to_read
from core.domain.cleaning import clean, tidy
from core.domain.records import LoadedDocument, Reading, Removed
from core.errors import UnreadableFile

_DROPPED = frozenset(
    "script style template noscript svg canvas iframe object select button textarea dialog head title nav".split()
)
_LINES = frozenset(
    "address article aside body caption center dd details div dt fieldset figcaption footer form header legend main"
    " summary tbody tfoot thead tr".split()
)
_APART = frozenset("blockquote dl figure h1 h2 h3 h4 h5 h6 hr ol p pre section table ul".split())
_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w-]{2,30})", re.IGNORECASE)
_LEGACY = re.compile(r"(x-)?(windows|cp|iso|latin|koi8|gb|big5|s(hift_?)?jis|euc|mac|ibm|ks_c|tis|ascii|us-ascii)")
_ALIASES = {"iso-8859-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252", "x-sjis": "cp932", "gb2312": "gb18030"}
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)", re.IGNORECASE)
_NEVER_NESTED = frozenset(
    "area base br col embed hr img input link meta source track wbr p li td tr th dt dd option tbody thead".split()
)
_MAX_DEPTH = 3000  # the parser's time grows with the square of the depth


def read_html(source: Source) -> Reading:
    """One document; its title is the <title>, else the first <h1>."""
    markup, encoding = _decoded(source)
    _check_depth(markup)
    with broken_as_unreadable("HTML", SelectolaxError):
        tree = LexborHTMLParser(markup)
        titles = [node.text() for node in tree.css("head title")[:1] + tree.css("h1")[:1]]
        text = tidy(visible_text(tree)) if tree.body else ""
        menus = (" ".join(clean(node.text(separator=" ")).split()) for node in tree.css("nav"))
        removed = tuple(Removed(0, menu, "navigation") for menu in menus if menu)
    if not text:
        raise nothing_to_read()
    title = source.title(*titles)
    return Reading((LoadedDocument(source.name, title, text, "html", removed=removed, encoding=encoding),))


def visible_text(tree: LexborHTMLParser) -> str:
    """The body's text in reading order. Walks with a stack of its own: pages may be nested deeply."""
    writer = Writer()
    hidden = {node.mem_id for node in tree.css("[hidden]")}
    stack: list[tuple[Any, bool]] = [(tree.body, False)]
    while stack:
        node, left = stack.pop()
        if left:
            _leave(writer, node.tag)
        elif node.is_text_node:
            writer.text(node.text_content or "")
        elif node.is_element_node and node.tag not in _DROPPED and node.mem_id not in hidden:
            _enter(writer, node.tag)
            stack.append((node, True))
            stack.extend((child, False) for child in reversed(list(node.iter(include_text=True))))
    return writer.result()


def _enter(writer: Writer, tag: str) -> None:
    if tag == "br":
        writer.line()
    elif tag in ("ul", "ol", "table"):
        writer.begin()
    elif tag == "tr":
        writer.row()
    elif tag in ("td", "th"):
        writer.cell()
    elif tag == "li":
        writer.item()
    elif tag == "pre":
        writer.apart()
        writer.exact += 1
    else:
        _leave(writer, tag)


def _leave(writer: Writer, tag: str) -> None:
    if tag == "pre":
        writer.exact -= 1
    if tag in _APART:
        writer.apart()
    elif tag in _LINES or tag == "li":
        writer.new_line()


def _decoded(source: Source) -> tuple[str, str]:
    """As the options say; by mark or as UTF-8 if it is that; as the file itself says; by detection."""
    declared = _META.search(source.content[:4096])
    name = declared[1].decode("ascii", errors="replace").lower() if declared else ""
    if _LEGACY.match(name) and not source.options.encoding and not _is_unicode(source.content):
        try:
            return decode(source.content, _ALIASES.get(name, name))
        except UnreadableFile:
            pass
    return decode(source.content, source.options.encoding)


def _is_unicode(content: bytes) -> bool:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return True
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _check_depth(markup: str) -> None:
    depth = 0
    for closing, name in _TAG.findall(markup):
        if name.lower() not in _NEVER_NESTED:
            depth = max(depth - 1, 0) if closing else depth + 1
        if depth > _MAX_DEPTH:
            raise UnreadableFile(
                f"The HTML file is nested more than {_MAX_DEPTH:,} deep.", "Save its text in another form."
            )
