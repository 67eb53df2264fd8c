"""A webhook application without our SDK: standard library only, because the interface is plain HTTP."""

import json
import os
import signal
import sys
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def read_settings(key):
    """The settings of the customer this request belongs to, asked for anew on every request."""
    url = os.environ["MKT_STATE_API"] + "/settings/" + urllib.request.quote(key, safe="")
    with urllib.request.urlopen(url, timeout=5) as answer:
        return json.load(answer)["settings"]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer(200 if self.path == "/health" else 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        if self.path != "/events":
            return self.answer(404)
        try:
            event = json.loads(body)
            settings = read_settings(self.headers.get("x-mkt-key", ""))
            print(f"{settings['greeting']}: {event['type']} {json.dumps(event['data'])}", flush=True)
            self.answer(204)
        except (ValueError, KeyError, TypeError):
            self.answer(422)  # never readable: do not send it again
        except urllib.error.HTTPError as error:
            self.answer(503 if error.code >= 500 else 422)
        except OSError:
            self.answer(503)  # the state interface is away: send it again later

    def answer(self, status):
        self.send_response(status)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("", int(os.environ.get("MKT_PORT", "8080"))), Handler)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
