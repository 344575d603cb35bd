"""Where the line between supported and unsupported lies: sentences written for the sample handbook, measured.

    python -m bench.support [--model EMBEDDER [--host URL]]

Half of the sentences say in other words what a page says, half are made up about the same things. Each is measured
against its page, by the embedded embedder (or by one of Ollama's) and by shared words. Prints, for each line that could
be drawn, how many of either half would fall on the right side of it. Numbers, which are checked apart, are left out.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence

from core.adapters.embedded import MiniLMEmbedder
from core.adapters.ollama import OllamaEmbedder, OllamaServer
from core.assets import sample_folder
from core.domain.answers import Measure
from core.domain.citations import check_citations
from core.domain.records import Chunk, Keywords
from core.domain.support import Draft, Ground, Likeness, shared_words
from core.domain.trace import KeptChunk, TokenUse, Trace
from core.ports import Embedder
from core.services.likeness import LEAST, LikenessDesk

# page -> (what it says in other words, what is made up)
CASES: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "data/backup-business.md": (
        (
            "Every night all workspaces are copied.",
            "The settings of integrations are not part of the nightly copy.",
            "Only the Owner may request that a backup be restored.",
            "Restoring a backup overwrites everything that was entered after that night.",
            "You can get a deleted record back from the bin without a restore.",
            "Once the account is read-only, no more backups are made.",
            "Backups are kept in the region of the account.",
        ),
        (
            "Backups are encrypted with a key that the customer holds.",
            "The support desk calls the Owner before each restore.",
            "A backup can be downloaded as a single archive.",
            "Members receive a message when a backup has failed.",
            "Backups of attachments are compressed before they are stored.",
            "Restores are free for schools and charities.",
            "The backup runs again at noon on working days.",
        ),
    ),
    "admin/roles.md": (
        (
            "One person can't hold two roles in the same account.",
            "Starting a cancellation is up to the Owner.",
            "Admins are allowed to see invoices but not to alter how they are paid.",
            "Members are not permitted to look at the audit log.",
            "There is no role for guests in Larkspur.",
            "Should the Owner leave, an Admin turns to the support desk.",
            "An ownership transfer expires if the Admin does not accept it in time.",
        ),
        (
            "An Admin may lend the role to a Member for a day.",
            "Roles can be bought as an extra for each seat.",
            "The Owner has to confirm the list of Admins every quarter.",
            "Members can see the prices of all plans in their profile.",
            "A visitor becomes a Member after filling in three forms.",
            "The Owner can hide boards from all Admins.",
            "Roles are shown in a different colour on the Account page.",
        ),
    ),
    "billing/cancellation.md": (
        (
            "Nobody but the Owner is able to cancel.",
            "After a cancellation the account goes on working until the period is over.",
            "Paying once undoes a cancellation as long as the retention clock runs.",
            "API tokens stop being valid on the period's last day when you cancel.",
            "You should export your data before cancelling.",
            "Going down to a smaller plan does not start the retention clock.",
            "The backup is not deleted by the cancellation itself.",
        ),
        (
            "A cancelled customer gets a discount for coming back.",
            "Cancellation has to be sent by registered letter.",
            "The Owner is asked for the reason of the cancellation in a form.",
            "Larkspur publishes the number of cancellations each year.",
            "Admins can veto a cancellation.",
            "A cancelled account loses its web address at once.",
            "Billing pays back what is left of the period.",
        ),
    ),
    "connect/api-tokens.md": (
        (
            "Programs use API tokens to work with Larkspur instead of a person.",
            "A token can be seen only once, as Larkspur keeps just its hash.",
            "No token can be used to cancel or delete an account.",
            "You are warned before a token runs out.",
            "To rotate a token, make a new one, switch the program, then revoke the old one.",
            "Programs that send too many requests are answered with a waiting time.",
            "Reversing a cancellation does not bring revoked tokens back.",
        ),
        (
            "A token can be tied to one network address.",
            "Tokens are sent by e-mail to the Admin who made them.",
            "The rate limit is lifted for customers who ask for it.",
            "Larkspur offers client libraries for five languages.",
            "A token may be shared between two accounts.",
            "Members can create tokens that only read.",
            "The Connect page lists the programs that used each token.",
        ),
    ),
    "admin/audit-log.md": (
        (
            "Nothing in the audit log is ever changed afterwards.",
            "Changes of roles and exports are written into the audit log.",
            "Looking at a record leaves no line in the audit log.",
            "The log disappears when the account is deleted.",
            "The Owner can get the log as a CSV file.",
            "Creating a token triggers an alert for the Owner.",
            "Alerts can't be turned off.",
        ),
        (
            "The audit log can be searched by voice.",
            "An auditor gets a seat of their own for free.",
            "The log is signed by an outside notary each month.",
            "Entries are translated into the reader's language.",
            "Admins may delete lines that are older than a year.",
            "Larkspur staff read the log once a week.",
            "The log counts how long each Member was signed in.",
        ),
    ),
}
CHINESE: dict[str, tuple[Sequence[str], Sequence[str]]] = {
    "tea-cooperative.md": (
        (
            "云溪绿芽是在清明之前采摘的。",
            "质检小组负责检查每批茶叶。",
            "没有批次号的茶叶不能用“云溪”商标。",
            "石桥红茶目前还不对外出售。",
            "鲜叶在采摘当天被收购。",
        ),
        (
            "合作社向社员提供低息贷款。",
            "茶叶通过铁路运往北方城市。",
            "质检小组由县政府派人组成。",
            "游客可以报名学习炒茶。",
            "绿茶的包装盒由竹子制成。",
        ),
    ),
    "lamp-museum.md": (
        (
            "博物馆设在白沙镇的旧灯塔里。",
            "游客能隔着玻璃观看修复工作。",
            "借展的保险由借展方负担。",
            "水晶透镜不能借给其他博物馆。",
            "刮大风时夜间点灯活动会取消。",
        ),
        (
            "博物馆出售仿制的油灯纪念品。",
            "馆藏部每年出版一本图录。",
            "展厅里禁止使用闪光灯。",
            "灯塔的楼梯装有电梯供老人使用。",
            "海事学院的学生可以免费住宿。",
        ),
    ),
}
LINES = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)


def main() -> None:
    """Print one table for each language and measure."""
    parser = argparse.ArgumentParser(description="Measure support on sentences written for the samples.")
    parser.add_argument("--model", help="an embedding model of Ollama's (default: the embedded one)")
    parser.add_argument("--host", default="")
    options = parser.parse_args()
    embedder = OllamaEmbedder(OllamaServer(options.host), options.model) if options.model else MiniLMEmbedder()
    for sample, cases in (("larkspur", CASES), ("chinese", CHINESE)):
        for measure, scores in _measured(sample, cases, embedder).items():
            sys.stdout.write(_table(f"{sample}, {measure}", *scores, LEAST[measure]))


def _measured(
    sample: str, cases: dict[str, tuple[Sequence[str], Sequence[str]]], embedder: Embedder
) -> dict[Measure, tuple[list[float], list[float]]]:
    found: dict[Measure, tuple[list[float], list[float]]] = {}
    for page, halves in cases.items():
        text = (sample_folder(sample) / page).read_text(encoding="utf-8").split("---\n", 2)[2]
        ground = Ground(_trace(text))
        for half, said in enumerate(halves):
            for sentence in said:
                draft = Draft(check_citations(f"{sentence} [1]", {1}), ground)
                likeness, measure, _ = LikenessDesk(lambda: embedder).measure(draft.texts)
                ways: dict[Measure, Likeness] = {measure: likeness, "words": shared_words}
                for name, way in ways.items():
                    found.setdefault(name, ([], []))[half].append(draft.judged(way, 0)[0].support or 0.0)
    return found


def _trace(text: str) -> Trace:
    chunk = KeptChunk(Chunk("page#1", "page", 0, text), 1.0, 1, ("vector",), 1)
    return Trace("?", "naive", "careful", None, Keywords(), (), (), (), (chunk,), (), TokenUse())


def _table(title: str, said: Sequence[float], made_up: Sequence[float], line: float) -> str:
    rows = [f"\n{title} (the line in use: {line}); quartiles {_quartiles(said)} said, {_quartiles(made_up)} made up\n"]
    rows += ["\n| line | said: supported | made up: unsupported | mean |\n|---|---|---|---|\n"]
    for at in LINES:
        right, caught = _share(said, lambda s, at=at: s >= at), _share(made_up, lambda s, at=at: s < at)
        rows.append(f"| {at:.2f} | {right:.2f} | {caught:.2f} | {(right + caught) / 2:.2f} |\n")
    return "".join(rows)


def _share(scores: Sequence[float], wanted: Callable[[float], bool]) -> float:
    return sum(map(wanted, scores)) / len(scores)


def _quartiles(scores: Sequence[float]) -> str:
    ordered = sorted(scores)
    return " ".join(f"{ordered[len(ordered) * part // 4]:.2f}" for part in (1, 2, 3))


if __name__ == "__main__":
    main()
