import java.util.List;
import java.util.Map;
import mkt.sdk.Json;
import mkt.sdk.MappingPath;
import mkt.sdk.MappingTarget;
import mkt.sdk.testing.Bleeding;
import mkt.sdk.testing.FakePlatform;
import mkt.sdk.testing.FakeRoute;

final class AppTest {
  private static final Map<String, Object> REQUEST = Json.object(
      "policyholderLocator", "1",
      "productName", "personal-auto",
      "operation", "newBusiness",
      "operationType", "create",
      "updates", Json.object("fieldValues", Json.object()));

  public static void main(String[] args) throws Exception {
    try (FakePlatform platform = new FakePlatform()) {
      FakeRoute one = customer(platform, "remark");
      String answer = FakePlatform.text(platform.send(App.create(platform.stateApi()), one, "/autofill", REQUEST));
      if (!answer.equals("{\"fieldValues\":{\"remark\":[\"filled in for newBusiness\"]}}")) throw new AssertionError(answer);
      List<Bleeding.Probe> probes = List.of(
          new Bleeding.Probe(one, "/autofill", REQUEST),
          new Bleeding.Probe(customer(platform, "note"), "/autofill", REQUEST));
      List<String> found = Bleeding.find(platform, () -> App.create(platform.stateApi()), probes);
      if (!found.isEmpty()) throw new AssertionError(found);
    }
    System.out.println("passed");
  }

  private static FakeRoute customer(FakePlatform platform, String field) {
    MappingTarget target = new MappingTarget("connected", "policy", "personal-auto", null, null, null, null, field);
    Object fields = Json.object("note", MappingPath.format(target));
    return platform.route("mappings", List.of(Json.object("productName", "personal-auto", "fields", fields)));
  }
}
