"""Documents and revisions: what is in view, what comes back, what was taken off or could not be read."""

from __future__ import annotations

from core.domain.records import EntityRow, Extraction, Page, Removed, RowIssue, Unread
from core.store.documents import NewChunk
from core.store.store import Store
from tests.storing import add, new_chunks, read_all, revision

SAYS = Extraction((EntityRow("Export", "feature", "Saves all."),))


def texts(store: Store) -> list[str]:
    return [chunk.text for chunk in store.documents.chunks()]


def test_a_document_is_added_with_its_chunks_in_order(store: Store) -> None:
    numbers = add(store, "a/b.md", "One.", "Two.", "One.")
    pending = store.documents.pending()
    assert [p.id for p in pending] == list(numbers)
    assert [(p.chunk.id, p.chunk.position, p.occurrence) for p in pending] == [
        ("a/b.md#1", 0, 0),
        ("a/b.md#2", 1, 0),
        ("a/b.md#3", 2, 1),
    ]
    assert store.documents.text("a/b.md") == "One.\nTwo.\nOne."
    assert store.documents.current_revision("a/b.md") == (revision("a/b.md", "One.\nTwo.\nOne.").hash, "r", False)


def test_what_is_not_here_is_nothing(store: Store) -> None:
    assert store.documents.current_revision("x") is None
    assert store.documents.text("x") == ""
    assert store.documents.removed("x") == ()
    assert store.documents.rows() == ()
    assert store.documents.pending("x") == ()


def test_the_same_content_again_adds_no_chunk_and_keeps_what_was_read(store: Store) -> None:
    add(store, "a", "One.")
    read_all(store, SAYS)
    before = store.mentions.evidence()
    assert add(store, "a", "One.") == ()
    assert store.mentions.evidence() == before
    assert store.documents.pending() == ()


def test_changed_content_is_a_new_revision_and_the_old_evidence_is_out_of_view(store: Store) -> None:
    add(store, "a", "One.")
    read_all(store, SAYS)
    add(store, "a", "Other.")
    assert texts(store) == ["Other."]
    assert store.mentions.evidence().entities == ()
    assert [p.chunk.text for p in store.documents.pending()] == ["Other."]
    assert store.mentions.progress().read == 0


def test_an_earlier_revision_comes_back_with_what_was_read_from_it(store: Store) -> None:
    add(store, "a", "One.")
    read_all(store, SAYS)
    before = store.mentions.evidence()
    add(store, "a", "Other.")
    read_all(store, Extraction())
    assert add(store, "a", "One.") == ()
    assert store.mentions.evidence() == before
    assert texts(store) == ["One."]


def test_another_recipe_is_another_revision(store: Store) -> None:
    add(store, "a", "One. Two.")
    read_all(store, SAYS)
    store.documents.add(revision("a", "One. Two.", recipe="smaller"), new_chunks("One.", "Two."))
    assert texts(store) == ["One.", "Two."]
    assert store.mentions.evidence().entities == ()


def test_a_document_that_is_withdrawn_is_in_no_view_until_it_is_given_back(store: Store) -> None:
    add(store, "a", "One.")
    add(store, "b", "Two.")
    read_all(store, SAYS)
    before = store.mentions.evidence()
    assert store.documents.set_withdrawn("a", True)
    assert texts(store) == ["Two."]
    assert {m.chunk for m in store.mentions.evidence().entities} == {"b#1"}
    assert [row.withdrawn for row in store.documents.rows()] == [True, False]
    assert store.documents.set_withdrawn("a", False)
    assert store.mentions.evidence() == before


def test_withdrawing_what_is_not_here_says_so(store: Store) -> None:
    assert not store.documents.set_withdrawn("x", True)


def test_a_withdrawn_document_that_is_added_again_is_in_view_again(store: Store) -> None:
    add(store, "a", "One.")
    store.documents.set_withdrawn("a", True)
    add(store, "a", "One.")
    assert texts(store) == ["One."]


def test_a_version_is_counted_for_each_change_of_the_view(store: Store) -> None:
    versions = [store.version()]
    add(store, "a", "One.")
    versions.append(store.version())
    read_all(store, SAYS)
    versions.append(store.version())
    store.documents.set_withdrawn("a", True)
    versions.append(store.version())
    store.ledger.append("hide", {"node": {"name": "x"}}, at="t")
    versions.append(store.version())
    assert len(set(versions)) == 5


def test_documents_are_in_the_order_of_code_points(store: Store) -> None:
    for name in ("é", "b", "B", "a#row-2", "a", "手册"):
        add(store, name, f"{name} says.")
    assert [row.document.id for row in store.documents.rows()] == ["B", "a", "a#row-2", "b", "é", "手册"]
    assert [chunk.document for chunk in store.documents.chunks()] == ["B", "a", "a#row-2", "b", "é", "手册"]


def test_a_chunk_has_the_fields_of_its_document_and_its_own_over_them(store: Store) -> None:
    new = revision("a", "x", metadata={"plan": "Business", "version": 3}, title="The title")
    own = [NewChunk("1", "x", 0), NewChunk("2", "y", 0, "Own title", {"plan": ["Enterprise"]}, start=0, end=1, page=7)]
    store.documents.add(new, own)
    first, second = store.documents.chunks()
    assert (first.title, first.metadata) == ("The title", {"plan": "Business", "version": 3})
    assert (second.title, second.metadata) == ("Own title", {"plan": ["Enterprise"], "version": 3})
    assert (first.start, first.page, second.start, second.end, second.page) == (None, None, 0, 1, 7)


def test_one_line_counts_what_became_of_a_document(store: Store) -> None:
    pages, removed = (Page(1, 0, 4), Page(2, 4, 9)), (Removed(2, "Footer", "repeats"), Removed(1, "Head", "repeats"))
    store.documents.add(revision("a", "One. Two.", pages=pages, removed=removed), new_chunks("One.", "Two.", "Three."))
    first, second, _ = store.documents.pending()
    issue = RowIssue("rejected", "{}", "has no name")
    store.mentions.save(first, Extraction(SAYS.entities, issues=(issue, RowIssue("repaired", "x", "y"))), "r", "t")
    store.mentions.fail(second, "no answer")
    (row,) = store.documents.rows()
    assert (row.chunks, row.read, row.failed, row.entities, row.relations, row.rejected) == (3, 1, 1, 1, 0, 1)
    assert (row.characters, row.removed) == (9, 2)
    assert store.documents.removed("a") == (removed[1], removed[0])


def test_what_could_not_be_read_is_listed_once_with_its_last_reason(store: Store) -> None:
    store.documents.list_unread([Unread("b.pdf", "scanned", "Run OCR.", 2), Unread("a.txt", "empty")], "t")
    store.documents.list_unread([Unread("a.txt", "still empty", "Fill it.")], "t")
    assert store.documents.unread() == (
        Unread("a.txt", "still empty", "Fill it."),
        Unread("b.pdf", "scanned", "Run OCR.", 2),
    )
    store.documents.forget_unread("b.pdf")
    assert [u.name for u in store.documents.unread()] == ["a.txt"]


def test_what_was_listed_for_lines_of_a_file_is_forgotten_with_it(store: Store) -> None:
    names = ["up/x_1.jsonl line 3", "up/x_1.jsonl", "up/xa1.jsonl line 3", "up/x_1.jsonl.md"]
    store.documents.list_unread([Unread(name, "bad") for name in names], "t")
    store.documents.forget_unread("up/x_1.jsonl")
    assert [u.name for u in store.documents.unread()] == ["up/x_1.jsonl.md", "up/xa1.jsonl line 3"]


def test_hostile_names_and_texts_are_kept_as_they_are(store: Store) -> None:
    name = "a'); DROP TABLE documents;--/../\u202e.md"
    add(store, name, "<script>alert(1)</script> %s {0}", metadata={"x": "'\"; --"})
    (chunk,) = store.documents.chunks()
    assert (chunk.document, chunk.text, chunk.metadata) == (
        name,
        "<script>alert(1)</script> %s {0}",
        {"x": "'\"; --"},
    )


def test_originals_are_kept_under_their_hash_once(store: Store) -> None:
    name = store.keep_original(b"content")
    assert store.keep_original(b"content") == name
    kept = [path for path in (store.folder / "originals").rglob("*") if path.is_file()]
    assert [(path.name, path.read_bytes()) for path in kept] == [(name, b"content")]
