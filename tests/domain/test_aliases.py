"""Names with a translation in brackets become proposals, and nothing else does."""

import pytest

from core.domain.aliases import alias_proposals, translation
from core.domain.decisions import Decision, fold
from core.domain.names import NodeRef
from core.domain.records import EntityMention


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("奇瑞 (Chery)", ("奇瑞", "Chery")),
        ("奇瑞（Chery）", ("奇瑞", "Chery")),
        ("Chery (奇瑞)", ("Chery", "奇瑞")),
        ("Москва (Moscow)", ("Москва", "Moscow")),
        ("القاهرة (Cairo)", ("القاهرة", "Cairo")),
        ("서울 (Seoul)", ("서울", "Seoul")),
    ],
)
def test_a_translation_in_brackets_is_seen(name: str, parts: tuple[str, str]) -> None:
    assert translation(name) == parts


@pytest.mark.parametrize(
    "name",
    ["Mercury (planet)", "Hello Love (song)", "東京 (とうきょう)", "奇瑞", "(Chery)", "ISO 9001 (2015)", "奇瑞 ()", ""],
)
def test_what_only_tells_apart_or_explains_is_no_translation(name: str) -> None:
    assert translation(name) is None


def test_a_proposal_names_its_mentions_and_is_a_decision_that_acts() -> None:
    said = [EntityMention("m1", "d#1", 0, "奇瑞 (Chery)"), EntityMention("m2", "d#2", 0, "奇瑞（Chery）")]
    other = EntityMention("m3", "d#2", 1, "Chery")
    (proposal,) = alias_proposals([*said, other])
    assert proposal.mentions == ("m1", "m2")
    body = dict(proposal.decision)
    resolution = fold([Decision(1, body.pop("kind"), body)])
    places = {resolution.place(NodeRef.of(m.name), m.id).ref for m in (*said, other)}
    assert places == {NodeRef.of("奇瑞")}


def test_proposals_are_in_the_order_of_names_whatever_the_order_of_mentions() -> None:
    said = [EntityMention("m1", "d#1", 0, "腾讯 (Tencent)"), EntityMention("m2", "d#1", 1, "奇瑞 (Chery)")]
    assert [p.name for p in alias_proposals(said)] == [p.name for p in alias_proposals(said[::-1])]
