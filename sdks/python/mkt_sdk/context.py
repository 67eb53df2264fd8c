"""What a handler knows beside the payload: whose request it is, and the way to that customer's state."""

import json
import time
import urllib.parse
from typing import Any, Dict, List, Mapping, Optional

from .errors import GiveUp, SdkError
from .policy_system import PolicySystem
from .state import read_settings, read_state

# An attempt of a delivery ends after 15 s, a hook after 60 s.
UNLIMITED_SECONDS = 60.0


class Context:
    def __init__(self, method: str, url: str, headers: Mapping[str, str], body: bytes, state_api: Optional[str]) -> None:
        parts = urllib.parse.urlsplit(url)
        self.method = method.upper()
        self.path = parts.path
        self.query: Dict[str, List[str]] = urllib.parse.parse_qs(parts.query)
        self.body = body
        self.headers = {name.lower(): value for name, value in headers.items()}
        self.route_id = self.headers.get("x-mkt-route")
        self.tenant = self.headers.get("x-mkt-tenant")
        self.request_id = self.headers.get("x-request-id")
        self.webhook_id = self.headers.get("webhook-id")
        attempt = self.headers.get("x-mkt-attempt", "")
        self.attempt = int(attempt) if attempt.isdigit() else 1
        given = self.headers.get("x-mkt-deadline-ms", "")
        seconds = min(int(given) / 1000, UNLIMITED_SECONDS) if given.isdigit() else UNLIMITED_SECONDS
        self._deadline = time.monotonic() + seconds
        self._state_api = state_api
        self._state: Optional[Dict[str, Any]] = None
        self._settings: Optional[Dict[str, Any]] = None

    def header(self, name: str) -> Optional[str]:
        return self.headers.get(name.lower())

    def remaining(self) -> float:
        """Seconds that are left for this answer: give them to whatever you call as its timeout."""
        return max(0.0, self._deadline - time.monotonic())

    def state(self) -> Dict[str, Any]:
        """The state record; read once in a request."""
        if self._state is None:
            self._state = read_state(self.headers, self._state_api, min(5.0, self.remaining()))
        return self._state

    def settings(self) -> Dict[str, Any]:
        """Settings and mappings alone, also while the policy system is away; read once in a request."""
        if self._settings is None:
            self._settings = self._state or read_settings(self.headers, self._state_api, min(5.0, self.remaining()))
        return self._settings

    def value(self, name: str) -> Any:
        """One setting that the application cannot do without: a text, a number, true or false, or rows."""
        settings = self.settings()["settings"]
        if name in settings:
            return settings[name]
        raise SdkError("setting_missing", f'The setting "{name}" is not set for this customer.')

    def setting(self, name: str) -> str:
        """The same as text."""
        value = self.value(name)
        return value if isinstance(value, str) else json.dumps(value)

    def policy_system(self) -> PolicySystem:
        """The tenant's policy system; a refused token is renewed once."""

        def renew() -> Dict[str, Any]:
            self._state = None
            return self.state()

        return PolicySystem(self.state(), renew, self.tenant, min(10.0, self.remaining()))

    def json(self) -> Dict[str, Any]:
        try:
            value = json.loads(self.body)
        except ValueError:
            raise GiveUp("The body is not JSON.", 400) from None
        if not isinstance(value, dict):
            raise GiveUp("The body is not a JSON object.", 400)
        return value
