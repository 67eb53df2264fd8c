package mkt.sdk;

/** The request may succeed later: answered with 503 and `retry-after`; the platform sends a webhook again. */
public final class TryAgain extends SdkError {
  public TryAgain(String message) {
    this(message, null);
  }

  public TryAgain(String message, Integer retryAfterSeconds) {
    super("try_again", message, true, retryAfterSeconds);
  }
}
