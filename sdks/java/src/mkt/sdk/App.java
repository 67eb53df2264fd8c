package mkt.sdk;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * An application: handlers by the paths that its manifest declares. Answers `GET /health`, turns exceptions into the statuses the
 * platform understands, and gives each handler its context. Give it to {@link Server#serve}.
 */
public final class App {
  private static final Set<String> HOOKS =
      Set.of("install", "uninstall", "start", "stop", "configure", "upgrade", "check", "erase");

  /** Hears an event. */
  public interface EventHandler {
    void handle(Map<String, Object> event, Context context) throws Exception;
  }

  /** Answers a call with an object; null is nothing to say. */
  public interface CallHandler {
    Object handle(Map<String, Object> request, Context context) throws Exception;
  }

  public interface RouteHandler {
    Answer handle(Context context) throws Exception;
  }

  private final String stateApi;
  private BooleanSupplier health = () -> true;
  private final Map<String, Map<String, RouteHandler>> routes = new LinkedHashMap<>();
  private final Map<String, Map<String, EventHandler>> events = new LinkedHashMap<>();

  public App() {
    this(null);
  }

  /** With the origin of a state interface other than `MKT_STATE_API`, for tests. */
  public App(String stateApi) {
    this.stateApi = stateApi;
  }

  /** False or an exception makes the container unhealthy. Do not ask other services here: it is called often. */
  public App health(BooleanSupplier given) {
    health = given;
    return this;
  }

  /** Hears an event by its name; `*` is every event that has no handler of its own. */
  public App webhook(String path, String event, EventHandler handler) {
    if (!events.containsKey(path)) {
      events.put(path, new LinkedHashMap<>());
      add("POST", path, context -> hear(path, context));
    }
    if (events.get(path).putIfAbsent(event, handler) != null)
      throw new IllegalArgumentException(path + " has two handlers for " + event + ".");
    return this;
  }

  /** The handler gives back what to fill in; null leaves the change as it is. */
  public App autofill(String path, CallHandler handler) {
    return add("POST", path, context -> Answer.of(200, orEmpty(handler.handle(context.json(), context))));
  }

  /** The handler gives back `{"pricedPerilCharacteristics": {locator: {...}}}` with every peril that is asked for. */
  public App rater(String path, CallHandler handler) {
    return add("POST", path, context -> {
      Map<String, Object> request = context.json();
      Object answer = handler.handle(request, context);
      checkPrices(request, answer);
      return Answer.of(200, answer);
    });
  }

  /** A hook declared by name, or by its path. `{"pollAt": "/path"}` says that it is still at it. */
  public App hook(String name, CallHandler handler) {
    boolean byPath = name.startsWith("/");
    if (!byPath && !HOOKS.contains(name))
      throw new IllegalArgumentException("There is no lifecycle hook \"" + name + "\".");
    boolean posted = byPath || name.equals("check");
    return add(posted ? "POST" : "GET", byPath ? name : "/_app/" + name, context -> {
      Map<String, Object> call = posted ? context.json() : hookCall(name, context);
      Object result = handler.handle(call, context);
      if ("check".equals(call.get("hook")))
        return Answer.of(200, result == null ? Json.object("problems", List.of()) : result);
      String pollAt = Json.text(result, "pollAt");
      if (pollAt == null) return Answer.of(200, Json.object("done", true));
      return new Answer(202, Map.of("location", pollAt), Json.object("done", false));
    });
  }

  /** Any other path. */
  public App route(String method, String path, RouteHandler handler) {
    return add(method.toUpperCase(java.util.Locale.ROOT), path, handler);
  }

  /** One request. Never throws. */
  public Answer handle(String method, String url, Map<String, String> headers, byte[] body) {
    Context context = new Context(method, address(url), headers, body, stateApi);
    try {
      return encode(dispatch(context));
    } catch (SdkError error) {
      Answer answer = Refusals.of(error, context);
      Refusals.log(context, answer.status() + " " + error.code() + ": " + String.valueOf(error.getMessage()).replaceAll("\\s+", " "));
      return encode(answer);
    } catch (Throwable error) {
      // A bug in a handler must not end the process; its details are for the log alone.
      Refusals.log(context, Refusals.stackOf(error));
      return encode(Refusals.problem(500, "internal_error", "The application failed on this request.", context));
    }
  }

  private Answer dispatch(Context context) throws Exception {
    String path = context.path();
    if (path.equals("/health")) {
      boolean healthy = isHealthy();
      return Answer.of(healthy ? 200 : 503, Json.object("healthy", healthy));
    }
    Map<String, RouteHandler> methods = routes.get(path);
    if (methods == null)
      return Refusals.problem(404, "path_unknown", "This application has no path " + path + ".", context);
    RouteHandler handler = methods.get(context.method());
    if (handler != null) return handler.handle(context);
    String allowed = String.join(", ", new TreeSet<>(methods.keySet()));
    Answer refusal = Refusals.problem(405, "method_unknown", path + " answers " + allowed + ".", context);
    return new Answer(405, Map.of("allow", allowed), refusal.body());
  }

  private boolean isHealthy() {
    try {
      return health.getAsBoolean();
    } catch (RuntimeException error) {
      // What cannot be found out is not healthy.
      return false;
    }
  }

  private Answer hear(String path, Context context) throws Exception {
    Map<String, Object> event = context.json();
    Map<String, EventHandler> handlers = events.get(path);
    EventHandler named = handlers.get(String.valueOf(event.get("type")));
    EventHandler handler = named != null ? named : handlers.get("*");
    if (handler != null) handler.handle(event, context);
    return Answer.of(204);
  }

  private App add(String method, String path, RouteHandler handler) {
    if (routes.computeIfAbsent(path, any -> new LinkedHashMap<>()).putIfAbsent(method, handler) != null)
      throw new IllegalArgumentException(method + " " + path + " has two handlers: give each its own path.");
    return this;
  }

  private static Map<String, Object> hookCall(String name, Context context) {
    List<String> route = context.query("route");
    Map<String, Object> call = Json.object("hook", name, "route", route.isEmpty() ? "" : route.get(0));
    call.put("routeId", context.routeId());
    List<String> locators = context.query("locator");
    if (!locators.isEmpty()) call.put("locators", new ArrayList<Object>(locators));
    return call;
  }

  private static void checkPrices(Map<String, Object> request, Object answer) {
    Map<String, Object> priced = Json.map(answer, "pricedPerilCharacteristics");
    List<String> missing = new ArrayList<>();
    for (Map<String, Object> peril : Json.maps(request, "policyExposurePerils")) {
      String locator = Json.text(peril, "perilCharacteristicsLocator");
      if (!priced.containsKey(locator)) missing.add(locator);
    }
    if (!missing.isEmpty())
      throw new SdkError(
          "answer_incomplete", "No price was given for the peril characteristics " + String.join(", ", missing) + ".");
  }

  private static Object orEmpty(Object answer) {
    return answer == null ? Map.of() : answer;
  }

  private static URI address(String url) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException error) {
      return URI.create("/");
    }
  }

  /** The answer with its body as bytes. */
  private static Answer encode(Answer answer) {
    Object body = answer.body();
    if (body == null) return new Answer(answer.status(), answer.headers(), new byte[0]);
    if (body instanceof byte[]) return answer;
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", body instanceof String ? "text/plain; charset=utf-8" : "application/json");
    headers.putAll(answer.headers());
    String text = body instanceof String string ? string : Json.write(body);
    return new Answer(answer.status(), headers, text.getBytes(StandardCharsets.UTF_8));
  }
}
