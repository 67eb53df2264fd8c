package mkt.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what to change in a policy, quote or account of the enterprise variant. */
public final class EnterpriseChange {
  /** One element that has a mapped field, and those above it. */
  record Spot(Map<String, Object> element, String field, List<Map<String, Object>> above) {}

  private final Map<String, Object> resource;
  private final Map<String, Object> change = new LinkedHashMap<>();

  public EnterpriseChange(Map<String, Object> resource) {
    this.resource = resource;
  }

  /** Sets a field everywhere it is, and gives back at how many places that was. */
  @SuppressWarnings("unchecked")
  public int set(String path, Object value) {
    List<Spot> spots = spots(resource, path);
    for (Spot spot : spots) {
      Map<String, Object> node = change;
      for (Map<String, Object> element : spot.above()) {
        List<Object> elements = (List<Object>) node.computeIfAbsent("elements", any -> new ArrayList<>());
        node = known(elements, element);
      }
      ((Map<String, Object>) node.computeIfAbsent("data", any -> new LinkedHashMap<>())).put(spot.field(), value);
    }
    return spots.size();
  }

  /** `{"data": ..., "elements": [...]}` as the policy system takes it; null when nothing was set. */
  public Map<String, Object> body() {
    return change.isEmpty() ? null : change;
  }

  private static Map<String, Object> known(List<Object> elements, Map<String, Object> element) {
    for (Object one : elements) if (element.get("locator").equals(Json.at(one, "locator"))) return Json.map(one);
    Map<String, Object> added = Json.object("locator", element.get("locator"), "type", element.get("type"));
    elements.add(added);
    return added;
  }

  static List<Spot> spots(Map<String, Object> resource, String path) {
    MappingTarget target = MappingPath.parse(path);
    List<Spot> found = new ArrayList<>();
    if (!target.variant().equals("enterprise")) return found;
    if (target.level().equals("exposure")) walk(resource, List.of(), target, found);
    else if (target.name().equals(resource.get(target.level().equals("product") ? "productName" : "type")))
      found.add(new Spot(resource, target.field(), List.of()));
    return found;
  }

  private static void walk(
      Map<String, Object> holder, List<Map<String, Object>> above, MappingTarget target, List<Spot> found) {
    for (Map<String, Object> element : Json.maps(holder, "elements")) {
      List<Map<String, Object>> here = new ArrayList<>(above);
      here.add(element);
      if (target.name().equals(element.get("type"))) found.add(new Spot(element, target.field(), here));
      walk(element, here, target, found);
    }
  }
}
