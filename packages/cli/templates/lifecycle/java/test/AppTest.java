import java.util.List;
import mkt.sdk.Json;
import mkt.sdk.testing.FakePlatform;
import mkt.sdk.testing.FakeRoute;

final class AppTest {
  public static void main(String[] args) throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      FakeRoute customer = platform.route("settings", Json.object("partnerKey", "sample"));
      for (String hook : List.of("install", "configure", "uninstall")) {
        Object call = Json.object("hook", hook, "route", "https://gateway.invalid/r1", "routeId", customer.routeId());
        int status = platform.send(App.create(platform.stateApi()), customer, "/hooks/" + hook, call).status();
        if (status != 200) throw new AssertionError(hook + " was answered with " + status);
      }
    }
    System.out.println("passed");
  }
}
