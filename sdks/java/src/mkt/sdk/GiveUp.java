package mkt.sdk;

import java.util.Set;

/** The request can never succeed: answered with a 4xx and this sentence; the platform does not send it again. */
public final class GiveUp extends SdkError {
  // 410 would pause every webhook of the route; 408, 425 and 429 are tried again.
  private static final Set<Integer> NOT_FINAL = Set.of(408, 410, 425, 429);
  private final int status;

  public GiveUp(String message) {
    this(message, 422);
  }

  public GiveUp(String message, int status) {
    super("give_up", message);
    this.status = status >= 400 && status < 500 && !NOT_FINAL.contains(status) ? status : 422;
  }

  public int status() {
    return status;
  }
}
