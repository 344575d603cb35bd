"""Which nodes part when keys change, followed by their mentions."""

from __future__ import annotations

from core.domain.decisions import NOTHING_RULED
from core.domain.graph import build_graph
from core.domain.partings import partings
from core.domain.policy import CAREFUL, Qualifiers, Tick, policy_named
from core.domain.records import EntityRow, RelationRow
from tests.graphs import entities, passage, together

BACKUPS = together(
    passage("a", EntityRow("Backup", "feature", "7 days."), EntityRow("Data", "record"), plan="Business"),
    passage("b", EntityRow("Backup", "feature", "30 days."), plan="Enterprise"),
    passage("c", EntityRow("Export", "feature"), RelationRow("Export", "Backup", "", ("reads",)), plan="Business"),
)


def parted(*ticks: Tick):
    after = policy_named("careful", Qualifiers(ticks))
    old, new = (entities(build_graph(BACKUPS, NOTHING_RULED, policy=p)) for p in (CAREFUL, after))
    keys = sorted({*old, *new})
    return partings((old.get(key), new.get(key)) for key in keys if old.get(key) != new.get(key))


def test_a_tick_shows_what_a_node_becomes_and_how_many_mentions_go_where() -> None:
    (found,) = parted(Tick("plan", names=frozenset({"backup"})))
    assert found.before.key == "backup"
    assert [(entity.qualifier, count) for entity, count in found.after] == [("Business", 1), ("Enterprise", 1)]
    assert found.parts


def test_what_only_goes_by_another_key_does_not_part_and_comes_last() -> None:
    found = parted(Tick("plan", types=frozenset({"feature"})))
    assert [(each.before.key, each.parts) for each in found] == [("backup", True), ("export", False)]


def test_nothing_changed_parts_nothing() -> None:
    assert parted(Tick("version", types=frozenset({"feature"}))) == ()
