package mkt.sdk;

import java.util.concurrent.Callable;

/** Does the work of an event once, although it may be delivered several times. */
public final class Once {
  private Once() {}

  /**
   * Runs the work once for an id; failed work may be repeated. Null when it was done before. Use
   * `context.routeId() + "/" + context.webhookId()`.
   */
  public static <T> T once(OnceStore store, String id, Callable<T> work) throws Exception {
    OnceStore.Claim claim = store.claim(id);
    if (claim == OnceStore.Claim.DONE) return null;
    if (claim == OnceStore.Claim.RUNNING) throw new TryAgain("The same event is being handled already.", 5);
    try {
      T result = work.call();
      store.finish(id);
      return result;
    } catch (Throwable error) {
      store.release(id);
      throw error;
    }
  }
}
