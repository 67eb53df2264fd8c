import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import threading
import unittest
import unittest.mock
import urllib.request
from datetime import date
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from mkt_sdk import App, GiveUp, MemoryOnceStore, PolicySystem, PolicySystemError, TryAgain, mapping_of, once
from mkt_sdk.server import Server
from mkt_sdk.testing import FakePlatform, Probe, find_bleeding, sample_event


def quietly(work):
    log = io.StringIO()
    with contextlib.redirect_stderr(log):
        return work(), log.getvalue()


class Handlers(unittest.TestCase):
    def setUp(self):
        self.platform = FakePlatform()
        self.addCleanup(self.platform.__exit__)
        self.app = App(state_api=self.platform.state_api)

    def send(self, route, path, payload, **extra):
        return quietly(lambda: self.platform.send(self.app, route, path, payload, **extra))

    def test_is_healthy_and_knows_its_paths(self):
        self.assertEqual(self.app.handle("GET", "/health", {}, b"")[0], 200)
        self.assertEqual(self.app.handle("GET", "/nowhere", {}, b"")[0], 404)
        for health in (lambda: False, lambda: int("x")):
            self.assertEqual(App(health=health).handle("GET", "/health", {}, b"")[0], 503)

    def test_an_event_reaches_its_handler_with_the_settings_of_the_customer(self):
        heard = []

        @self.app.webhook("/events", "policy.issue")
        def issued(event, context):
            heard.append((context.setting("greeting"), context.value("limit"), event["data"], context.webhook_id))

        route = self.platform.route(settings={"greeting": "Hi", "limit": 3})
        answer, _ = self.send(route, "/events", sample_event(), webhook_id="evt_1")
        self.assertEqual(answer.status, 204)
        self.assertEqual(self.send(route, "/events", sample_event(type="policy.lapse"))[0].status, 204)
        self.assertEqual(heard, [("Hi", 3, {"policyLocator": "100002122"}, "evt_1")])

    def test_the_record_is_confirmed_by_its_etag_and_a_new_one_is_seen_at_once(self):
        @self.app.autofill("/fill")
        def answer(request, context):
            context.settings()
            return {"fieldValues": {"a": [context.setting("a")]}}

        route = self.platform.route(settings={"a": "1"})
        values = []
        for a in ("1", "1", "2"):
            if a == "2":
                route.configure(settings={"a": "2"})
            values.append(self.send(route, "/fill", {})[0].json()["fieldValues"]["a"][0])
        self.assertEqual((values, route.reads), (["1", "1", "2"], 3))

    def test_a_refusal_is_a_sentence_in_the_answer_and_in_the_log_with_route_and_request(self):
        @self.app.rater("/rate")
        def rate(request, context):
            raise GiveUp("The rate table is no JSON.")

        route = self.platform.route()
        answer, log = self.send(route, "/rate", {"policyExposurePerils": []})
        self.assertEqual((answer.status, answer.json()["error"]["message"]), (422, "The rate table is no JSON."))
        self.assertIn(f"route={route.route_id} request=req_", log)
        self.assertIn("The rate table is no JSON.", log)

    def test_later_is_503_with_retry_after_and_a_bug_is_500_without_details(self):
        @self.app.webhook("/later")
        def later(event, context):
            raise TryAgain("The geocoder is busy.", 30)

        @self.app.webhook("/bug")
        def bug(event, context):
            raise RuntimeError("secret")

        route = self.platform.route()
        answer, _ = self.send(route, "/later", sample_event())
        self.assertEqual((answer.status, answer.headers["retry-after"]), (503, "30"))
        answer, log = self.send(route, "/bug", sample_event())
        self.assertEqual(answer.status, 500)
        self.assertNotIn(b"secret", answer.body)
        self.assertIn("RuntimeError: secret", log)

    def test_an_answer_that_cannot_be_written_as_json_is_500_and_logged(self):
        answers = iter([Decimal("1.5"), date(2026, 1, 1), float("nan"), "\ud800"])

        @self.app.autofill("/fill")
        def fill(request, context):
            return {"fieldValues": {"a": next(answers)}}

        @self.app.route("GET", "/text")
        def text(context):
            return 200, {}, next(answers)

        route = self.platform.route()
        for name in ("TypeError", "TypeError", "ValueError"):
            answer, log = self.send(route, "/fill", {})
            self.assertEqual((answer.status, answer.json()["error"]["code"]), (500, "internal_error"))
            self.assertIn("POST /fill", log)
            self.assertIn(name, log)
        answer, log = quietly(lambda: self.app.handle("GET", "/text", {}, b""))
        self.assertEqual(answer[0], 500)
        self.assertIn("UnicodeEncodeError", log)

    def test_problems_of_the_state_interface_become_never_or_later(self):
        @self.app.webhook("/events")
        def handler(event, context):
            context.state()

        route = self.platform.route()
        route.fail(503, "tenant_unavailable")
        answer, log = self.send(route, "/events", sample_event())
        self.assertEqual((answer.status, answer.headers["retry-after"]), (503, "7"))
        self.assertNotIn(route.key, log)
        route.fail(410, "key_expired")
        self.assertEqual(self.send(route, "/events", sample_event())[0].status, 422)
        self.assertEqual(self.send(route, "/events", b"[]")[0].status, 400)

    def test_every_peril_is_priced(self):
        @self.app.rater("/rate")
        def rate(request, context):
            return {"pricedPerilCharacteristics": {"a": {"premium": "1"}}}

        perils = [{"perilCharacteristicsLocator": locator} for locator in ("a", "b")]
        answer, _ = self.send(self.platform.route(), "/rate", {"policyExposurePerils": perils})
        self.assertEqual((answer.status, answer.json()["error"]["code"]), (422, "answer_incomplete"))

    def test_hooks_by_name_by_path_and_check(self):
        calls = []

        @self.app.hook("install")
        def install(call, context):
            calls.append(call["route"])
            return {"pollAt": "/progress"}

        @self.app.hook("check")
        def check(call, context):
            return {"problems": [{"setting": "a", "message": "wrong"}]}

        route = self.platform.route()
        answer = self.platform.hook(self.app, route, "install")
        self.assertEqual((answer.status, answer.headers["location"]), (202, "/progress"))
        self.assertEqual(calls, [f"https://gateway.invalid/{route.route_id}"])
        self.assertEqual(len(self.send(route, "/_app/check", {"hook": "check"})[0].json()["problems"]), 1)

    def test_finds_what_bleeds_from_one_customer_to_another(self):
        def start(keeps):
            app = App(state_api=self.platform.state_api)
            kept = {}

            @app.autofill("/fill")
            def answer(request, context):
                name = kept.setdefault("name", context.setting("name")) if keeps else context.setting("name")
                return {"fieldValues": {"name": [name]}}

            return app

        names = ("alpha", "beta")
        probes = [Probe(self.platform.route(settings={"name": name}), "/fill", {}, (name,)) for name in names]
        self.assertEqual(find_bleeding(self.platform, lambda: start(False), probes), [])
        self.assertTrue(find_bleeding(self.platform, lambda: start(True), probes))

    def test_mapping_of_takes_the_product_and_none_for_an_unmapped_one(self):
        record = {"mappings": [{"productName": "p", "fields": {"a": "x"}}]}
        self.assertEqual((mapping_of(record, "p"), mapping_of(record, "q")), ({"a": "x"}, {}))

    def test_work_is_done_once_and_failed_work_again(self):
        store, done = MemoryOnceStore(), []
        with self.assertRaises(ValueError):
            once(store, "1", lambda: int("x"))
        for _ in range(2):
            once(store, "1", lambda: done.append(1))
        self.assertEqual(done, [1])
        self.assertEqual(store.claim("2"), "claimed")
        with self.assertRaises(TryAgain):
            once(store, "2", lambda: None)


class PolicySystems(unittest.TestCase):
    def setUp(self):
        self.asked = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append((self.path, self.headers["authorization"]))
                status, body = 200, b'{"locator": "1 2"}'
                if self.headers["authorization"] == "Bearer stale":
                    status, body = 401, b""
                elif self.path == "/text":
                    body = b"plain"
                elif self.path == "/refused":
                    status, body = 404, b'{"reason": "unknown"}'
                self.send_response(302 if "to-" in self.path else status)
                if self.path == "/to-policy":
                    self.send_header("location", "/policy/1%202")
                elif self.path == "/to-another":
                    self.send_header("location", f"http://localhost:{self.server.server_port}/policy/1")
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.url = f"http://127.0.0.1:{server.server_port}/"

    def system(self, token="T", **options):
        return PolicySystem({"platformApiUrl": self.url, "token": token}, **options)

    def test_renews_a_refused_token_once_and_goes_on_with_the_new_one(self):
        renewed = {"platformApiUrl": self.url, "token": "fresh"}
        system = self.system("stale", renew=lambda: renewed)
        self.assertEqual(system.policy("1 2"), {"locator": "1 2"})
        system.get("policy/3")
        self.assertEqual([token for _, token in self.asked], ["Bearer stale", "Bearer fresh", "Bearer fresh"])

    def test_says_what_the_policy_system_answered(self):
        self.assertEqual(self.system().get("/text"), "plain")
        with self.assertRaises(PolicySystemError) as refused:
            self.system().get("/refused")
        error = refused.exception
        self.assertEqual((error.status, error.retryable, error.body), (404, False, {"reason": "unknown"}))
        self.assertEqual(error.message, "GET /refused: the policy system answered 404.")
        with self.assertRaises(PolicySystemError) as away:
            PolicySystem({"platformApiUrl": "http://127.0.0.1:9", "token": "T"}).get("/x")
        self.assertEqual((away.exception.status, away.exception.retryable), (0, True))

    def test_follows_a_redirect_of_the_policy_system_and_gives_its_token_to_no_other(self):
        self.assertEqual(self.system().get("/to-policy"), {"locator": "1 2"})
        with self.assertRaises(PolicySystemError) as away:
            self.system().get("/to-another")
        self.assertEqual(away.exception.status, 302)
        self.assertEqual([path for path, _ in self.asked], ["/to-policy", "/policy/1%202", "/to-another"])


PROGRAM = """
from mkt_sdk import App, serve
app = App()
@app.autofill("/fill")
def answer(request, context):
    return {"fieldValues": {"a": [context.setting("a")]}}
serve(app)
"""


class SlowState:
    """A state interface that answers when it is told to."""

    def __init__(self):
        self.asked, self.told = threading.Event(), threading.Event()
        slow = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                slow.asked.set()
                slow.told.wait(30)
                body = b'{"settings": {"a": "1"}, "mappings": []}'
                self.send_response(200)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                with contextlib.suppress(OSError):
                    self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self):
        self.told.set()
        self.server.shutdown()
        self.server.server_close()


class Process(unittest.TestCase):
    def start(self):
        self.state = SlowState()
        self.addCleanup(self.state.close)
        source = str(Path(__file__).parents[1])
        env = {**os.environ, "PYTHONPATH": source, "MKT_PORT": "0", "MKT_STATE_API": self.state.url}
        process = subprocess.Popen([sys.executable, "-c", PROGRAM], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.url = "http://127.0.0.1:" + process.stdout.readline().split()[-1]
        return process

    def post(self, headers):
        request = urllib.request.Request(self.url + "/fill", b"{}", {"x-mkt-key": "k", **headers})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def test_finishes_the_request_in_flight_and_ends_without_a_failure(self):
        process, answers = self.start(), []
        thread = threading.Thread(target=lambda: answers.append(self.post({})))
        thread.start()
        self.assertTrue(self.state.asked.wait(30))
        process.send_signal(signal.SIGTERM)
        self.state.told.set()
        thread.join(30)
        self.assertEqual(process.wait(30), 0)
        self.assertEqual(answers, [(200, {"fieldValues": {"a": ["1"]}})])

    def test_begins_without_looking_up_a_name(self):
        with unittest.mock.patch("socket.getfqdn", side_effect=OSError("no name server")):
            server = Server(App(), "127.0.0.1", 0)
        self.addCleanup(server.server_close)
        self.assertGreater(server.server_port, 0)

    def test_answers_within_the_deadline_although_the_state_interface_does_not(self):
        self.start()
        status, body = self.post({"x-mkt-deadline-ms": "300"})
        self.assertEqual((status, body["error"]["code"]), (503, "state_unreachable"))


if __name__ == "__main__":
    unittest.main()
