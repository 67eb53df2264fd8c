package mkt.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fields through the customer's mappings: which there are, reading them, and writing policyholders. */
public final class Mappings {
  private Mappings() {}

  /** The mapping fields of one product: field name to path. Empty when the customer mapped nothing for it. */
  public static Map<String, String> mappingOf(Map<String, Object> record, String productName) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (Map<String, Object> mapping : Json.maps(record, "mappings"))
      if (productName.equals(mapping.get("productName")))
        Json.map(mapping, "fields").forEach((name, path) -> fields.put(name, String.valueOf(path)));
    return fields;
  }

  public static Map<String, String> policyholderMappingOf(Map<String, Object> record) {
    return mappingOf(record, "policyholders");
  }

  /** The values a path points at in a policy: one list for each exposure, peril and group that has the field. */
  public static List<List<Object>> readPolicyField(Map<String, Object> policy, String path) {
    MappingTarget target = MappingPath.parse(path);
    List<List<Object>> found = new ArrayList<>();
    if (target.product() == null || !target.product().equals(policy.get("productName"))) return found;
    if (target.level().equals("policy")) return latest(policy, target);
    for (Map<String, Object> exposure : Json.maps(policy, "exposures")) {
      if (!target.exposure().equals(exposure.get("name"))) continue;
      if (target.level().equals("exposure")) found.addAll(latest(exposure, target));
      else
        for (Map<String, Object> peril : Json.maps(exposure, "perils"))
          if (target.peril().equals(peril.get("name"))) found.addAll(latest(peril, target));
    }
    return found;
  }

  public static List<List<Object>> readPolicyholderField(Map<String, Object> policyholder, String path) {
    MappingTarget target = MappingPath.parse(path);
    if (!target.level().equals("policyholder")) return List.of();
    Map<String, Object> entity = Json.map(policyholder, "entity");
    Map<String, Object> holder =
        Json.object("fieldValues", entity.get("values"), "fieldGroupsByLocator", entity.get("fieldGroupsByLocator"));
    return valuesIn(holder, target);
  }

  /** The values an enterprise path points at, in a policy, quote or account; exposures are found at every depth. */
  public static List<Object> readEnterpriseField(Map<String, Object> resource, String path) {
    List<Object> found = new ArrayList<>();
    for (EnterpriseChange.Spot spot : EnterpriseChange.spots(resource, path)) {
      Map<String, Object> data = Json.map(spot.element(), "data");
      if (data.containsKey(spot.field())) found.add(data.get(spot.field()));
    }
    return found;
  }

  /** The body that creates or changes a policyholder, of paths and values. */
  public static Map<String, Object> writePolicyholder(Map<String, ?> valuesByPath) {
    Map<String, Object> values = new LinkedHashMap<>();
    List<Object> groups = new ArrayList<>();
    valuesByPath.forEach((path, value) -> {
      MappingTarget target = MappingPath.parse(path);
      if (!target.level().equals("policyholder"))
        throw new SdkError("mapping_path_invalid", "\"" + path + "\" is not a field of a policyholder.");
      Map<String, Object> into = target.group() == null ? values : groupOf(groups, target.group());
      into.put(target.field(), list(value));
    });
    Map<String, Object> body = Json.object("values", values);
    if (!groups.isEmpty()) body.put("addFieldGroups", groups);
    return body;
  }

  /** Resolves the locators of a rater request to the things they mean. */
  public static List<PricedPeril> perilsToPrice(Map<String, Object> request) {
    List<PricedPeril> perils = new ArrayList<>();
    for (Map<String, Object> wanted : Json.maps(request, "policyExposurePerils"))
      perils.add(new PricedPeril(Json.map(request, "policy"), wanted));
    return perils;
  }

  /** Starts an answer to an autofill request. */
  public static Filling fill(Map<String, Object> request) {
    return new Filling(request, null);
  }

  /** The same with the policy, by which exposures are reached that exist already. */
  public static Filling fill(Map<String, Object> request, Map<String, Object> policy) {
    return new Filling(request, policy);
  }

  private static Map<String, Object> groupOf(List<Object> groups, String name) {
    for (Object group : groups) if (name.equals(Json.at(group, "fieldName"))) return Json.map(group, "fieldValues");
    Map<String, Object> values = new LinkedHashMap<>();
    groups.add(Json.object("fieldName", name, "fieldValues", values));
    return values;
  }

  private static List<List<Object>> latest(Map<String, Object> thing, MappingTarget target) {
    List<Map<String, Object>> characteristics = Json.maps(thing, "characteristics");
    return characteristics.isEmpty() ? List.of() : valuesIn(characteristics.get(characteristics.size() - 1), target);
  }

  static List<List<Object>> valuesIn(Map<String, Object> holder, MappingTarget target) {
    Map<String, Object> values = Json.map(holder, "fieldValues");
    List<List<Object>> found = new ArrayList<>();
    if (target.group() == null) {
      if (values.containsKey(target.field())) found.add(list(values.get(target.field())));
      return found;
    }
    List<Object> locators = values.containsKey(target.group()) ? list(values.get(target.group())) : List.of();
    Json.map(holder, "fieldGroupsByLocator").forEach((locator, group) -> {
      // A group has its name beside its values, or is bare and named by the field that holds its locator.
      boolean named = Json.at(group, "fieldName") instanceof String && Json.map(group).containsKey("fieldValues");
      Map<String, Object> inner = named ? Json.map(group, "fieldValues") : Json.map(group);
      boolean meant = named ? target.group().equals(Json.at(group, "fieldName")) : locators.contains(locator);
      if (meant && inner.containsKey(target.field())) found.add(list(inner.get(target.field())));
    });
    return found;
  }

  static Map<String, Object> byLocator(List<Map<String, Object>> things, String locator) {
    for (Map<String, Object> thing : things) if (locator != null && locator.equals(thing.get("locator"))) return thing;
    return null;
  }

  static List<Object> list(Object value) {
    if (value instanceof List<?> list) return new ArrayList<>(list);
    List<Object> one = new ArrayList<>();
    one.add(value);
    return one;
  }
}
