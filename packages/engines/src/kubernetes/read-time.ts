/**
 * Reads a time of a cluster object. The client library types every time as a Date, but objects that arrive through a watch
 * still carry the text that the cluster sent.
 */
export function readTime(value: Date | string | null | undefined): Date | null {
  if (value === undefined || value === null) return null
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? null : time
}
