"""An application for the marketplace, with the standard library alone: the interface is plain HTTP."""

import json
import os
import signal
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def read_state(key):
    """The customer's settings and mappings. Read for each request and never kept: one instance serves many customers."""
    address = f"{os.environ['MKT_STATE_API']}/state/{urllib.parse.quote(key, safe='')}"
    with urllib.request.urlopen(address, timeout=5) as answer:
        return json.load(answer)


def event_of(body):
    event = json.loads(body)
    return {"type": event["type"], "data": event["data"]}


def on_event(event, state):
    greeting = state["settings"].get("greeting", "Hello")
    print(f"{greeting}: {event['type']} {json.dumps(event['data'])}", flush=True)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.answer(200 if self.path == "/health" else 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path != "/events":
            return self.answer(404)
        try:
            # The same event may come twice; its id in the header webhook-id is then the same.
            event = event_of(body)
            on_event(event, read_state(self.headers.get("x-mkt-key", "")))
            self.answer(204)
        except (ValueError, KeyError, TypeError):
            self.answer(422)  # 4xx: the platform gives up
        except urllib.error.HTTPError as error:
            self.answer(422 if error.code == 404 else 503)  # 404: no customer has this key
        except OSError as error:
            print(f"the state cannot be read: {error}", flush=True)
            self.answer(503)  # 503: it tries again later

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("", int(os.environ.get("MKT_PORT", "8080"))), Handler)
    server.daemon_threads = False
    # shutdown() waits for serve_forever(), which runs in the thread that gets the signal.
    signal.signal(signal.SIGTERM, lambda *_: threading.Thread(target=server.shutdown).start())
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever(poll_interval=0.1)
    server.server_close()
