"""A platform for tests: the state interface on a free port, requests with the platform's headers, and the bleed check."""

import json
import re
import secrets
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Union

from .app import App

Target = Union[App, str]


class Answer(NamedTuple):
    status: int
    headers: Dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Route:
    """One customer's installation, as the application meets it."""

    def __init__(self, state: Dict[str, Any]) -> None:
        self.route_id = "r" + secrets.token_hex(12)
        self.key = secrets.token_urlsafe(24)
        self.state = state
        self.generation = 1
        self.reads = 0
        self.problem: Optional[tuple] = None

    def configure(self, **changes: Any) -> None:
        """A new configuration: the next read sees it."""
        self.state = {**self.state, **changes}
        self.generation += 1

    def fail(self, status: int, code: str) -> None:
        """From now on the state interface answers the key with this problem."""
        self.problem = (status, code)


class FakePlatform:
    """Use it as `with FakePlatform() as platform:` and give `platform.state_api` to the application."""

    def __init__(self) -> None:
        self._routes: Dict[str, Route] = {}
        platform = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                platform._answer(self)

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.state_api = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def __enter__(self) -> "FakePlatform":
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()

    def route(self, **state: Any) -> Route:
        route = Route({**sample_state(), **state})
        self._routes[route.key] = route
        return route

    def headers(self, route: Route, **extra: str) -> Dict[str, str]:
        return {
            "content-type": "application/json",
            "x-mkt-key": route.key,
            "x-mkt-route": route.route_id,
            "x-mkt-tenant": route.state["tenantHostName"],
            "x-request-id": "req_" + secrets.token_hex(8),
            **{name.replace("_", "-"): value for name, value in extra.items()},
        }

    def send(self, target: Target, route: Route, path: str, payload: Any, **extra: str) -> Answer:
        """Posts a payload to an integration path, as the gateway does."""
        body = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        return _reach(target, "POST", path, self.headers(route, **extra), body)

    def hook(self, target: Target, route: Route, name: str) -> Answer:
        """Sends a lifecycle hook declared by name."""
        path = f"/_app/{name}?route=https%3A%2F%2Fgateway.invalid%2F{route.route_id}"
        return _reach(target, "GET", path, self.headers(route), b"")

    def _answer(self, handler: BaseHTTPRequestHandler) -> None:
        what, _, key = handler.path.lstrip("/").partition("/")
        route = self._routes.get(key)
        if route is None:
            return _reply(handler, 404, {"code": "key_unknown", "detail": "No route has this key."})
        route.reads += 1
        if route.problem:
            return _reply(handler, route.problem[0], {"code": route.problem[1]}, {"retry-after": "7"})
        etag = {"etag": f'"{route.generation}"'}
        if handler.headers.get("if-none-match") == etag["etag"]:
            return _reply(handler, 304, None, etag)
        names = ("settings", "mappings") if what == "settings" else tuple(route.state)
        return _reply(handler, 200, {name: route.state[name] for name in names}, etag)


class Probe(NamedTuple):
    """One customer's request; its answer must not depend on who was served before or beside."""

    route: Route
    path: str
    payload: Any
    own: tuple = ()


def find_bleeding(platform: FakePlatform, start: Callable[[], Target], probes: List[Probe]) -> List[str]:
    """Finds state kept between calls and data that bleeds from one customer to another; an empty list is success."""

    def ask(target: Target, probe: Probe) -> str:
        answer = platform.send(target, probe.route, probe.path, probe.payload)
        # The id of the request rightly differs each time.
        return f"{answer.status} {re.sub('req_[0-9a-f]+', 'req', answer.body.decode())}"

    alone = [ask(start(), probe) for probe in probes]
    problems: List[str] = []
    lock = threading.Lock()

    def compare(how: str, index: int, answer: str) -> None:
        name = f"request {index + 1} (POST {probes[index].path})"
        found = []
        if answer != alone[index]:
            found.append(f"{name} is answered differently {how}: {answer} instead of {alone[index]}")
        foreign = [text for other in probes if other.route is not probes[index].route for text in other.own]
        if any(text in answer and text not in probes[index].own for text in foreign):
            found.append(f"{name} shows another customer's data {how}")
        with lock:
            problems.extend(problem for problem in found if problem not in problems)

    copy = start()
    for index, probe in enumerate(probes):
        compare("after other requests", index, ask(copy, probe))
    for index in reversed(range(len(probes))):
        compare("in reverse order", index, ask(copy, probes[index]))

    def together(index: int) -> None:
        compare("beside other requests", index, ask(copy, probes[index]))

    threads = [threading.Thread(target=together, args=(index,)) for index in range(len(probes)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return problems


def sample_state() -> Dict[str, Any]:
    return {
        "settings": {},
        "mappings": [{"productName": "personal-auto", "fields": {}}],
        "platformApiUrl": "http://127.0.0.1:9",
        "tenantHostName": "northwind.policy.test",
        "token": "sample-token",
    }


def sample_event(**changes: Any) -> Dict[str, Any]:
    return {
        "id": "7a1fe0a2-4c1e-4d7c-8a42-3f0f6d6b5a01",
        "timestamp": "1767225600000",
        "transactionId": "b3c0a1de-9b0c-4bd1-b9c6-0f1f7e4c2d02",
        "username": "underwriter",
        "type": "policy.issue",
        "data": {"policyLocator": "100002122"},
        **changes,
    }


def _reach(target: Target, method: str, path: str, headers: Dict[str, str], body: bytes) -> Answer:
    if isinstance(target, App):
        return Answer(*target.handle(method, path, headers, body))
    request = urllib.request.Request(target.rstrip("/") + path, data=body or None, headers=headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return Answer(answer.status, dict(answer.headers), answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, dict(error.headers), error.read())


def _reply(handler: BaseHTTPRequestHandler, status: int, body: Any, headers: Optional[Dict[str, str]] = None) -> None:
    content = b"" if body is None else json.dumps(body).encode()
    handler.send_response_only(status)
    for name, value in {"content-type": "application/json", **(headers or {})}.items():
        handler.send_header(name, value)
    handler.send_header("content-length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)
