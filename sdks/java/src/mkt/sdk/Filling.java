package mkt.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what an autofill handler fills in. */
public final class Filling {
  private final String product;
  private final Map<String, Object> policy;
  private final Map<String, Object> draft;
  private final Map<String, Object> fields = new LinkedHashMap<>();
  private final Set<String> touched = new LinkedHashSet<>();

  Filling(Map<String, Object> request, Map<String, Object> policy) {
    this.product = Json.text(request, "productName");
    this.policy = policy;
    Object copied = Json.copy(request.get("updates"));
    this.draft = copied instanceof Map ? Json.map(copied) : new LinkedHashMap<>();
  }

  /** Every place a path points at; none where it is null. */
  public List<Place> places(String path) {
    return places(path, false);
  }

  /** With `addGroup` a group that the change does not have is added when a place in it is set. */
  public List<Place> places(String path, boolean addGroup) {
    List<Place> places = new ArrayList<>();
    if (path == null) return places;
    MappingTarget target = MappingPath.parse(path);
    if (target.product() == null || !target.product().equals(product)) return places;
    for (Holder holder : holders(target, addGroup)) places.add(new Place(this, holder, target.field()));
    return places;
  }

  /** What was filled in, in the shape the policy system merges; null when nothing was. */
  public Map<String, Object> answer() {
    if (touched.isEmpty()) return null;
    Map<String, Object> answer = new LinkedHashMap<>();
    // Of lists the whole is given back: their entries have no name by which a part of one could be merged.
    for (String section : touched) answer.put(section, section.equals("fieldValues") ? fields : draft.get(section));
    return answer;
  }

  void touch(String section, String field, List<Object> value) {
    touched.add(section);
    if (section.equals("fieldValues")) fields.put(field, value);
  }

  private List<Holder> holders(MappingTarget target, boolean addGroup) {
    if (target.level().equals("policy")) return policyHolders(target, addGroup);
    List<Holder> holders = new ArrayList<>();
    for (Map<String, Object> exposure : Json.maps(draft, "addExposures"))
      if (target.exposure().equals(exposure.get("exposureName")))
        holders.addAll(inExposure(exposure, added(exposure, "perils", target), "addExposures", target, addGroup));
    for (Map<String, Object> exposure : Json.maps(draft, "updateExposures")) {
      Map<String, Object> existing =
          Mappings.byLocator(Json.maps(policy, "exposures"), Json.text(exposure, "exposureLocator"));
      if (existing == null || !target.exposure().equals(existing.get("name"))) continue;
      List<Map<String, Object>> perils = added(exposure, "addPerils", target);
      for (Map<String, Object> changed : Json.maps(exposure, "updatePerils")) {
        Map<String, Object> known = Mappings.byLocator(Json.maps(existing, "perils"), Json.text(changed, "perilLocator"));
        if (known != null && known.get("name").equals(target.peril())) perils.add(changed);
      }
      holders.addAll(inExposure(exposure, perils, "updateExposures", target, addGroup));
    }
    return holders;
  }

  private List<Holder> policyHolders(MappingTarget target, boolean addGroup) {
    if (target.group() == null) return List.of(new Holder(draft, "fieldValues", List.of(), null, null, null));
    List<Holder> found = new ArrayList<>();
    for (String section : new String[] {"addFieldGroups", "updateFieldGroups"})
      for (Map<String, Object> node : Json.maps(draft, section))
        if (target.group().equals(node.get("fieldName")))
          found.add(new Holder(node, section, List.of(), target.group(), null, null));
    return found.isEmpty() ? newGroup(draft, "addFieldGroups", "addFieldGroups", List.of(), target, addGroup) : found;
  }

  private static List<Map<String, Object>> added(Map<String, Object> exposure, String key, MappingTarget target) {
    List<Map<String, Object>> perils = new ArrayList<>();
    for (Map<String, Object> peril : Json.maps(exposure, key))
      if (peril.get("name") != null && peril.get("name").equals(target.peril())) perils.add(peril);
    return perils;
  }

  private static List<Holder> inExposure(
      Map<String, Object> exposure,
      List<Map<String, Object>> perils,
      String section,
      MappingTarget target,
      boolean addGroup) {
    if (!target.level().equals("peril")) return inGroup(exposure, section, List.of(exposure), target, addGroup);
    List<Holder> holders = new ArrayList<>();
    for (Map<String, Object> peril : perils)
      holders.addAll(inGroup(peril, section, List.of(exposure, peril), target, addGroup));
    return holders;
  }

  private static List<Holder> inGroup(
      Map<String, Object> node, String section, List<Map<String, Object>> above, MappingTarget target, boolean addGroup) {
    if (target.group() == null) return List.of(new Holder(node, section, above, null, null, null));
    List<Holder> found = new ArrayList<>();
    for (String key : new String[] {"fieldGroups", "addFieldGroups", "updateFieldGroups"})
      for (Map<String, Object> group : Json.maps(node, key))
        if (target.group().equals(group.get("fieldName")))
          found.add(new Holder(group, section, above, target.group(), null, null));
    boolean exists = node.containsKey("exposureLocator") || node.containsKey("perilLocator");
    String key = exists ? "addFieldGroups" : "fieldGroups";
    return found.isEmpty() ? newGroup(node, key, section, above, target, addGroup) : found;
  }

  private static List<Holder> newGroup(
      Map<String, Object> owner,
      String key,
      String section,
      List<Map<String, Object>> above,
      MappingTarget target,
      boolean addGroup) {
    if (!addGroup) return List.of();
    Map<String, Object> node = Json.object("fieldName", target.group(), "fieldValues", new LinkedHashMap<>());
    return List.of(new Holder(node, section, above, target.group(), owner, key));
  }
}
