package mkt.sdk;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a handler knows beside the payload: whose request it is, and the way to that customer's state. */
public final class Context {
  /** An attempt of a delivery ends after 15 s, a hook after 60 s. */
  private static final long UNLIMITED_MS = 60_000;

  private final String method;
  private final URI uri;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final byte[] body;
  private final String stateApi;
  private final long deadline;
  private Map<String, Object> state;
  private Map<String, Object> settings;

  Context(String method, URI uri, Map<String, String> headers, byte[] body, String stateApi) {
    this.method = method.toUpperCase(Locale.ROOT);
    this.uri = uri;
    headers.forEach((name, value) -> this.headers.put(name.toLowerCase(Locale.ROOT), value));
    this.body = body;
    this.stateApi = stateApi;
    String given = this.headers.getOrDefault("x-mkt-deadline-ms", "");
    long ms = given.matches("[0-9]{1,9}") ? Math.min(Long.parseLong(given), UNLIMITED_MS) : UNLIMITED_MS;
    this.deadline = System.nanoTime() + ms * 1_000_000;
  }

  public String method() {
    return method;
  }

  public String path() {
    return uri.getPath();
  }

  /** The values of a parameter of the query; an empty list where it has none. */
  public List<String> query(String name) {
    List<String> found = new ArrayList<>();
    String query = uri.getRawQuery();
    for (String pair : query == null ? new String[0] : query.split("&")) {
      int end = pair.indexOf('=');
      if (end >= 0 && decode(pair.substring(0, end)).equals(name)) found.add(decode(pair.substring(end + 1)));
    }
    return found;
  }

  public String header(String name) {
    return headers.get(name.toLowerCase(Locale.ROOT));
  }

  public String routeId() {
    return header("x-mkt-route");
  }

  /** Host name of the tenant; enterprise: its locator. */
  public String tenant() {
    return header("x-mkt-tenant");
  }

  public String requestId() {
    return header("x-request-id");
  }

  /** The same on every attempt of one delivery. */
  public String webhookId() {
    return header("webhook-id");
  }

  public int attempt() {
    String given = headers.getOrDefault("x-mkt-attempt", "");
    return given.matches("[0-9]{1,9}") ? Integer.parseInt(given) : 1;
  }

  /** The time that is left for this answer: give it to whatever you call as its timeout. */
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }

  /** The state record; read once in a request. */
  public synchronized Map<String, Object> state() {
    if (state == null) state = State.readState(headers, stateApi, atMost(5));
    return state;
  }

  /** Settings and mappings alone, also while the policy system is away; read once in a request. */
  public synchronized Map<String, Object> settings() {
    if (settings == null) settings = state != null ? state : State.readSettings(headers, stateApi, atMost(5));
    return settings;
  }

  /** One setting that the application cannot do without: a text, a number, true or false, or rows. */
  public Object value(String name) {
    Map<String, Object> all = Json.map(settings(), "settings");
    if (all.containsKey(name)) return all.get(name);
    throw new SdkError("setting_missing", "The setting \"" + name + "\" is not set for this customer.");
  }

  /** The same as text. */
  public String setting(String name) {
    Object value = value(name);
    return value instanceof String text ? text : Json.write(value);
  }

  /** The tenant's policy system; a refused token is renewed once. */
  public PolicySystem policySystem() {
    return new PolicySystem(state(), this::renewedState, tenant(), atMost(10));
  }

  public byte[] body() {
    return body;
  }

  /** The JSON object of the body. Anything else can never be understood, so it is not asked for again. */
  public Map<String, Object> json() {
    Object value;
    try {
      value = Json.parse(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    } catch (IllegalArgumentException | CharacterCodingException error) {
      throw new GiveUp("The body is not JSON.", 400);
    }
    if (!(value instanceof Map)) throw new GiveUp("The body is not a JSON object.", 400);
    return Json.map(value);
  }

  private synchronized Map<String, Object> renewedState() {
    state = null;
    return state();
  }

  private Duration atMost(int seconds) {
    Duration most = Duration.ofSeconds(seconds);
    return remaining().compareTo(most) < 0 ? remaining() : most;
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException error) {
      return text;
    }
  }
}
