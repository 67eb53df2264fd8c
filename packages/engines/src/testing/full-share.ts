/**
 * The share of a processor that applications of a suite have. With that of a plan, which is small, each would take seconds to start where
 * another suite keeps the machine busy.
 */
export const FULL_SHARE = 1
