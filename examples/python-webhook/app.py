"""A webhook application without our SDK: standard library only, because the interface is plain HTTP."""

import json
import os
import signal
import threading
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# The platform kills a container that is still there 60 s after SIGTERM.
DRAIN_SECONDS = float(os.environ.get("DRAIN_SECONDS", "55"))


def read_settings(key):
    """Reads the settings of the customer this request belongs to, on every request: nothing is kept between two."""
    url = os.environ["MKT_STATE_API"] + "/settings/" + urllib.request.quote(key, safe="")
    with urllib.request.urlopen(url, timeout=5) as answer:
        return json.load(answer)["settings"]


class Server(ThreadingHTTPServer):
    """Knows which requests are in flight, so that a stop can finish them."""

    request_queue_size = 128
    in_flight = set()
    draining = False

    def stop(self, *_):
        self.draining = True
        # shutdown() waits for serve_forever() to return, which runs in the thread that got the signal.
        threading.Thread(target=self.shutdown).start()

    def drain(self):
        """Waits for the requests in flight. An idle connection that is kept open is not one of them."""
        deadline = time.monotonic() + DRAIN_SECONDS
        while self.in_flight and time.monotonic() < deadline:
            time.sleep(0.02)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def parse_request(self):
        self.server.in_flight.add(self)  # called when the first line of a request is there
        return super().parse_request()

    def handle_one_request(self):
        try:
            super().handle_one_request()
        finally:
            self.server.in_flight.discard(self)

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
        if self.server.draining:
            self.send_header("connection", "close")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = Server(("", int(os.environ.get("MKT_PORT", "8080"))), Handler)
    signal.signal(signal.SIGTERM, server.stop)
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever(poll_interval=0.1)
    server.server_close()  # no new connections
    server.drain()
