package mkt.sdk.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import mkt.sdk.Answer;
import mkt.sdk.App;
import mkt.sdk.Json;

/** A platform for tests: the state interface on a free port, and requests with the platform's headers. */
public final class FakePlatform implements AutoCloseable {
  private final Map<String, FakeRoute> routes = new ConcurrentHashMap<>();
  private final ExecutorService workers = Executors.newCachedThreadPool();
  private final HttpServer server;

  public FakePlatform() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 128);
    server.setExecutor(workers);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Give it to the application: `new App(platform.stateApi())`. */
  public String stateApi() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** A customer with these parts of the state record; the rest is a sample. */
  public FakeRoute route(Object... namesAndValues) {
    Map<String, Object> state = Json.object(
        "settings", Map.of(),
        "mappings", List.of(Json.object("productName", "personal-auto", "fields", Map.of())),
        "platformApiUrl", "http://127.0.0.1:9",
        "tenantHostName", "northwind.policy.test",
        "token", "sample-token");
    state.putAll(Json.object(namesAndValues));
    FakeRoute route = new FakeRoute(state);
    routes.put(route.key(), route);
    return route;
  }

  public Map<String, String> headers(FakeRoute route) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("x-mkt-key", route.key());
    headers.put("x-mkt-route", route.routeId());
    headers.put("x-mkt-tenant", Json.text(route.state(), "tenantHostName"));
    headers.put("x-request-id", "req_" + UUID.randomUUID().toString().replace("-", "").substring(0, 16));
    return headers;
  }

  /** Posts a payload to an integration path, as the gateway does; more headers as names and values in turns. */
  public Answer send(App app, FakeRoute route, String path, Object payload, String... extra) {
    Map<String, String> headers = headers(route);
    for (int i = 0; i + 1 < extra.length; i += 2) headers.put(extra[i], extra[i + 1]);
    String body = payload instanceof String text ? text : Json.write(payload);
    return app.handle("POST", path, headers, body.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends a lifecycle hook declared by name. */
  public Answer hook(App app, FakeRoute route, String name) {
    String address = "https%3A%2F%2Fgateway.invalid%2F" + route.routeId();
    return app.handle("GET", "/_app/" + name + "?route=" + address, headers(route), new byte[0]);
  }

  /** The body of an answer as text. */
  public static String text(Answer answer) {
    return new String((byte[]) answer.body(), StandardCharsets.UTF_8);
  }

  /** An event as the connected variant posts it. */
  public static Map<String, Object> sampleEvent(String type) {
    return Json.object(
        "id", "7a1fe0a2-4c1e-4d7c-8a42-3f0f6d6b5a01",
        "timestamp", "1767225600000",
        "transactionId", "b3c0a1de-9b0c-4bd1-b9c6-0f1f7e4c2d02",
        "username", "underwriter",
        "type", type,
        "data", Json.object("policyLocator", "100002122"));
  }

  @Override
  public void close() {
    server.stop(0);
    workers.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String[] parts = exchange.getRequestURI().getPath().split("/");
    FakeRoute route = parts.length == 3 ? routes.get(parts[2]) : null;
    try (exchange) {
      if (route == null) {
        reply(exchange, 404, Json.object("code", "key_unknown", "detail", "No route has this key."));
        return;
      }
      FakeRoute.Reply reply = route.read(parts[1], exchange.getRequestHeaders().getFirst("if-none-match"));
      reply.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
      reply(exchange, reply.status(), reply.body());
    }
  }

  private static void reply(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] content = body == null ? new byte[0] : Json.write(body).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
    if (content.length > 0) exchange.getResponseBody().write(content);
  }
}
