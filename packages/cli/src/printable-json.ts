// JSON escapes the control characters below 32 by itself, but not these; terminals act on them.
const unescaped = /[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g

/** JSON that a terminal shows as it is, with the same value as ever. */
export function printableJson(value: unknown, spaces = 2): string {
  const written = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, spaces).replace(unescaped, written)
}
