"""Calls of the customer's policy system with the token of the state record."""

import json
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Optional

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
        request = urllib.request.Request(state["platformApiUrl"].rstrip("/") + path, method=method)
        request.add_header("authorization", "Bearer " + state["token"])
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("content-type", "application/json")
        where = f"{method} {path}"
        try:
            with urllib.request.urlopen(request, timeout=max(0.05, self._timeout)) as answer:
                text = answer.read()
                return json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode("utf-8", "replace")
            raise PolicySystemError(f"{where} was answered with {error.code}.", error.code, text) from None
        except (OSError, ValueError) as error:
            raise PolicySystemError(f"{where} was not answered ({type(error).__name__}).", 0) from None
