package mkt.sdk;

import java.util.List;
import java.util.Map;

/** One peril to price, with the very characteristics it stands on. `locator` names its price in the answer. */
public final class PricedPeril {
  private record Standing(Map<String, Object> thing, Map<String, Object> characteristics) {}

  private final String locator;
  private final Object product;
  private final Map<String, Object> policyCharacteristics;
  private final Standing exposure;
  private final Standing peril;

  PricedPeril(Map<String, Object> policy, Map<String, Object> wanted) {
    locator = Json.text(wanted, "perilCharacteristicsLocator");
    product = policy.get("productName");
    policyCharacteristics =
        Mappings.byLocator(Json.maps(policy, "characteristics"), Json.text(wanted, "policyCharacteristicsLocator"));
    exposure = standing(Json.maps(policy, "exposures"), Json.text(wanted, "exposureCharacteristicsLocator"));
    peril = exposure == null ? null : standing(Json.maps(exposure.thing(), "perils"), locator);
    if (policyCharacteristics == null || peril == null)
      throw new GiveUp("The peril " + locator + " to be priced is not part of the policy.");
  }

  public String locator() {
    return locator;
  }

  public Map<String, Object> exposure() {
    return exposure.thing();
  }

  public Map<String, Object> peril() {
    return peril.thing();
  }

  public Map<String, Object> policyCharacteristics() {
    return policyCharacteristics;
  }

  public Map<String, Object> exposureCharacteristics() {
    return exposure.characteristics();
  }

  public Map<String, Object> perilCharacteristics() {
    return peril.characteristics();
  }

  /** First value of a mapped field, at policy level or at this exposure or peril; null where it has none. */
  public String read(String path) {
    if (path == null) return null;
    MappingTarget target = MappingPath.parse(path);
    if (target.product() == null || !target.product().equals(product)) return null;
    Map<String, Object> holder = policyCharacteristics;
    if (!target.level().equals("policy")) {
      if (!target.exposure().equals(exposure().get("name"))) return null;
      holder = exposureCharacteristics();
    }
    if (target.level().equals("peril")) {
      if (!target.peril().equals(peril().get("name"))) return null;
      holder = perilCharacteristics();
    }
    List<List<Object>> found = Mappings.valuesIn(holder, target);
    return found.isEmpty() || found.get(0).isEmpty() ? null : String.valueOf(found.get(0).get(0));
  }

  private static Standing standing(List<Map<String, Object>> things, String locator) {
    for (Map<String, Object> thing : things) {
      Map<String, Object> found = Mappings.byLocator(Json.maps(thing, "characteristics"), locator);
      if (found != null) return new Standing(thing, found);
    }
    return null;
  }
}
