import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import mkt.sdk.Answer;
import mkt.sdk.App;
import mkt.sdk.GiveUp;
import mkt.sdk.Json;
import mkt.sdk.MemoryOnceStore;
import mkt.sdk.Once;
import mkt.sdk.PolicySystem;
import mkt.sdk.PolicySystemError;
import mkt.sdk.Server;
import mkt.sdk.TryAgain;
import mkt.sdk.testing.Bleeding;
import mkt.sdk.testing.FakePlatform;
import mkt.sdk.testing.FakeRoute;

final class AppTest {
  private record Told(Answer answer, String log) {
    Object at(String... names) {
      return Json.at(Json.parse(FakePlatform.text(answer)), names);
    }
  }

  private interface Asked {
    Answer ask() throws Exception;
  }

  private static Told quietly(Asked work) throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setErr(new PrintStream(log, true));
    try {
      return new Told(work.ask(), log.toString());
    } finally {
      System.setErr(before);
    }
  }

  static void testIsHealthyAndKnowsItsPaths() {
    App app = new App("http://127.0.0.1:1").route("GET", "/there", context -> Answer.of(200, "here"));
    Check.equal(200, app.handle("GET", "/health", Map.of(), new byte[0]).status());
    Check.equal(404, app.handle("GET", "/nowhere", Map.of(), new byte[0]).status());
    Answer other = app.handle("POST", "/there", Map.of(), new byte[0]);
    Check.equal(405, other.status());
    Check.equal("GET", other.headers().get("allow"));
    Check.equal(503, new App().health(() -> false).handle("GET", "/health", Map.of(), new byte[0]).status());
    App unknown = new App().health(() -> Integer.parseInt("x") > 0);
    Check.equal(503, unknown.handle("GET", "/health", Map.of(), new byte[0]).status());
  }

  static void testAnEventReachesItsHandlerWithTheSettingsOfTheCustomer() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      List<Object> heard = new ArrayList<>();
      App app = new App(platform.stateApi()).webhook("/events", "policy.issue", (event, context) ->
          heard.add(List.of(context.setting("greeting"), context.value("limit"), Json.text(event, "data", "policyLocator"), context.webhookId())));
      FakeRoute route = platform.route("settings", Json.object("greeting", "Hi", "limit", 3));
      Check.equal(204, platform.send(app, route, "/events", FakePlatform.sampleEvent("policy.issue"), "webhook-id", "evt_1").status());
      Check.equal(204, platform.send(app, route, "/events", FakePlatform.sampleEvent("policy.lapse")).status());
      Check.equal(List.of(List.of("Hi", 3L, "100002122", "evt_1")), heard);
    }
  }

  static void testTheRecordIsConfirmedByItsEtagAndANewOneIsSeenAtOnce() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      App app = new App(platform.stateApi()).autofill("/fill", (request, context) -> {
        context.settings();
        return Json.object("a", context.setting("a"));
      });
      FakeRoute route = platform.route("settings", Json.object("a", "1"));
      List<Object> seen = new ArrayList<>();
      for (String a : List.of("1", "1", "2")) {
        if (a.equals("2")) route.configure("settings", Json.object("a", "2"));
        seen.add(Json.at(Json.parse(FakePlatform.text(platform.send(app, route, "/fill", Map.of()))), "a"));
      }
      Check.equal(List.of("1", "1", "2"), seen);
      Check.equal(3, route.reads());
    }
  }

  static void testARefusalIsASentenceInTheAnswerAndInTheLogWithRouteAndRequest() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      App app = new App(platform.stateApi()).rater("/rate", (request, context) -> {
        throw new GiveUp("The rate table is no JSON.");
      });
      FakeRoute route = platform.route();
      Told told = quietly(() -> platform.send(app, route, "/rate", Json.object("policyExposurePerils", List.of())));
      Check.equal(422, told.answer().status());
      Check.equal("The rate table is no JSON.", told.at("error", "message"));
      Check.that(told.log().contains("route=" + route.routeId() + " request=req_"), told.log());
      Check.that(!told.log().contains(route.key()), "the key is in the log");
      Check.equal(422, new GiveUp("never", 410).status());
      Check.equal(404, new GiveUp("never", 404).status());
    }
  }

  static void testLaterIs503WithRetryAfterAndABugIs500WithoutDetails() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      App app = new App(platform.stateApi())
          .webhook("/later", "*", (event, context) -> {
            throw new TryAgain("The geocoder is busy.", 30);
          })
          .webhook("/bug", "*", (event, context) -> {
            throw new IllegalStateException("secret");
          })
          .autofill("/unwritable", (request, context) -> Json.object("a", new Object()))
          .autofill("/endless", (request, context) -> Json.object("a", Double.NaN));
      FakeRoute route = platform.route();
      Told later = quietly(() -> platform.send(app, route, "/later", Map.of()));
      Check.equal(503, later.answer().status());
      Check.equal("30", later.answer().headers().get("retry-after"));
      Told bug = quietly(() -> platform.send(app, route, "/bug", Map.of()));
      Check.equal(500, bug.answer().status());
      Check.that(!FakePlatform.text(bug.answer()).contains("secret"), "details in the answer");
      Check.that(bug.log().contains("IllegalStateException: secret"), bug.log());
      for (String path : List.of("/unwritable", "/endless"))
        Check.equal(500, quietly(() -> platform.send(app, route, path, Map.of())).answer().status());
    }
  }

  static void testProblemsOfTheStateInterfaceBecomeNeverOrLater() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      App app = new App(platform.stateApi()).webhook("/events", "*", (event, context) -> context.state());
      FakeRoute route = platform.route();
      route.fail(503, "tenant_unavailable");
      Told away = quietly(() -> platform.send(app, route, "/events", Map.of()));
      Check.equal(503, away.answer().status());
      Check.equal("7", away.answer().headers().get("retry-after"));
      route.fail(410, "key_expired");
      Check.equal(422, quietly(() -> platform.send(app, route, "/events", Map.of())).answer().status());
      for (String body : List.of("[]", "{\"a\":", "", "{hello}"))
        Check.equal(400, quietly(() -> platform.send(app, route, "/events", body)).answer().status());
      App alone = new App("http://127.0.0.1:1").webhook("/events", "*", (event, context) -> context.settings());
      Told nobody = quietly(() -> platform.send(alone, route, "/events", Map.of()));
      Check.equal("state_unreachable", nobody.at("error", "code"));
      Check.that(!nobody.log().contains(route.key()), "the key is in the log");
      Told without = quietly(() -> app.handle("POST", "/events", Map.of(), "{}".getBytes()));
      Check.equal("key_missing", without.at("error", "code"));
    }
  }

  static void testEveryPerilIsPriced() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      App app = new App(platform.stateApi()).rater("/rate", (request, context) ->
          Json.object("pricedPerilCharacteristics", Json.object("a", Json.object("premium", "1"))));
      Object perils = List.of(Json.object("perilCharacteristicsLocator", "a"), Json.object("perilCharacteristicsLocator", "b"));
      Told told = quietly(() -> platform.send(app, platform.route(), "/rate", Json.object("policyExposurePerils", perils)));
      Check.equal("answer_incomplete", told.at("error", "code"));
    }
  }

  static void testHooksByNameByPathAndCheck() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      List<Object> calls = new ArrayList<>();
      App app = new App(platform.stateApi())
          .hook("install", (call, context) -> {
            calls.add(call.get("route"));
            return Json.object("pollAt", "/progress");
          })
          .hook("/hooks/configure", (call, context) -> calls.add(call.get("hook")))
          .hook("check", (call, context) -> Json.object("problems", List.of(Json.object("setting", "a"))));
      FakeRoute route = platform.route();
      Answer polled = platform.hook(app, route, "install");
      Check.equal(202, polled.status());
      Check.equal("/progress", polled.headers().get("location"));
      Check.equal(200, platform.send(app, route, "/hooks/configure", Json.object("hook", "configure")).status());
      Check.equal(List.of("https://gateway.invalid/" + route.routeId(), "configure"), calls);
      Told check = new Told(platform.send(app, route, "/_app/check", Json.object("hook", "check")), "");
      Check.equal(1, ((List<?>) check.at("problems")).size());
      Check.fails(IllegalArgumentException.class, () -> new App().hook("instal", (call, context) -> null));
    }
  }

  static void testTheWorkOfAnEventIsDoneOnceAndFailedWorkMayBeRepeated() throws Exception {
    MemoryOnceStore store = new MemoryOnceStore(2);
    AtomicInteger done = new AtomicInteger();
    Check.fails(IllegalStateException.class, () -> Once.once(store, "a", () -> {
      throw new IllegalStateException();
    }));
    for (int i = 0; i < 3; i++) Once.once(store, "a", done::incrementAndGet);
    Check.equal(1, done.get());
    Check.fails(TryAgain.class, () -> Once.once(store, "b", () -> Once.once(store, "b", done::incrementAndGet)));
  }

  static void testTheDeadlineOfARequestIsTheTimeThatIsLeft() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      AtomicReference<Long> left = new AtomicReference<>();
      App app = new App(platform.stateApi()).autofill("/fill", (request, context) -> {
        left.set(context.remaining().toMillis());
        return null;
      });
      Check.equal("{}", FakePlatform.text(platform.send(app, platform.route(), "/fill", Map.of(), "x-mkt-deadline-ms", "1500")));
      Check.that(left.get() <= 1500 && left.get() > 0, "the time left is " + left.get());
    }
  }

  static void testBleedingIsFoundAndACleanAppPasses() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      List<Bleeding.Probe> probes = new ArrayList<>();
      for (String name : List.of("alpha", "beta"))
        probes.add(new Bleeding.Probe(platform.route("settings", Json.object("name", name)), "/fill", Map.of(), List.of(name)));
      Check.equal(List.of(), Bleeding.find(platform, () -> new App(platform.stateApi())
          .autofill("/fill", (request, context) -> Json.object("name", context.setting("name"))), probes));
      List<String> found = Bleeding.find(platform, () -> {
        AtomicReference<String> kept = new AtomicReference<>();
        return new App(platform.stateApi()).autofill("/fill", (request, context) -> {
          kept.compareAndSet(null, context.setting("name"));
          return Json.object("name", kept.get());
        });
      }, probes);
      Check.that(found.stream().anyMatch(one -> one.contains("another customer's data")), found.toString());
    }
  }

  static void testARefusedTokenIsRenewedOnceAndAFailureSaysWhatItMeans() throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      AtomicInteger asked = new AtomicInteger();
      App policies = new App().route("GET", "/policy/1 2", context -> {
        boolean fresh = "Bearer fresh".equals(context.header("authorization"));
        asked.incrementAndGet();
        return fresh ? Answer.of(200, Json.object("locator", "1 2")) : Answer.of(401, Json.object());
      });
      Server served = Server.start(policies, 0);
      try {
        FakeRoute route = platform.route("token", "stale", "platformApiUrl", "http://127.0.0.1:" + served.number());
        App app = new App(platform.stateApi()).autofill("/fill", (request, context) -> {
          context.state();
          route.configure("token", "fresh");
          return context.policySystem().policy("1 2");
        });
        Check.equal("{\"locator\":\"1 2\"}", FakePlatform.text(platform.send(app, route, "/fill", Map.of())));
        Check.equal(2, asked.get());
      } finally {
        served.stop();
      }
    }
  }

  static void testARedirectOfThePolicySystemIsFollowedAndItsTokenGoesToNoOther() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    App policies = new App()
        .route("GET", "/to-policy", context -> new Answer(302, Map.of("location", "/policy"), null))
        .route("GET", "/to-another", context -> new Answer(302, Map.of("location", "http://localhost:9/policy"), null))
        .route("GET", "/refused", context -> Answer.of(404, Json.object("reason", "unknown")))
        .route("GET", "/policy", context -> {
          asked.incrementAndGet();
          return Answer.of(200, "Bearer T".equals(context.header("authorization")) ? "plain" : "nobody");
        });
    Server served = Server.start(policies, 0);
    try {
      Map<String, Object> state = Json.object("platformApiUrl", "http://127.0.0.1:" + served.number(), "token", "T");
      PolicySystem system = new PolicySystem(state, null, null, Duration.ofSeconds(10));
      Check.equal("plain", system.get("/to-policy"));
      Check.equal(302, Check.fails(PolicySystemError.class, () -> system.get("/to-another")).status());
      Check.equal(1, asked.get());
      PolicySystemError refused = Check.fails(PolicySystemError.class, () -> system.get("refused"));
      Check.equal(Json.object("reason", "unknown"), refused.body());
      Check.equal("GET refused: the policy system answered 404.", refused.getMessage());
    } finally {
      served.stop();
    }
  }

  static void testServesOverHttpAndRefusesBodiesThatAreTooLarge() throws Exception {
    Server served = Server.start(new App().route("POST", "/echo", context -> Answer.of(200, context.body())), 0);
    try {
      HttpClient client = HttpClient.newHttpClient();
      URI uri = URI.create("http://127.0.0.1:" + served.number() + "/echo");
      for (int size : new int[] {0, 5_000_000, 7_000_000}) {
        HttpRequest request = HttpRequest.newBuilder(uri).POST(HttpRequest.BodyPublishers.ofByteArray(new byte[size])).build();
        try {
          HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
          Check.equal(size > 6_000_000 ? 413 : 200, answer.statusCode());
          if (size < 6_000_000) Check.equal(size, answer.body().length);
        } catch (java.io.IOException error) {
          // The connection may be closed before the whole body is sent.
          Check.that(size > 6_000_000, "a body of " + size + " bytes was refused");
        }
      }
    } finally {
      served.stop();
    }
  }

  static void testJsonIsReadAndWrittenAndHostileTextIsRefused() {
    String text = "{\"a\":[1,-2.50,1e3,true,null,\"\\u00e9\\n\\\"\"],\"b\":{}}";
    Check.equal("{\"a\":[1,-2.50,1E+3,true,null,\"\u00e9\\n\\\"\"],\"b\":{}}", Json.write(Json.parse(text)));
    for (String wrong : List.of("[".repeat(100_000), "{\"a\":1,}", "01", "1e99999", "\"\\u12g4\"", "\"a\nb\"", "nul", "1 2", "\"\\"))
      Check.fails(IllegalArgumentException.class, () -> Json.parse(wrong));
  }
}
