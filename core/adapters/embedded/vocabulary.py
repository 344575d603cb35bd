"""The word lists of the embedded engine's English reader: what a thing is called, and what is no thing at all.

Small on purpose. A word is here because leaving it out made the index of a handbook worse.
"""

from __future__ import annotations

NAMED = {
    "PERSON": "person",
    "ORG": "organization",
    "NORP": "group",
    "GPE": "location",
    "LOC": "location",
    "FAC": "location",
    "PRODUCT": "product",
    "EVENT": "event",
    "LAW": "law",
    "WORK_OF_ART": "work",
    "LANGUAGE": "language",
}
"""Types of spaCy's named entities; its other labels (dates, numbers, amounts) are no entities here."""

MEASURES = frozenset({"DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL"})

_KINDS = {
    "plan": "plan tier edition subscription",
    "policy": "policy rule guideline standard procedure requirement",
    "law": "law regulation directive statute",
    "agreement": "agreement contract terms licence license",
    "document": "document report invoice receipt certificate manual handbook guide form notice reminder letter record "
    "statement request ticket proof article file attachment",
    "role": "role owner admin administrator member user customer visitor guest auditor desk manager employee "
    "engineer supplier attacker contact staff team director president minister ceo operator developer",
    "process": "cancellation deletion export import backup restore renewal transfer migration onboarding downgrade "
    "upgrade retention sign-on sign-in login rollout enforcement forwarding rotation recovery purge audit "
    "review payment refund restoration archiving archive maintenance process workflow test installation "
    "release update invitation reversal",
    "feature": "page button board dashboard feature setting automation integration workspace mode log timeline "
    "filter search menu view seat bin queue channel webhook",
    "credential": "token password key secret code credential scope permission",
    "system": "api database server service system storage app application software platform provider cluster "
    "network domain collector sandbox cloud",
    "fee": "fee price cost charge tax discount credit surcharge",
    "event": "incident outage failure breach alert disaster war battle election festival",
    "period": "period deadline window clock term",
    "data": "data metadata dataset field attribute copy snapshot",
    "location": "region centre center office country city river island county village street mountain lake",
    "organization": "company university school association agency department club band party ministry museum",
}

TYPE_OF_HEAD = {word: kind for kind, words in _KINDS.items() for word in words.split()}
"""The type that the last word of a noun phrase tells, by its lemma."""

TECHNOLOGIES = frozenset(
    "api csv dns html http https imap ip json pdf rest saml scim smtp sql ssh sso tls url vpn xml".split()
)
"""Acronyms that the model takes for organisations."""

WEAK = frozenset(
    """same other another own new old certain various several such many few first second third last next previous
    following current whole entire main full only exact very most more less least much enough extra additional
    further large small big little good bad great long short early late different similar important possible
    available ordinary usual normal real true single multiple right present actual""".split()
)
"""Words that a name doesn't begin with."""

GENERIC = frozenset(
    """thing way kind sort type lot bit number amount part half piece end start beginning middle top bottom side
    rest place point case example instance reason fact moment time today tomorrow yesterday day week month year
    hour minute second morning afternoon evening night weekend quarter decade century monday tuesday wednesday
    thursday friday saturday sunday january february march april may june july august september october november
    december date age one ones other others nothing something anything everything somebody someone anybody
    anyone everybody everyone nobody none people person man woman word sentence question answer problem matter
    idea line step order list range variety series set pair couple dozen hundred thousand million billion
    percent majority rate degree effect result use name term purpose sense need chance attempt choice difference
    mistake hand eye fun lapse force detail section chapter paragraph item total addition fashion manner change
    action""".split()
)
"""Heads that name nothing by themselves: measures, time, and words that point at other words."""

THROUGH = frozenset("number amount copy list half part kind type lot majority use set series change rest piece".split())
"""Heads with an "of" behind which the thing meant stands: the number of seats."""

NOMINAL = {
    "keep": "retention",
    "retain": "retention",
    "delete": "deletion",
    "remove": "removal",
    "cancel": "cancellation",
    "pay": "payment",
    "restore": "restoration",
    "renew": "renewal",
    "publish": "publication",
    "found": "foundation",
    "bear": "birth",
    "die": "death",
    "write": "authorship",
    "direct": "direction",
    "perform": "performance",
    "own": "ownership",
    "approve": "approval",
    "lose": "loss",
}
"""The theme that a verb of a question stands for."""
