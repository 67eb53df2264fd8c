package mkt.sdk;

/** Where {@link Once} remembers what is done. A real store is a table with a unique key. */
public interface OnceStore {
  enum Claim {
    CLAIMED,
    RUNNING,
    DONE
  }

  /** `CLAIMED` for exactly one caller; `RUNNING` while that one works; `DONE` afterwards. */
  Claim claim(String id);

  void finish(String id);

  void release(String id);
}
