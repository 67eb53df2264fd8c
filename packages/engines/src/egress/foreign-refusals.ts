/**
 * Counts refused connections of the application among all that the kernel counted. The kernel counts one of the platform's own before
 * the platform hears of it, so a total counts only at the next look, when the platform knows which part of it is its own.
 */
export function createForeignRefusals(first: number, ownFirst: number): (total: number, own: number) => number {
  let previous = first
  let counted = first - ownFirst
  return (total, own) => {
    const fresh = Math.max(0, previous - own - counted)
    counted += fresh
    previous = total
    return fresh
  }
}
