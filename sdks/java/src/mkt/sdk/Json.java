package mkt.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON with the JDK alone: objects are `Map<String, Object>` in their order, arrays `List<Object>`, numbers `Long` or `BigDecimal`,
 * and the rest `String`, `Boolean` and null.
 */
public final class Json {
  private Json() {}

  /** Throws IllegalArgumentException where the text is not JSON. */
  public static Object parse(String text) {
    return new JsonReader(text).read();
  }

  /** Throws IllegalArgumentException for values that JSON does not have. */
  public static String write(Object value) {
    return JsonWriter.write(value);
  }

  /** An object from names and values in turns: `Json.object("peril", "collision", "rate", 3)`. */
  public static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i + 1 < namesAndValues.length; i += 2) object.put((String) namesAndValues[i], namesAndValues[i + 1]);
    return object;
  }

  /** What is found below names, one after the other; null where there is nothing. */
  public static Object at(Object value, String... names) {
    Object found = value;
    for (String name : names) found = found instanceof Map<?, ?> map ? map.get(name) : null;
    return found;
  }

  /** The same as text; null where there is none. */
  public static String text(Object value, String... names) {
    Object found = at(value, names);
    return found == null ? null : found instanceof String text ? text : write(found);
  }

  /** The object below names; an empty one where there is none. */
  @SuppressWarnings("unchecked")
  public static Map<String, Object> map(Object value, String... names) {
    return at(value, names) instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  /** The array below names; an empty one where there is none. */
  @SuppressWarnings("unchecked")
  public static List<Object> list(Object value, String... names) {
    return at(value, names) instanceof List<?> list ? (List<Object>) list : List.of();
  }

  /** The objects of the array below names. */
  @SuppressWarnings("unchecked")
  public static List<Map<String, Object>> maps(Object value, String... names) {
    List<Map<String, Object>> found = new ArrayList<>();
    for (Object each : list(value, names)) if (each instanceof Map<?, ?> map) found.add((Map<String, Object>) map);
    return found;
  }

  /** A copy that shares nothing with the value. */
  static Object copy(Object value) {
    if (value instanceof Map<?, ?> map) {
      Map<String, Object> copied = new LinkedHashMap<>();
      map.forEach((name, each) -> copied.put((String) name, copy(each)));
      return copied;
    }
    if (value instanceof List<?> list) {
      List<Object> copied = new ArrayList<>();
      for (Object each : list) copied.add(copy(each));
      return copied;
    }
    return value;
  }
}
