package mkt.sdk;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A client for the customer's policy system with the token of the state record. A refused token is renewed once. */
public final class PolicySystem {
  private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
  private static final int MOST_REDIRECTS = 5;

  private final Supplier<Map<String, Object>> renew;
  private final String tenant;
  private final Duration timeout;
  private Map<String, Object> state;

  public PolicySystem(Map<String, Object> state, Supplier<Map<String, Object>> renew, String tenant, Duration timeout) {
    this.state = state;
    this.renew = renew;
    this.tenant = tenant;
    this.timeout = timeout.compareTo(Duration.ofMillis(50)) < 0 ? Duration.ofMillis(50) : timeout;
  }

  public Object get(String path) {
    return request("GET", path, null);
  }

  public Object post(String path, Object body) {
    return request("POST", path, body);
  }

  /** Connected variant. */
  public Map<String, Object> policy(String locator) {
    return Json.map(get("/policy/" + part(locator)));
  }

  /** Connected variant. */
  public Map<String, Object> policyholder(String locator) {
    return Json.map(get("/policyholder/" + part(locator)));
  }

  /** Enterprise variant: `policies`, `quotes` or `accounts`. */
  public Map<String, Object> resource(String kind, String locator) {
    return Json.map(get("/policy/" + part(tenant == null ? "" : tenant) + "/" + part(kind) + "/" + part(locator)));
  }

  public Object request(String method, String path, Object body) {
    HttpResponse<String> answer = send(method, path, body);
    if (answer.statusCode() == 401 && renew != null) {
      state = renew.get();
      answer = send(method, path, body);
    }
    Object content = parse(answer.body());
    if (answer.statusCode() >= 300 || answer.statusCode() < 200)
      throw new PolicySystemError(
          method + " " + path + ": the policy system answered " + answer.statusCode() + ".", answer.statusCode(), content);
    return content;
  }

  private static Object parse(String text) {
    try {
      return text.isEmpty() ? null : Json.parse(text);
    } catch (IllegalArgumentException error) {
      return text;
    }
  }

  private HttpResponse<String> send(String method, String path, Object body) {
    String origin = String.valueOf(Json.text(state, "platformApiUrl")).replaceAll("/+$", "");
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(origin + "/" + path.replaceAll("^/+", "")));
      request.timeout(timeout).header("accept", "application/json");
      request.header("authorization", "Bearer " + Json.text(state, "token"));
      if (body != null) request.header("content-type", "application/json");
      request.method(
          method,
          body == null
              ? HttpRequest.BodyPublishers.noBody()
              : HttpRequest.BodyPublishers.ofString(Json.write(body)));
      return follow(request, State.CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    } catch (IOException error) {
      throw new PolicySystemError(method + " " + path + ": the policy system did not answer.", 0, null);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new PolicySystemError(method + " " + path + ": interrupted.", 0, null);
    }
  }

  /** Follows redirects of a read. The token goes to the policy system alone: one to another origin is the answer. */
  private static HttpResponse<String> follow(HttpRequest.Builder request, HttpResponse<String> first)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = first;
    for (int turn = 0; turn < MOST_REDIRECTS && REDIRECTS.contains(answer.statusCode()); turn++) {
      String to = answer.headers().firstValue("location").orElse(null);
      if (to == null || !answer.request().method().equals("GET")) return answer;
      URI target = answer.uri().resolve(to);
      if (!origin(target).equals(origin(answer.uri()))) return answer;
      answer = State.CLIENT.send(request.uri(target).build(), HttpResponse.BodyHandlers.ofString());
    }
    return answer;
  }

  private static String origin(URI uri) {
    return uri.getScheme() + "://" + uri.getRawAuthority();
  }

  private static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
