"""Calls of the customer's policy system with the token of the state record."""

import http.client
import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Optional, Tuple

from .errors import PolicySystemError


class PolicySystem:
    """A client for one tenant. A refused token is renewed once."""

    def __init__(
        self,
        state: Dict[str, Any],
        renew: Optional[Callable[[], Dict[str, Any]]] = None,
        tenant: Optional[str] = None,
        timeout: float = 10,
    ) -> None:
        self._state = state
        self._renew = renew
        self._tenant = tenant
        self._timeout = timeout

    def request(self, method: str, path: str, body: Any = None) -> Any:
        try:
            return self._send(self._state, method, path, body)
        except PolicySystemError as error:
            if error.status != 401 or self._renew is None:
                raise
            self._state = self._renew()
            return self._send(self._state, method, path, body)

    def get(self, path: str) -> Any:
        return self.request("GET", path)

    def post(self, path: str, body: Any) -> Any:
        return self.request("POST", path, body)

    def policy(self, locator: str) -> Any:
        """Connected variant."""
        return self.get("/policy/" + urllib.parse.quote(locator, safe=""))

    def policyholder(self, locator: str) -> Any:
        """Connected variant."""
        return self.get("/policyholder/" + urllib.parse.quote(locator, safe=""))

    def resource(self, kind: str, locator: str) -> Any:
        """Enterprise variant: `policies`, `quotes` or `accounts`."""
        parts = [urllib.parse.quote(part, safe="") for part in (self._tenant or "", kind, locator)]
        return self.get("/policy/" + "/".join(parts))

    def _send(self, state: Dict[str, Any], method: str, path: str, body: Any) -> Any:
        url = state["platformApiUrl"].rstrip("/") + "/" + path.lstrip("/")
        request = urllib.request.Request(url, method=method)
        request.add_header("accept", "application/json")
        request.add_header("authorization", "Bearer " + state["token"])
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("content-type", "application/json")
        said = f"{method} {path}: the policy system"
        try:
            with _opener.open(request, timeout=max(0.05, self._timeout)) as answer:
                return _parse(answer.read())
        except urllib.error.HTTPError as error:
            with error:
                content = _parse(error.read())
            raise PolicySystemError(f"{said} answered {error.code}.", error.code, content) from None
        except (OSError, ValueError, http.client.HTTPException):
            raise PolicySystemError(f"{said} did not answer.", 0) from None


class _SameOrigin(urllib.request.HTTPRedirectHandler):
    """The token goes to the policy system alone: a redirect to another origin is an answer, and not followed."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if _origin(req.full_url) != _origin(newurl):
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _origin(url: str) -> Tuple[str, str]:
    parts = urllib.parse.urlsplit(url)
    return parts.scheme, parts.netloc


_opener = urllib.request.build_opener(_SameOrigin)


def _parse(content: bytes) -> Any:
    text = content.decode("utf-8", "replace")
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text
