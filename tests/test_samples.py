"""The facts about the shipped samples on which the lesson and other tests rely.

Reads the files as they are, without any loader of the project, so that a broken loader can't hide a broken sample.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

SAMPLES = Path(__file__).resolve().parents[1] / "assets" / "samples"
LARKSPUR = SAMPLES / "larkspur"
CHINESE = SAMPLES / "chinese"
PAGES = sorted(LARKSPUR.rglob("*.md"))
ALL_PAGES = PAGES + sorted(CHINESE.rglob("*.md"))
CJK = re.compile(r"[\u4e00-\u9fff]")


def read(page: Path) -> tuple[dict[str, Any], str]:
    """Front matter and body of a page; the page must begin with `---`."""
    empty, front, body = page.read_text(encoding="utf-8").split("---\n", 2)
    assert empty == ""
    metadata = yaml.safe_load(front)
    assert isinstance(metadata, dict)
    return metadata, body


def name(page: Path) -> str:
    return page.relative_to(SAMPLES).as_posix()


def pages_saying(sentence: str) -> list[str]:
    """Larkspur pages whose body holds the sentence, case aside, in path order."""
    return [page.relative_to(LARKSPUR).as_posix() for page in PAGES if sentence.lower() in read(page)[1].lower()]


def test_larkspur_has_twelve_to_twenty_pages_in_folders() -> None:
    assert 12 <= len(PAGES) <= 20
    assert all(len(page.relative_to(LARKSPUR).parts) == 2 for page in PAGES)


@pytest.mark.parametrize("page", ALL_PAGES, ids=name)
def test_front_matter_is_complete_and_of_the_right_kinds(page: Path) -> None:
    metadata, _ = read(page)
    for field in ("title", "product", "version"):
        assert isinstance(metadata[field], str), field
        assert metadata[field].strip(), field
    audience = metadata["audience"]
    assert isinstance(audience, list)
    assert audience
    assert set(audience) <= ({"customer", "staff"} if page in PAGES else {"member", "visitor"})


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_larkspur_page_names_a_known_plan_and_has_a_readable_length(page: Path) -> None:
    metadata, body = read(page)
    assert metadata["plan"] in {"Business", "Enterprise", "all"}
    assert 150 <= len(body.split()) <= 450


@pytest.mark.parametrize("page", ALL_PAGES, ids=name)
def test_the_first_heading_is_the_title(page: Path) -> None:
    metadata, body = read(page)
    assert body.startswith(f"# {metadata['title']}\n")


def test_titles_are_told_apart() -> None:
    titles = [read(page)[0]["title"] for page in ALL_PAGES]
    assert len(set(titles)) == len(titles)


def test_exactly_one_page_replaces_another_that_exists_and_is_older() -> None:
    replacing = [(page, read(page)[0]) for page in PAGES if "replaces" in read(page)[0]]
    assert len(replacing) == 1
    page, metadata = replacing[0]
    old, _ = read(LARKSPUR / metadata["replaces"])
    assert LARKSPUR / metadata["replaces"] != page
    assert old["version"] < metadata["version"]


def test_the_two_policies_disagree_in_their_numbers() -> None:
    sentence = "Data retention keeps the data of a cancelled account for {} days"
    assert pages_saying(sentence.format(60)) == ["policies/retention-2024.md"]
    assert pages_saying(sentence.format(30)) == ["policies/retention-2025.md"]


def test_each_plan_has_its_own_backup_period_on_a_page_of_its_own() -> None:
    business = pages_saying("the daily backup is kept for 7 days")
    enterprise = pages_saying("the daily backup is kept for 30 days")
    assert business == ["data/backup-business.md"]
    assert enterprise == ["data/backup-enterprise.md"]
    assert read(LARKSPUR / business[0])[0]["plan"] == "Business"
    assert read(LARKSPUR / enterprise[0])[0]["plan"] == "Enterprise"


def test_one_name_stands_for_a_service_and_for_a_company() -> None:
    service = pages_saying("Beacon is the notification service")
    company = pages_saying("Beacon is a partner company")
    assert (service, company) == (["support/status-and-incidents.md"], ["connect/integrations.md"])
    assert read(LARKSPUR / service[0])[0]["product"] != read(LARKSPUR / company[0])[0]["product"]


def test_the_legal_hold_is_defined_for_staff_only_and_named_elsewhere() -> None:
    assert pages_saying("A legal hold is an order") == ["support/restore-desk.md"]
    assert read(LARKSPUR / "support/restore-desk.md")[0]["audience"] == ["staff"]
    assert len(pages_saying("legal hold")) >= 3


def test_the_processing_agreement_is_named_and_never_defined() -> None:
    assert len(pages_saying("Data processing agreement")) >= 3
    assert pages_saying("Data processing agreement is") == []


def test_the_chain_from_cancellation_to_the_backups_runs_over_several_pages() -> None:
    links = [
        ("cancellation starts the retention clock", "billing/cancellation.md"),
        ("data retention starts account deletion", "policies/retention-2025.md"),
        ("Account deletion removes every daily backup", "data/account-deletion.md"),
        ("An export must be made before data retention ends", "data/export.md"),
    ]
    assert [pages_saying(sentence) for sentence, _ in links] == [[page] for _, page in links]


def test_relations_are_told_in_both_directions() -> None:
    assert pages_saying("Data retention counts its days from cancellation") == ["policies/retention-2025.md"]
    assert pages_saying("Account deletion precedes the final invoice") == ["policies/retention-2024.md"]
    assert pages_saying("The final invoice precedes account deletion") == ["policies/retention-2025.md"]


def test_the_chinese_texts_are_short_and_chinese() -> None:
    texts = [read(page)[1] for page in sorted(CHINESE.rglob("*.md"))]
    assert 1 <= len(texts) <= 2
    assert all(300 <= len(CJK.findall(text)) <= 800 for text in texts)
