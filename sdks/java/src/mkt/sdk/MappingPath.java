package mkt.sdk;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes mapping paths as they stand in the state record. */
public final class MappingPath {
  private static final String NAME = "'((?:[^'\\\\]|\\\\.)+)'";
  private static final String BY_NAME = "\\[\\?\\(@\\.name==" + NAME + "\\)\\]";
  private static final String FIELDS = "\\.fields" + BY_NAME + "(?:\\.fields" + BY_NAME + ")?";
  private static final Pattern POLICY =
      Pattern.compile(
          "\\$" + BY_NAME + "\\.policyConfiguration(?:\\.exposures" + BY_NAME + "(?:\\.perils" + BY_NAME + ")?)?" + FIELDS);
  private static final Pattern POLICYHOLDER = Pattern.compile("policyholder" + FIELDS);
  private static final Pattern ENTERPRISE =
      Pattern.compile("\\$\\.(product|exposure|account)s\\[" + NAME + "\\]\\.data\\[" + NAME + "\\]");
  /** Longer ones would take the matcher deep into its stack. */
  private static final int LONGEST = 2_000;

  private MappingPath() {}

  public static MappingTarget parse(String path) {
    if (path.length() <= LONGEST) {
      Matcher found = POLICY.matcher(path);
      if (found.matches()) {
        String exposure = name(found, 2);
        String peril = name(found, 3);
        String level = peril != null ? "peril" : exposure != null ? "exposure" : "policy";
        return target("connected", level, name(found, 1), exposure, peril, name(found, 4), name(found, 5));
      }
      found = POLICYHOLDER.matcher(path);
      if (found.matches()) return target("connected", "policyholder", null, null, null, name(found, 1), name(found, 2));
      found = ENTERPRISE.matcher(path);
      if (found.matches())
        return new MappingTarget(
            "enterprise", found.group(1), null, null, null, name(found, 2), null, name(found, 3));
    }
    throw new SdkError("mapping_path_invalid", "\"" + path + "\" is not a mapping path.");
  }

  /** Writes a mapping path, for tests and forms. */
  public static String format(MappingTarget target) {
    if (target.variant().equals("enterprise"))
      return "$." + target.level() + "s['" + quote(target.name()) + "'].data['" + quote(target.field()) + "']";
    String fields = (target.group() == null ? "" : ".fields" + byName(target.group())) + ".fields" + byName(target.field());
    if (target.level().equals("policyholder")) return "policyholder" + fields;
    String exposure = target.exposure() == null ? "" : ".exposures" + byName(target.exposure());
    String peril = target.peril() == null ? "" : ".perils" + byName(target.peril());
    return "$" + byName(target.product()) + ".policyConfiguration" + exposure + peril + fields;
  }

  private static MappingTarget target(
      String variant, String level, String product, String exposure, String peril, String first, String second) {
    String group = second == null ? null : first;
    return new MappingTarget(variant, level, product, exposure, peril, null, group, second == null ? first : second);
  }

  private static String name(Matcher found, int group) {
    String text = found.group(group);
    return text == null ? null : text.replaceAll("(?s)\\\\(.)", "$1");
  }

  private static String quote(String text) {
    return text.replaceAll("([\\\\'])", "\\\\$1");
  }

  private static String byName(String name) {
    return "[?(@.name=='" + quote(name) + "')]";
  }
}
