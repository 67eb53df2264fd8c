package mkt.sdk;

/** The state interface did not answer with a record. The code is the platform's, or `key_missing`, `state_unreachable`. */
public final class StateError extends SdkError {
  public StateError(String code, String message, boolean retryable, Integer retryAfterSeconds) {
    super(code, message, retryable, retryAfterSeconds);
  }
}
