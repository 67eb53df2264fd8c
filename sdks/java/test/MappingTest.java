import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import mkt.sdk.EnterpriseChange;
import mkt.sdk.Filling;
import mkt.sdk.Json;
import mkt.sdk.MappingPath;
import mkt.sdk.MappingTarget;
import mkt.sdk.Mappings;
import mkt.sdk.Place;
import mkt.sdk.SdkError;

/** The vectors that every SDK passes. */
final class MappingTest {
  private static Object vectors() throws Exception {
    return Json.parse(Files.readString(Path.of("../vectors/mapping.json")));
  }

  static void testPathsAreReadAndWritten() throws Exception {
    List<Map<String, Object>> paths = Json.maps(vectors(), "paths");
    Check.that(paths.size() > 5, "there are paths");
    for (Map<String, Object> vector : paths) {
      MappingTarget target = MappingPath.parse(Json.text(vector, "path"));
      Check.equal(vector.get("target"), shown(target));
      Check.equal(vector.get("path"), MappingPath.format(target));
    }
  }

  static void testAnythingElseIsRefused() throws Exception {
    for (Object path : Json.list(vectors(), "invalid"))
      Check.equal("mapping_path_invalid", Check.fails(SdkError.class, () -> MappingPath.parse((String) path)).code());
    String long1 = "policyholder.fields[?(@.name=='" + "\\a".repeat(50_000) + "')]";
    Check.fails(SdkError.class, () -> MappingPath.parse(long1));
  }

  static void testFieldsAreRead() throws Exception {
    for (Map<String, Object> vector : Json.maps(vectors(), "reads")) {
      Map<String, Object> from = Json.map(vector, "from");
      String path = Json.text(vector, "path");
      Object found = switch (Json.text(vector, "of")) {
        case "policy" -> Mappings.readPolicyField(from, path);
        case "policyholder" -> Mappings.readPolicyholderField(from, path);
        default -> Mappings.readEnterpriseField(from, path);
      };
      Check.equal(vector.get("values"), found);
    }
  }

  static void testFieldsAreFilledIn() throws Exception {
    for (Map<String, Object> vector : Json.maps(vectors(), "fills")) {
      Map<String, Object> policy = vector.containsKey("policy") ? Json.map(vector, "policy") : null;
      Filling filling = Mappings.fill(Json.map(vector, "request"), policy);
      boolean addGroup = Boolean.TRUE.equals(vector.get("addGroup"));
      for (Object entry : Json.list(vector, "set"))
        for (Place place : filling.places((String) ((List<?>) entry).get(0), addGroup)) place.set(((List<?>) entry).get(1));
      Check.equal(vector.get("answer"), filling.answer());
    }
  }

  static void testPolicyholdersAreWritten() throws Exception {
    for (Map<String, Object> vector : Json.maps(vectors(), "policyholders"))
      Check.equal(vector.get("body"), Mappings.writePolicyholder(entries(vector)));
  }

  static void testEnterpriseFieldsAreWritten() throws Exception {
    for (Map<String, Object> vector : Json.maps(vectors(), "enterprise")) {
      EnterpriseChange change = new EnterpriseChange(Json.map(vector, "resource"));
      entries(vector).forEach(change::set);
      Check.equal(vector.get("change"), change.body());
    }
  }

  private static Map<String, Object> entries(Map<String, Object> vector) {
    Map<String, Object> entries = new LinkedHashMap<>();
    for (Object entry : Json.list(vector, "set")) entries.put((String) ((List<?>) entry).get(0), ((List<?>) entry).get(1));
    return entries;
  }

  private static Map<String, Object> shown(MappingTarget target) {
    Map<String, Object> shown = Json.object(
        "variant", target.variant(), "level", target.level(), "product", target.product(), "exposure", target.exposure(),
        "peril", target.peril(), "name", target.name(), "group", target.group(), "field", target.field());
    shown.values().removeIf(value -> value == null);
    return shown;
  }
}
