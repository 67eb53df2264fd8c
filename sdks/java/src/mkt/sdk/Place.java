package mkt.sdk;

import java.util.List;
import java.util.Map;

/** One place in a pending change where a mapped field is, or could be, filled in. */
public final class Place {
  private final Filling filling;
  private final Holder holder;
  private final String field;

  Place(Filling filling, Holder holder, String field) {
    this.filling = filling;
    this.holder = holder;
    this.field = field;
  }

  /** What the change holds there now; empty when it is not filled. */
  public List<Object> values() {
    Map<String, Object> values = Json.map(holder.node(), "fieldValues");
    return values.get(field) == null ? List.of() : Mappings.list(values.get(field));
  }

  public void set(Object value) {
    List<Object> values = Mappings.list(value);
    holder.set(field, values);
    filling.touch(holder.section(), field, values);
  }

  /** The same place for another mapped field: of the same exposure, peril or group, or of the policy above; null where there is none. */
  public Place at(String path) {
    for (Place other : filling.places(path)) if (holder.isWith(other.holder)) return other;
    return null;
  }
}
