package mkt.sdk;

/** Base of every error of this SDK: has a code, and says whether the same call may succeed later. */
public class SdkError extends RuntimeException {
  private final String code;
  private final boolean retryable;
  private final Integer retryAfterSeconds;

  public SdkError(String code, String message) {
    this(code, message, false, null);
  }

  public SdkError(String code, String message, boolean retryable, Integer retryAfterSeconds) {
    super(message);
    this.code = code;
    this.retryable = retryable;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  public String code() {
    return code;
  }

  public boolean retryable() {
    return retryable;
  }

  /** Null where nobody said when to come back. */
  public Integer retryAfterSeconds() {
    return retryAfterSeconds;
  }
}
