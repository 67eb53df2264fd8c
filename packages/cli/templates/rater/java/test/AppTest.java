import java.util.List;
import java.util.Map;
import mkt.sdk.Json;
import mkt.sdk.testing.Bleeding;
import mkt.sdk.testing.FakePlatform;
import mkt.sdk.testing.FakeRoute;

final class AppTest {
  private static Object on(String locator) {
    return List.of(Json.object("locator", locator, "fieldValues", Json.object()));
  }

  private static final Map<String, Object> REQUEST = Json.object(
      "policy", Json.object(
          "productName", "personal-auto",
          "characteristics", on("policy-1"),
          "exposures", List.of(Json.object(
              "name", "vehicle",
              "characteristics", on("exposure-1"),
              "perils", List.of(Json.object("name", "collision", "characteristics", on("peril-1")))))),
      "policyExposurePerils", List.of(Json.object(
          "policyCharacteristicsLocator", "policy-1",
          "exposureCharacteristicsLocator", "exposure-1",
          "perilCharacteristicsLocator", "peril-1")));

  public static void main(String[] args) throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      FakeRoute one = customer(platform, "120.50");
      String answer = FakePlatform.text(platform.send(App.create(platform.stateApi()), one, "/rate", REQUEST));
      if (!answer.equals("{\"pricedPerilCharacteristics\":{\"peril-1\":{\"yearlyPremium\":\"120.50\"}}}"))
        throw new AssertionError(answer);
      List<Bleeding.Probe> probes = List.of(
          new Bleeding.Probe(one, "/rate", REQUEST),
          new Bleeding.Probe(customer(platform, "200"), "/rate", REQUEST));
      List<String> found = Bleeding.find(platform, () -> App.create(platform.stateApi()), probes);
      if (!found.isEmpty()) throw new AssertionError(found);
    }
    System.out.println("passed");
  }

  private static FakeRoute customer(FakePlatform platform, String premium) {
    return platform.route("settings", Json.object("yearlyPremium", premium));
  }
}
