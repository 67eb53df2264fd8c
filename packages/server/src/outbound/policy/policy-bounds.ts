/** A policy system is not ours: what it answers is bounded in bytes, nesting, time and number at once. */
export const policyBounds = {
  bytes: 2 * 1024 * 1024,
  depth: 32,
  items: 5000,
  /** In a list inside of an item, such as the events of a webhook: far more than there are names. */
  innerItems: 500,
  pages: 60,
  walkMs: 120_000,
  walkBytes: 8 * 1024 * 1024,
} as const
