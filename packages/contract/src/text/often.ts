/**
 * How often something happened, from two on.
 *
 * @example often(3) // '3 times'
 */
export function often(times: number): string {
  return times === 2 ? 'twice' : `${times} times`
}
