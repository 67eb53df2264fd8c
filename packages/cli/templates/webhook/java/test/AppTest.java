import mkt.sdk.Json;
import mkt.sdk.testing.FakePlatform;
import mkt.sdk.testing.FakeRoute;

final class AppTest {
  public static void main(String[] args) throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      FakeRoute customer = platform.route("settings", Json.object("greeting", "Salut"));
      Object event = FakePlatform.sampleEvent("policy.issue");
      int status = platform.send(App.create(platform.stateApi()), customer, "/events", event).status();
      if (status != 204) throw new AssertionError("the event was answered with " + status);
      if (customer.reads() != 1) throw new AssertionError("the settings were read " + customer.reads() + " times");
    }
    System.out.println("passed");
  }
}
