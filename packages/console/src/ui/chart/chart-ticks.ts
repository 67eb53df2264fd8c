const decades = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index)).flatMap((one) => [one, 2 * one, 5 * one])

/** Distances between the marks of an axis. Whole numbers: nothing happens half, and no two marks read the same. */
export const wholeTicks = decades(0, 12)

/** Parts of one. */
export const shareTicks = decades(-4, 2)

/** Powers of two, so that sizes are round in the units they are read in. */
export const byteTicks = Array.from({ length: 45 }, (_, power) => 2 ** power)
