package mkt.sdk;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** What an exception means to the platform: never again (4xx), later (503), or a bug (500, which is retried too). */
final class Refusals {
  private Refusals() {}

  static Answer of(SdkError error, Context context) {
    if (error instanceof GiveUp refusal) return problem(refusal.status(), error.code(), error.getMessage(), context);
    if (!error.retryable()) return problem(422, error.code(), error.getMessage(), context);
    Integer after = error.retryAfterSeconds();
    Map<String, String> headers = Map.of("retry-after", String.valueOf(Math.max(1, after == null ? 30 : after)));
    return new Answer(503, headers, problem(503, error.code(), error.getMessage(), context).body());
  }

  static Answer problem(int status, String code, String message, Context context) {
    Object error = Json.object("code", code, "message", message, "requestId", context.requestId());
    return Answer.of(status, Json.object("error", error));
  }

  /** One line with route and request: who was refused, and why. */
  static void log(Context context, String text) {
    String route = context.routeId() == null ? "-" : context.routeId();
    String request = context.requestId() == null ? "-" : context.requestId();
    System.err.println(context.method() + " " + context.path() + " route=" + route + " request=" + request + " " + text);
  }

  static String stackOf(Throwable error) {
    StringWriter text = new StringWriter();
    error.printStackTrace(new PrintWriter(text));
    return text.toString().stripTrailing();
  }
}
