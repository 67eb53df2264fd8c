package mkt.sdk;

/** The policy system refused a call (`status`), or could not be reached (0). */
public final class PolicySystemError extends SdkError {
  private final int status;
  private final Object body;

  public PolicySystemError(String message, int status, Object body) {
    super("policy_system_failed", message, status == 0 || status == 429 || status >= 500, null);
    this.status = status;
    this.body = body;
  }

  public int status() {
    return status;
  }

  /** The JSON of the answer, or its text; null where there was none. */
  public Object body() {
    return body;
  }
}
