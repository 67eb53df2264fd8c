package mkt.sdk;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/** A client for the customer's policy system with the token of the state record. A refused token is renewed once. */
public final class PolicySystem {
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
    String text = answer.body();
    if (answer.statusCode() >= 300 || answer.statusCode() < 200)
      throw new PolicySystemError(
          method + " " + path + ": the policy system answered " + answer.statusCode() + ".", answer.statusCode(), text);
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
      return State.CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException error) {
      throw new PolicySystemError(method + " " + path + ": the policy system did not answer.", 0, null);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new PolicySystemError(method + " " + path + ": interrupted.", 0, null);
    }
  }

  private static String part(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
