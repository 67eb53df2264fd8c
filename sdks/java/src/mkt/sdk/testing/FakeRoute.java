package mkt.sdk.testing;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import mkt.sdk.Json;

/** One customer's installation, as the application meets it. */
public final class FakeRoute {
  record Reply(int status, Map<String, String> headers, Object body) {}

  private final String routeId = "r" + UUID.randomUUID().toString().replace("-", "").substring(0, 24);
  private final String key = UUID.randomUUID().toString();
  private Map<String, Object> state;
  private int generation = 1;
  private int reads;
  private int failure;
  private String failureCode;

  FakeRoute(Map<String, Object> state) {
    this.state = state;
  }

  public String routeId() {
    return routeId;
  }

  public String key() {
    return key;
  }

  public synchronized Map<String, Object> state() {
    return state;
  }

  /** Reads of the state interface so far. */
  public synchronized int reads() {
    return reads;
  }

  /** A new configuration: the next read sees it. */
  public synchronized void configure(Object... namesAndValues) {
    Map<String, Object> changed = new LinkedHashMap<>(state);
    changed.putAll(Json.object(namesAndValues));
    state = changed;
    generation++;
  }

  /** From now on the state interface answers the key with this problem. */
  public synchronized void fail(int status, String code) {
    failure = status;
    failureCode = code;
  }

  synchronized Reply read(String what, String known) {
    reads++;
    if (failure != 0) return new Reply(failure, Map.of("retry-after", "7"), Json.object("code", failureCode));
    String etag = "\"" + generation + "\"";
    if (etag.equals(known)) return new Reply(304, Map.of("etag", etag), null);
    Object record = what.equals("settings")
        ? Json.object("settings", state.get("settings"), "mappings", state.get("mappings"))
        : state;
    return new Reply(200, Map.of("etag", etag), record);
  }
}
