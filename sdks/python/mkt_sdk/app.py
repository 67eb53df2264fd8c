"""An application: handlers by the paths that its manifest declares."""

import json
import math
import sys
import traceback
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from .context import Context
from .errors import GiveUp, SdkError

HOOKS = ("install", "uninstall", "start", "stop", "configure", "upgrade", "check", "erase")

Answer = Tuple[int, Dict[str, str], Any]
Handler = Callable[..., Any]


class App:
    """Answers `GET /health`, turns exceptions into the statuses the platform understands, and gives each handler its context.

    Give it to `serve`. False or an exception of `health` makes the container unhealthy; it is called often, so ask no other services there.
    """

    def __init__(self, state_api: Optional[str] = None, health: Optional[Callable[[], bool]] = None) -> None:
        self._state_api = state_api
        self._health = health
        self._routes: Dict[Tuple[str, str], Callable[[Context], Answer]] = {}
        self._events: Dict[str, Dict[str, Handler]] = {}

    def webhook(self, path: str, *events: str) -> Callable[[Handler], Handler]:
        """`@app.webhook("/events", "policy.issue")`; without names it takes every event that has no handler of its own."""

        def add(handler: Handler) -> Handler:
            if path not in self._events:
                self._events[path] = {}
                self._add("POST", path, lambda context: self._answer_webhook(path, context))
            for event in events or ("*",):
                if event in self._events[path]:
                    raise ValueError(f"{path} has two handlers for {event}.")
                self._events[path][event] = handler
            return handler

        return add

    def autofill(self, path: str) -> Callable[[Handler], Handler]:
        """The handler gives back what to fill in; None leaves the change as it is."""
        return self._decorator("POST", path, lambda context, handler: (200, {}, handler(context.json(), context) or {}))

    def rater(self, path: str) -> Callable[[Handler], Handler]:
        """The handler gives back `{"pricedPerilCharacteristics": {locator: {...}}}` with every peril that is asked for."""

        def answer(context: Context, handler: Handler) -> Answer:
            request = context.json()
            result = handler(request, context)
            _check_prices(request, result)
            return 200, {}, result

        return self._decorator("POST", path, answer)

    def hook(self, name: str) -> Callable[[Handler], Handler]:
        """A hook declared by name, or by its path. `{"pollAt": "/path"}` says that it is still at it."""
        if not name.startswith("/") and name not in HOOKS:
            raise ValueError(f'There is no lifecycle hook "{name}".')
        posted = name.startswith("/") or name == "check"
        path = name if name.startswith("/") else "/_app/" + name

        def answer(context: Context, handler: Handler) -> Answer:
            if posted:
                call = context.json()
            else:
                call = {"hook": name, "route": context.query.get("route", [""])[0], "routeId": context.route_id}
                if "locator" in context.query:
                    call["locators"] = context.query["locator"]
            result = handler(call, context)
            if call.get("hook") == "check":
                return 200, {}, result or {"problems": []}
            if isinstance(result, dict) and "pollAt" in result:
                return 202, {"location": str(result["pollAt"])}, {"done": False}
            return 200, {}, {"done": True}

        return self._decorator("POST" if posted else "GET", path, answer)

    def route(self, method: str, path: str) -> Callable[[Handler], Handler]:
        """Any other path; the handler takes the context and gives back `(status, headers, body)`."""
        return self._decorator(method.upper(), path, lambda context, handler: handler(context))

    def handle(self, method: str, url: str, headers: Mapping[str, str], body: bytes) -> Tuple[int, Dict[str, str], bytes]:
        """One request. Never raises."""
        context = Context(method, url, headers, body, self._state_api)
        try:
            return _encode(*self._dispatch(context))
        except SdkError as error:
            status, extra, content = _refusal(error, context)
            _log(context, f"{status} {error.code}: {' '.join(error.message.split())}")
        except Exception:  # noqa: BLE001 - a bug in a handler must not end the process
            status, extra = 500, {}
            content = _problem("internal_error", "The application failed on this request.", context)
            _log(context, traceback.format_exc().rstrip())
        return _encode(status, extra, content)

    def _dispatch(self, context: Context) -> Answer:
        if context.path == "/health":
            healthy = self._is_healthy()
            return (200 if healthy else 503), {}, {"healthy": healthy}
        route = self._routes.get((context.method, context.path))
        if route:
            return route(context)
        allowed = [method for method, path in self._routes if path == context.path]
        if allowed:
            said = f"{context.path} answers {', '.join(allowed)}."
            return 405, {"allow": ", ".join(allowed)}, _problem("method_unknown", said, context)
        return 404, {}, _problem("path_unknown", f"This application has no path {context.path}.", context)

    def _is_healthy(self) -> bool:
        try:
            return self._health is None or self._health() is not False
        except Exception:  # noqa: BLE001 - what cannot be found out is not healthy
            return False

    def _answer_webhook(self, path: str, context: Context) -> Answer:
        event = context.json()
        handlers = self._events[path]
        handler = handlers.get(str(event.get("type"))) or handlers.get("*")
        if handler:
            handler(event, context)
        return 204, {}, None

    def _decorator(self, method: str, path: str, answer: Callable[[Context, Handler], Answer]) -> Callable[[Handler], Handler]:
        def add(handler: Handler) -> Handler:
            self._add(method, path, lambda context: answer(context, handler))
            return handler

        return add

    def _add(self, method: str, path: str, route: Callable[[Context], Answer]) -> None:
        if (method, path) in self._routes:
            raise ValueError(f"{method} {path} has two handlers: give each its own path.")
        self._routes[(method, path)] = route


def _check_prices(request: Dict[str, Any], answer: Any) -> None:
    priced = answer.get("pricedPerilCharacteristics", {}) if isinstance(answer, dict) else {}
    wanted = [peril["perilCharacteristicsLocator"] for peril in request.get("policyExposurePerils", [])]
    missing = [locator for locator in wanted if locator not in priced]
    if missing:
        raise SdkError("answer_incomplete", f"No price was given for the peril characteristics {', '.join(missing)}.")


def _refusal(error: SdkError, context: Context) -> Answer:
    problem = _problem(error.code, error.message, context)
    if isinstance(error, GiveUp):
        return error.status, {}, problem
    if not error.retryable:
        return 422, {}, problem
    return 503, {"retry-after": str(max(1, math.ceil(error.retry_after or 30)))}, problem


def _problem(code: str, message: str, context: Context) -> Dict[str, Any]:
    return {"error": {"code": code, "message": message, "requestId": context.request_id}}


def _log(context: Context, text: str) -> None:
    where = f"{context.method} {context.path} route={context.route_id or '-'} request={context.request_id or '-'}"
    print(f"{where} {text}", file=sys.stderr, flush=True)


def _encode(status: int, headers: Dict[str, str], body: Any) -> Tuple[int, Dict[str, str], bytes]:
    if body is None:
        return status, headers, b""
    if isinstance(body, bytes):
        return status, headers, body
    if isinstance(body, str):
        return status, {"content-type": "text/plain; charset=utf-8", **headers}, body.encode()
    return status, {"content-type": "application/json", **headers}, json.dumps(body, allow_nan=False).encode()
