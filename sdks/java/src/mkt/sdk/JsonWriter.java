package mkt.sdk;

import java.util.Map;

final class JsonWriter {
  private JsonWriter() {}

  static String write(Object value) {
    StringBuilder text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static void write(Object value, StringBuilder text) {
    if (value == null || value instanceof Boolean) text.append(value);
    else if (value instanceof CharSequence characters) quote(characters, text);
    else if (value instanceof Number number) text.append(digits(number));
    else if (value instanceof Map<?, ?> map) {
      String before = "{";
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        text.append(before);
        quote(String.valueOf(entry.getKey()), text);
        write(entry.getValue(), text.append(':'));
        before = ",";
      }
      text.append(map.isEmpty() ? "{}" : "}");
    } else if (value instanceof Iterable<?> items) {
      String before = "";
      text.append('[');
      for (Object item : items) {
        write(item, text.append(before));
        before = ",";
      }
      text.append(']');
    } else throw new IllegalArgumentException("JSON has no " + value.getClass().getName());
  }

  private static String digits(Number number) {
    double size = number.doubleValue();
    boolean floating = number instanceof Double || number instanceof Float;
    if (floating && (Double.isNaN(size) || Double.isInfinite(size)))
      throw new IllegalArgumentException("JSON has no " + number);
    return number.toString();
  }

  private static void quote(CharSequence characters, StringBuilder text) {
    text.append('"');
    for (int i = 0; i < characters.length(); i++) {
      char next = characters.charAt(i);
      int simple = "\"\\\b\f\n\r\t".indexOf(next);
      if (simple >= 0) text.append('\\').append("\"\\bfnrt".charAt(simple));
      else if (next < ' ' || Character.isSurrogate(next) && !paired(characters, i))
        text.append(String.format("\\u%04x", (int) next));
      else text.append(next);
    }
    text.append('"');
  }

  private static boolean paired(CharSequence text, int at) {
    char here = text.charAt(at);
    if (Character.isHighSurrogate(here)) return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
    return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }
}
