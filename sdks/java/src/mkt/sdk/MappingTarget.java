package mkt.sdk;

/**
 * What a mapping path points at; null is what it does not have. `variant` is connected or enterprise; `level` is policy, exposure, peril,
 * policyholder, or product, exposure, account of the enterprise variant, whose `name` is there.
 */
public record MappingTarget(
    String variant, String level, String product, String exposure, String peril, String name, String group, String field) {}
