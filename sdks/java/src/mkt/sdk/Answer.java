package mkt.sdk;

import java.util.Map;

/** An answer: the body is sent as JSON, unless it is a text, bytes or null. */
public record Answer(int status, Map<String, String> headers, Object body) {
  public static Answer of(int status) {
    return new Answer(status, Map.of(), null);
  }

  public static Answer of(int status, Object body) {
    return new Answer(status, Map.of(), body);
  }
}
