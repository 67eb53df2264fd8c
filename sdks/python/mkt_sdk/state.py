"""The customer's state: read on every request, kept only to be confirmed by its ETag."""

import json
import os
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections import OrderedDict
from typing import Any, Dict, Mapping, Optional, Tuple

from .errors import StateError

FINAL = ("key_unknown", "key_expired", "route_inactive")
KEPT_AT_MOST = 500

_kept: "OrderedDict[str, Tuple[str, bytes]]" = OrderedDict()
_lock = threading.Lock()


def read_state(headers: Mapping[str, str], state_api: Optional[str] = None, timeout: float = 5) -> Dict[str, Any]:
    """Reads settings, mappings, address and token of the customer a request belongs to. Do not keep it beyond the request."""
    return _read("state", headers, state_api, timeout)


def read_settings(headers: Mapping[str, str], state_api: Optional[str] = None, timeout: float = 5) -> Dict[str, Any]:
    """Reads settings and mappings alone: answers also while the policy system is out of reach."""
    return _read("settings", headers, state_api, timeout)


def _read(what: str, headers: Mapping[str, str], state_api: Optional[str], timeout: float) -> Dict[str, Any]:
    lower = {name.lower(): value for name, value in headers.items()}
    key = lower.get("x-mkt-key")
    if not key:
        raise StateError("key_missing", "The request has no x-mkt-key header: only the platform can send one.")
    origin = (state_api or os.environ.get("MKT_STATE_API", "")).rstrip("/")
    if not origin:
        raise StateError("state_api_missing", "MKT_STATE_API is not set: the platform sets it in the container.")
    url = origin + "/" + what + "/" + urllib.parse.quote(key, safe="")
    request = urllib.request.Request(url)
    with _lock:
        known = _kept.get(url)
    if known:
        request.add_header("if-none-match", known[0])
    if lower.get("traceparent"):
        request.add_header("traceparent", lower["traceparent"])
    try:
        with urllib.request.urlopen(request, timeout=max(0.05, timeout)) as answer:
            body = answer.read()
            _keep(url, answer.headers.get("etag"), body)
            # Parsed for each request: a handler that changes its record changes it for nobody else.
            return json.loads(body)
    except urllib.error.HTTPError as error:
        with error:
            if error.code == 304 and known:
                _keep(url, known[0], known[1])
                return json.loads(known[1])
            with _lock:
                _kept.pop(url, None)
            raise _problem(error) from None
    except (OSError, ValueError) as error:
        # The text of the cause may hold the address, and the address holds the key.
        reason = type(error).__name__
        raise StateError("state_unreachable", f"The state interface did not answer ({reason}).", True, 5) from None


def _keep(url: str, etag: Optional[str], body: bytes) -> None:
    if not etag:
        return
    with _lock:
        _kept[url] = (etag, body)
        _kept.move_to_end(url)
        while len(_kept) > KEPT_AT_MOST:
            _kept.popitem(last=False)


def _problem(error: urllib.error.HTTPError) -> StateError:
    try:
        body = json.loads(error.read())
    except (OSError, ValueError):
        body = {}
    said = body if isinstance(body, dict) else {}
    code = said.get("code") or "state_unreachable"
    detail = said.get("detail") or f"The state interface answered {error.code}."
    after = error.headers.get("retry-after", "")
    return StateError(code, detail, code not in FINAL, float(after) if after.isdigit() else None)
