package mkt.sdk.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import mkt.sdk.Answer;
import mkt.sdk.App;

/** Finds state kept between calls, and data that bleeds from one customer to another. */
public final class Bleeding {
  /** One customer's request; its answer must not depend on who was served before or beside. `own` are texts that only this one may see. */
  public record Probe(FakeRoute route, String path, Object payload, List<String> own) {
    public Probe(FakeRoute route, String path, Object payload) {
      this(route, path, payload, List.of());
    }
  }

  private Bleeding() {}

  /** What is wrong, in sentences; an empty list is success. */
  public static List<String> find(FakePlatform platform, Supplier<App> start, List<Probe> probes)
      throws InterruptedException {
    List<String> alone = new ArrayList<>();
    for (Probe probe : probes) alone.add(ask(platform, start.get(), probe));
    Set<String> problems = Collections.synchronizedSet(new LinkedHashSet<>());
    App copy = start.get();
    for (int i = 0; i < probes.size(); i++) compare(platform, copy, probes, alone, i, "after other requests", problems);
    for (int i = probes.size() - 1; i >= 0; i--)
      compare(platform, copy, probes, alone, i, "in reverse order", problems);
    List<Thread> threads = new ArrayList<>();
    for (int round = 0; round < 5; round++)
      for (int i = 0; i < probes.size(); i++) {
        int index = i;
        threads.add(new Thread(() -> compare(platform, copy, probes, alone, index, "beside other requests", problems)));
      }
    for (Thread thread : threads) thread.start();
    for (Thread thread : threads) thread.join();
    return new ArrayList<>(problems);
  }

  private static String ask(FakePlatform platform, App app, Probe probe) {
    Answer answer = platform.send(app, probe.route(), probe.path(), probe.payload());
    return answer.status() + " " + FakePlatform.text(answer).replaceAll("req_[0-9a-f]+", "req");
  }

  private static void compare(
      FakePlatform platform, App app, List<Probe> probes, List<String> alone, int index, String how, Set<String> problems) {
    Probe probe = probes.get(index);
    String answer = ask(platform, app, probe);
    String name = "request " + (index + 1) + " (POST " + probe.path() + ")";
    if (!answer.equals(alone.get(index)))
      problems.add(name + " is answered differently " + how + ": " + answer + " instead of " + alone.get(index));
    for (Probe other : probes)
      for (String text : other.route() == probe.route() ? List.<String>of() : other.own())
        if (answer.contains(text) && !probe.own().contains(text))
          problems.add(name + " shows another customer's data " + how);
  }
}
