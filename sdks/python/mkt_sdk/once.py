"""Does the work of an event once, although it may be delivered several times."""

import threading
from collections import OrderedDict
from typing import Any, Callable, Optional

from .errors import TryAgain


class MemoryOnceStore:
    """Spares most repeats within one container; promises nothing across containers. A real store is a table with a unique key."""

    def __init__(self, at_most: int = 10_000) -> None:
        self._at_most = at_most
        self._states: "OrderedDict[str, str]" = OrderedDict()
        self._lock = threading.Lock()

    def claim(self, id: str) -> str:
        """`claimed` for exactly one caller; `running` while that one works; `done` afterwards."""
        with self._lock:
            known = self._states.get(id)
            if known:
                return known
            self._states[id] = "running"
            if len(self._states) > self._at_most:
                self._states.popitem(last=False)
            return "claimed"

    def finish(self, id: str) -> None:
        with self._lock:
            self._states[id] = "done"

    def release(self, id: str) -> None:
        with self._lock:
            self._states.pop(id, None)


def once(store: MemoryOnceStore, id: str, work: Callable[[], Any]) -> Optional[Any]:
    """Runs the work once for an id; failed work may be repeated. Use `f"{context.route_id}/{context.webhook_id}"`."""
    claim = store.claim(id)
    if claim == "done":
        return None
    if claim == "running":
        raise TryAgain("The same event is being handled already.", 5)
    try:
        result = work()
        store.finish(id)
        return result
    except BaseException:
        store.release(id)
        raise
