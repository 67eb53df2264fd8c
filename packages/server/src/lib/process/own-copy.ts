/**
 * The same text as a string of its own. What is cut from a long text keeps the whole of it in memory for as long as it lives; whatever is
 * remembered is copied first.
 */
export function ownCopy(text: string): string {
  return Buffer.from(text).toString()
}
