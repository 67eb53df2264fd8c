/** Reads `key=value,key=value` as the OpenTelemetry variables are written, with percent-encoded values; undefined where it is no such list. */
export function parsePairs(text: string): Record<string, string> | undefined {
  const pairs = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => /^([^=\s]+)\s*=\s*(.*)$/.exec(part))
  if (pairs.some((pair) => pair === null)) return undefined
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')]))
  } catch {
    return undefined
  }
}
