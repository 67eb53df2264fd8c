package mkt.sdk;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The customer's state: read on every request, kept only to be confirmed by its ETag. */
public final class State {
  private static final Set<String> FINAL = Set.of("key_unknown", "key_expired", "route_inactive");
  private static final int KEPT_AT_MOST = 500;
  static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(5)).build();

  private record Kept(String etag, String body) {}

  private static final Map<String, Kept> KEPT =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
          return size() > KEPT_AT_MOST;
        }
      };

  private State() {}

  /** Reads settings, mappings, address and token of the customer a request belongs to. Do not keep it beyond the request. */
  public static Map<String, Object> readState(Map<String, String> headers, String stateApi, Duration timeout) {
    return read("state", headers, stateApi, timeout);
  }

  /** Reads settings and mappings alone: answers also while the policy system is out of reach. */
  public static Map<String, Object> readSettings(Map<String, String> headers, String stateApi, Duration timeout) {
    return read("settings", headers, stateApi, timeout);
  }

  private static Map<String, Object> read(String what, Map<String, String> headers, String given, Duration timeout) {
    String key = headers.get("x-mkt-key");
    if (key == null || key.isEmpty())
      throw new StateError("key_missing", "The request has no x-mkt-key header: only the platform can send one.", false, null);
    String origin = given != null ? given : System.getenv().getOrDefault("MKT_STATE_API", "");
    if (origin.isEmpty())
      throw new StateError("state_api_missing", "MKT_STATE_API is not set: the platform sets it in the container.", false, null);
    String escaped = URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
    String url = origin.replaceAll("/+$", "") + "/" + what + "/" + escaped;
    Kept known = kept(url);
    HttpResponse<String> answer = send(url, known, headers.get("traceparent"), timeout);
    if (answer.statusCode() == 304 && known != null) return record(known.body());
    if (answer.statusCode() != 200) {
      keep(url, null);
      throw problem(answer);
    }
    Map<String, Object> record = record(answer.body());
    answer.headers().firstValue("etag").ifPresent(etag -> keep(url, new Kept(etag, answer.body())));
    return record;
  }

  private static HttpResponse<String> send(String url, Kept known, String trace, Duration timeout) {
    Duration wait = timeout.compareTo(Duration.ofMillis(50)) < 0 ? Duration.ofMillis(50) : timeout;
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url)).timeout(wait);
      if (known != null) request.header("if-none-match", known.etag());
      if (trace != null) request.header("traceparent", trace);
      return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException | IllegalArgumentException error) {
      // The text of the cause may hold the address, and the address holds the key.
      throw unreachable(error.getClass().getSimpleName());
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw unreachable("interrupted");
    }
  }

  /** Parsed for each request: a handler that changes its record changes it for nobody else. */
  private static Map<String, Object> record(String body) {
    try {
      return Json.map(Json.parse(body));
    } catch (IllegalArgumentException error) {
      throw unreachable("no JSON");
    }
  }

  private static StateError unreachable(String reason) {
    return new StateError("state_unreachable", "The state interface did not answer (" + reason + ").", true, 5);
  }

  private static StateError problem(HttpResponse<String> answer) {
    Object said;
    try {
      said = Json.parse(answer.body());
    } catch (IllegalArgumentException error) {
      said = null;
    }
    String code = Json.text(said, "code") == null ? "state_unreachable" : Json.text(said, "code");
    String detail = Json.text(said, "detail");
    String after = answer.headers().firstValue("retry-after").orElse("");
    return new StateError(
        code,
        detail == null ? "The state interface answered " + answer.statusCode() + "." : detail,
        !FINAL.contains(code),
        after.matches("[0-9]{1,6}") ? Integer.valueOf(after) : null);
  }

  private static Kept kept(String url) {
    synchronized (KEPT) {
      return KEPT.get(url);
    }
  }

  private static void keep(String url, Kept record) {
    synchronized (KEPT) {
      if (record == null) KEPT.remove(url);
      else KEPT.put(url, record);
    }
  }
}
