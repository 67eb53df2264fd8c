package mkt.sdk;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class JsonReader {
  /** What is nested deeper would end the stack of the thread. */
  private static final int DEPTH = 500;
  /** Bounded, so that a short text cannot become a number that takes long to read. */
  private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,999})(\\.[0-9]{1,1000})?([eE][+-]?[0-9]{1,4})?");

  private final String text;
  private int at;

  JsonReader(String text) {
    this.text = text;
  }

  Object read() {
    Object value = value(0);
    space();
    if (at < text.length()) throw wrong("the end");
    return value;
  }

  private Object value(int depth) {
    if (depth > DEPTH) throw wrong("less nesting");
    space();
    char next = at < text.length() ? text.charAt(at) : 0;
    if (next == '{') return object(depth);
    if (next == '[') return array(depth);
    if (next == '"') return string();
    if (word("true")) return Boolean.TRUE;
    if (word("false")) return Boolean.FALSE;
    if (word("null")) return null;
    return number();
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    at++;
    if (taken('}')) return object;
    do {
      space();
      if (at >= text.length() || text.charAt(at) != '"') throw wrong("a name");
      String name = string();
      if (!taken(':')) throw wrong("a colon");
      object.put(name, value(depth + 1));
    } while (taken(','));
    if (!taken('}')) throw wrong("a closing brace");
    return object;
  }

  private List<Object> array(int depth) {
    List<Object> array = new ArrayList<>();
    at++;
    if (taken(']')) return array;
    do array.add(value(depth + 1));
    while (taken(','));
    if (!taken(']')) throw wrong("a closing bracket");
    return array;
  }

  private String string() {
    StringBuilder built = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char next = text.charAt(at);
      if (next == '"') {
        at++;
        return built.toString();
      }
      if (next < ' ') break;
      built.append(next == '\\' ? escaped() : next);
    }
    throw wrong("the end of a text");
  }

  private char escaped() {
    at++;
    char next = at < text.length() ? text.charAt(at) : 0;
    int simple = "\"\\/bfnrt".indexOf(next);
    if (simple >= 0) return "\"\\/\b\f\n\r\t".charAt(simple);
    if (next != 'u' || at + 4 >= text.length()) throw wrong("an escape");
    int code = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(text.charAt(++at), 16);
      if (digit < 0) throw wrong("an escape");
      code = code * 16 + digit;
    }
    return (char) code;
  }

  private Object number() {
    Matcher found = NUMBER.matcher(text).region(at, text.length());
    if (!found.lookingAt()) throw wrong("a value");
    at = found.end();
    boolean whole = found.group(2) == null && found.group(3) == null && found.group().length() < 18;
    if (whole) return Long.valueOf(found.group());
    return new BigDecimal(found.group());
  }

  private boolean word(String word) {
    if (!text.startsWith(word, at)) return false;
    at += word.length();
    return true;
  }

  private boolean taken(char wanted) {
    space();
    if (at >= text.length() || text.charAt(at) != wanted) return false;
    at++;
    return true;
  }

  private void space() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  /** Says where, and never what: a body may hold personal data. */
  private IllegalArgumentException wrong(String wanted) {
    return new IllegalArgumentException("not JSON: " + wanted + " is missing at character " + at);
  }
}
