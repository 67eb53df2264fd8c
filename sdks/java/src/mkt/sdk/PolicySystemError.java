package mkt.sdk;

/** The policy system refused a call (`status`), or could not be reached (0). */
public final class PolicySystemError extends SdkError {
  private final int status;
  private final String body;

  public PolicySystemError(String message, int status, String body) {
    super("policy_system_failed", message, status == 0 || status == 429 || status >= 500, null);
    this.status = status;
    this.body = body;
  }

  public int status() {
    return status;
  }

  public String body() {
    return body;
  }
}
