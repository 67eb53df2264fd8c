package mkt.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A part of a pending change that has field values; one with an owner is added to it when a value is set. */
record Holder(
    Map<String, Object> node,
    String section,
    List<Map<String, Object>> above,
    String group,
    Map<String, Object> owner,
    String ownerKey) {

  @SuppressWarnings("unchecked")
  void set(String field, List<Object> value) {
    if (owner != null) {
      List<Object> groups = (List<Object>) owner.computeIfAbsent(ownerKey, any -> new ArrayList<>());
      if (groups.stream().noneMatch(one -> one == node)) groups.add(node);
    }
    Map<String, Object> values = new LinkedHashMap<>(Json.map(node, "fieldValues"));
    values.put(field, value);
    node.put("fieldValues", values);
  }

  /** Whether both are of the same exposure, peril and group, as far as each of them says. */
  boolean isWith(Holder other) {
    if (group != null && group.equals(other.group) && node != other.node) return false;
    for (int i = 0; i < Math.min(above.size(), other.above.size()); i++)
      if (above.get(i) != other.above.get(i)) return false;
    return true;
  }
}
