"""The strings of withdrawing documents and giving them back."""

from __future__ import annotations

WITHDRAW = "Withdraw …"
WITHDRAW_HELP = "Shows first what it would change. The document can be restored at any time."
TITLE = "What withdrawing would do"
HINT = (
    "Nothing of the document will be shown, searched or answered from, as if it had never been added. "
    "It is kept and can be restored."
)
PASSAGE, PASSAGES = "1 passage goes out of sight.", "{count:,} passages go out of sight."
BACK, BACKS = "1 passage comes back.", "{count:,} passages come back."
RUN, RUNS = "1 kept question goes out of sight with it:", "{count:,} kept questions go out of sight with it:"
MORE = "and {count:,} more"
ANSWER, ANSWERS = "1 kept answer is used no more.", "{count:,} kept answers are used no more."
REVIEW = "Due for another look: {what}"
AWAKE = "Acts again: {what}"
DO = "Withdraw it"
CANCEL = "Leave it"
DONE = "“{name}” is withdrawn. “Withdrawn” lists it, and restores it."

NONE = "Nothing is withdrawn"
NONE_HINT = "A document that is withdrawn is out of sight everywhere; here it can be restored."
LIST_HINT = "Nothing of these is shown, searched or answered from. To erase one for good, use the command `{command}`."
COMMAND = "lightprism purge"
SINCE = "{id} · passages: {passages:,} · withdrawn {at} UTC"
SINCE_UNKNOWN = "{id} · passages: {passages:,}"
RESTORE = "Restore"
SHOW = "What would come back"
RESTORED = "“{name}” is back, as if it had never gone."
