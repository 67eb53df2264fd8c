/** What PostgreSQL says of texts and JSON with a NUL character: the one thing in a valid string that it cannot hold. */
const codes = new Set(['22021', '22P05'])

/** Whether the database refused what somebody sent because of a NUL character in it. */
export function isUnstorableText(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(String(error.code))
}
