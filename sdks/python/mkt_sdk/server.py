"""Serves an application on the port the platform gave, until SIGTERM; then finishes what is running."""

import os
import signal
import socketserver
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Optional, Set

from .app import App

# The platform kills a container that is still there 60 s after SIGTERM.
DRAIN_SECONDS = 55.0
# The largest body an application is ever sent is 5 MB.
LARGEST_BODY = 6 * 1024 * 1024


def port() -> int:
    """The port to listen on: `MKT_PORT`, which the platform sets, else `PORT`, else 8080."""
    for text in (os.environ.get("MKT_PORT"), os.environ.get("PORT")):
        if text and text.isdigit() and int(text) <= 65535:
            return int(text)
    return 8080


class Server(ThreadingHTTPServer):
    """Knows which requests are in flight, so that a stop can finish them."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, app: App, host: str, number: int) -> None:
        super().__init__((host, number), _Handler)
        self.app = app
        self.draining = False
        self.in_flight: Set[Any] = set()

    def server_bind(self) -> None:
        # The usual one looks up the name of the machine, which an application has no use for and may not be let to.
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    def stop(self, *_: Any) -> None:
        self.draining = True
        # shutdown() waits for serve_forever() to return, which runs in the thread that got the signal.
        threading.Thread(target=self.shutdown).start()

    def drain(self, seconds: float) -> None:
        """Waits for the requests in flight. An idle connection that is kept open is not one of them."""
        until = time.monotonic() + seconds
        while self.in_flight and time.monotonic() < until:
            time.sleep(0.02)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def parse_request(self) -> bool:
        self.server.in_flight.add(self)  # called when the first line of a request is there
        return super().parse_request()

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except ConnectionError:
            self.close_connection = True
        finally:
            self.server.in_flight.discard(self)

    def answer(self) -> None:
        body = self._read_body()
        if body is None:
            return
        status, headers, content = self.server.app.handle(self.command, self.path, dict(self.headers.items()), body)
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(content)))
        if self.server.draining:
            self.send_header("connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _read_body(self) -> Optional[bytes]:
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            return self._read_chunks()
        length = self.headers.get("content-length", "0")
        if not length.isdigit() or int(length) > LARGEST_BODY:
            self.close_connection = True
            self.send_error(413 if length.isdigit() else 400)
            return None
        return self.rfile.read(int(length))

    def _read_chunks(self) -> Optional[bytes]:
        body = b""
        while True:
            size = int(self.rfile.readline(100).split(b";")[0].strip() or b"0", 16)
            if size == 0:
                while self.rfile.readline(8192).strip():
                    pass
                return body
            body += self.rfile.read(size)
            self.rfile.readline(100)
            if len(body) > LARGEST_BODY:
                self.close_connection = True
                self.send_error(413)
                return None

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = answer

    def log_message(self, *_: Any) -> None:
        pass


def serve(app: App, host: str = "", number: Optional[int] = None, drain_seconds: float = DRAIN_SECONDS) -> None:
    """Runs until SIGTERM or SIGINT, takes no new requests then, and finishes the running ones."""
    server = Server(app, host, port() if number is None else number)
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, server.stop)
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever(poll_interval=0.1)
    server.socket.close()  # no new connections
    server.drain(drain_seconds)
