"""Names that mean another thing in every document: roles and defined terms, which one key would glue.

`the Supplier` of 200 contracts is 200 companies. A name is proposed for what passages do with it (they define it), for
its form (Party A, 甲方) or for the word that it is (a role). Proposes, and keys nothing by itself; pure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

import regex

from core.domain.names import clean_name, name_key
from core.domain.profiles import commonest
from core.domain.records import Evidence

TermReason = Literal["defined", "lettered", "this", "role"]
"""Passages say what it means there; a party by letter or number; `this Agreement`; a word for a role."""
WEIGHTS: Mapping[TermReason, float] = {"defined": 1.0, "lettered": 1.0, "this": 0.9, "role": 0.5}
LEAST_ROLE, LEAST = 3, 2
"""Documents that must name it: a mere word for a role says less than a definition."""

_ROLES = frozenset(
    "supplier customer client buyer seller vendor purchaser contractor subcontractor consultant provider licensor "
    "licensee lessor lessee landlord tenant employer employee borrower lender guarantor insurer insured insurant "
    "assignor assignee principal agent distributor reseller manufacturer publisher author franchisor franchisee "
    "mortgagor mortgagee trustee beneficiary grantor grantee claimant respondent plaintiff defendant appellant "
    "petitioner applicant patient subscriber recipient donor sponsor investigator processor controller company "
    "parties shareholder promoter owner operator carrier shipper consignee bailor bailee pledgor pledgee".split()
)
_ROLE_PHRASES = frozenset(
    (
        "service provider",
        "data subject",
        "data controller",
        "data processor",
        "disclosing party",
        "receiving party",
        "indemnified party",
        "indemnifying party",
        "other party",
        "general contractor",
        "managing director",
        "effective date",
        "commencement date",
        "termination date",
        "expiry date",
        "confidential information",
        "governing law",
        "purchase price",
    )
)
_HAN_ROLES = frozenset(
    (
        "买方 卖方 供方 需方 供应商 买受人 出卖人 出租人 承租人 出租方 承租方 委托人 受托人 委托方 受托方 发包人 "
        "客户 承包人 发包方 承包方 贷款人 借款人 保证人 担保人 抵押人 抵押权人 债权人 债务人 许可方 被许可方 用人单位 "
        "劳动者 投保人 被保险人 保险人 受益人 服务方 服务提供方 转让方 受让方 双方 当事人 原告 被告 申请人 "
        "被申请人 上诉人 披露方 接收方 生效日 有效期"
    ).split()
)
_LETTERED = regex.compile(
    r"(party|side|buyer|seller|company|site|contractor|supplier|licensee|tenant|witness) ([a-z]|[ivx]{1,4}|\d{1,2})"
    r"|(first|second|third|fourth|last) (party|part)|[甲乙丙丁戊己][方]|第?[一二三四]方"
)
_THIS = regex.compile(
    r"(this|present|said) (agreement|contract|deed|lease|licence|license|policy|schedule|annex|document|order)"
    r"|(本|该)(合同|协议|公司|保单|章程|条款|公约|办法|规定|单位|项目)"
)
_QUOTED = r"[\"“„«「『](?P<name>[^\"“”„«»「」『』\n]{1,60})[\"”“»」』]"
_DEFINITIONS = (
    regex.compile(r"\((?:[^()\n]{0,60}\s)?(?:the|each an?|an?|collectively,?|together,?)?\s*" + _QUOTED),
    regex.compile(_QUOTED + r"\s+(?:means|shall mean|refers to|has the meaning|is defined|denotes)\b"),
    regex.compile(r"(?:hereinafter|hereafter|referred to as|known as)[^\"“\n]{0,30}" + _QUOTED),
    regex.compile(r"(?:以下|下)(?:合称|统称|简称|称)(?:为|作)?\s*[:：]?\s*" + _QUOTED),
    regex.compile(_QUOTED + r"\s*(?:是指|系指|指的是|指)"),
)
_ARTICLE = regex.compile(r"^(?:the|a|an|each|any|such) (?=\S)")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a name is proposed. `quote` is the passage's wording of the first definition, `chunk` where it stands."""

    kind: TermReason
    documents: int
    quote: str = ""
    chunk: str = ""


@dataclass(frozen=True, slots=True)
class DefinedTerm:
    """A name to be keyed by document. `forms` are name keys (with and without article); `documents` name it, by id."""

    key: str
    name: str
    forms: tuple[str, ...]
    documents: tuple[str, ...]
    mentions: int
    reasons: tuple[Reason, ...]

    @property
    def score(self) -> float:
        """The weight of its strongest reason, then how much it would glue."""
        return max(WEIGHTS[reason.kind] for reason in self.reasons)


def defined_terms(evidence: Evidence) -> tuple[DefinedTerm, ...]:
    """Names that documents share, and that mean another thing in each: surest first, then most documents."""
    named, definitions = _named(evidence), _definitions(evidence)
    found = [term for key in sorted(named) if (term := _term(key, named[key], definitions.get(key, {})))]
    return tuple(sorted(found, key=lambda term: (-term.score, -len(term.documents), term.key)))


def bare(key: str) -> str:
    """A name key without its article: `the supplier` and `supplier` are one term."""
    return str(_ARTICLE.sub("", key))


@dataclass(slots=True)
class _Named:
    forms: set[str]
    shown: list[str]
    documents: dict[str, None]


def _named(evidence: Evidence) -> Mapping[str, _Named]:
    """What mentions and ends of relations name, by the key without article."""
    found: dict[str, _Named] = {}
    for name, chunk in _names(evidence):
        key = name_key(name)
        if key:
            term = found.setdefault(bare(key), _Named(set(), [], {}))
            term.forms.add(key)
            term.shown.append(clean_name(name))
            term.documents.setdefault(evidence.chunks[chunk].document)
    return found


def _names(evidence: Evidence) -> Iterator[tuple[str, str]]:
    for mention in evidence.entities:
        yield mention.name, mention.chunk
    for relation in evidence.relations:
        yield relation.source, relation.chunk
        yield relation.target, relation.chunk


def _definitions(evidence: Evidence) -> Mapping[str, Mapping[str, tuple[str, str]]]:
    """Key without article -> document -> (wording, chunk) of its first definition there."""
    found: defaultdict[str, dict[str, tuple[str, str]]] = defaultdict(dict)
    for chunk in evidence.chunks.values():
        for pattern in _DEFINITIONS:
            for match in pattern.finditer(chunk.text):
                key = bare(name_key(match["name"]))
                found[key].setdefault(chunk.document, (_wording(chunk.text, match.start(), match.end()), chunk.id))
    return found


def _wording(text: str, start: int, end: int) -> str:
    """A definition with some of what stands before and after it, on one line."""
    before, after = max(0, start - 60), min(len(text), end + 60)
    return f"{'…' if before else ''}{' '.join(text[before:after].split())}{'…' if after < len(text) else ''}"


def _term(key: str, named: _Named, definitions: Mapping[str, tuple[str, str]]) -> DefinedTerm | None:
    documents = tuple(sorted(named.documents))
    if len(documents) < LEAST:
        return None
    reasons = tuple(_reasons(key, documents, definitions))
    if not reasons or (reasons[0].kind == "role" and len(documents) < LEAST_ROLE):
        return None
    return DefinedTerm(key, commonest(named.shown), tuple(sorted(named.forms)), documents, len(named.shown), reasons)


def _reasons(key: str, documents: tuple[str, ...], definitions: Mapping[str, tuple[str, str]]) -> Iterator[Reason]:
    """Strongest first. One document that defines a name says nothing of the others."""
    defining = [document for document in documents if document in definitions]
    if len(defining) >= LEAST:
        quote, chunk = definitions[defining[0]]
        yield Reason("defined", len(defining), quote, chunk)
    if _LETTERED.fullmatch(key):
        yield Reason("lettered", len(documents))
    if _THIS.fullmatch(key):
        yield Reason("this", len(documents))
    if key in _HAN_ROLES or key in _ROLE_PHRASES or key in _ROLES or key.removesuffix("s") in _ROLES:
        yield Reason("role", len(documents))
