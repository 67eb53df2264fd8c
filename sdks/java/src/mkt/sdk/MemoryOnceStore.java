package mkt.sdk;

import java.util.LinkedHashMap;
import java.util.Map;

/** Spares most repeats within one container; promises nothing across containers or restarts. */
public final class MemoryOnceStore implements OnceStore {
  private final Map<String, Claim> states;

  public MemoryOnceStore() {
    this(10_000);
  }

  public MemoryOnceStore(int atMost) {
    states =
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Claim> eldest) {
            return size() > atMost;
          }
        };
  }

  @Override
  public synchronized Claim claim(String id) {
    Claim known = states.putIfAbsent(id, Claim.RUNNING);
    return known == null ? Claim.CLAIMED : known;
  }

  @Override
  public synchronized void finish(String id) {
    states.put(id, Claim.DONE);
  }

  @Override
  public synchronized void release(String id) {
    states.remove(id);
  }
}
