/** What PostgreSQL says of texts and JSON with a NUL character: the one thing in a valid string that it cannot hold. */
const codes = new Set(['22021', '22P05'])

/** Whether the database refused what somebody sent because of a character in it: NUL, or half of a pair of surrogates in JSON. */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (codes.has(String(error.code))) return true
  return error.code === '22P02' && 'detail' in error && /surrogate/.test(String(error.detail))
}
