"""Keeps traces only of what is still here in the transaction that keeps them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.domain.codec import plain
from core.domain.modes import Parameters
from core.domain.trace import Trace
from core.domain.trace_codec import dump_traces
from core.services.runs_documents import Rests
from core.store.runs import NewTraces
from core.store.store import Store

ByMode = Mapping[str, Parameters]
Traces = Mapping[str, Trace]


class Keeper:
    """`limited`: for a viewer, of whose runs all passages are noted."""

    def __init__(self, store: Store, rests: Rests, limited: bool) -> None:
        self._database, self._rests, self._limited = store.database, rests, limited

    def put(self, put: Callable[[NewTraces], None], traces: Traces, parameters: Parameters | ByMode | None) -> bool:
        """Let traces be stored if what they show and name is here; whether it is.

        Working out what they rest on may take a while, so others may write meanwhile: then it is done once more.
        """
        version = self._database.version("evidence")
        found = self._made(traces, parameters, version)
        with self._database.write():
            now = self._database.version("evidence")
            found = found if now == version else self._made(traces, parameters, now)
            if found is not None:
                put(found)
        return found is not None

    def _made(self, traces: Traces, parameters: Parameters | ByMode | None, evidence: int) -> NewTraces | None:
        if not self._rests.stands(traces.values(), evidence):
            return None
        given = parameters if isinstance(parameters, Mapping) else dict.fromkeys(traces, parameters or Parameters())
        numbers = {mode: plain(given.get(mode, Parameters())) for mode in traces}
        passages = self._rests.under(traces.values()) if self._limited else ()
        return NewTraces(numbers, dump_traces(traces), self._rests.on(traces.values()), passages)
