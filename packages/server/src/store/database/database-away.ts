const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What pg says itself, without a code: connections that broke, and time-outs of its own. */
const said =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|^Query read timeout$|Client has encountered a connection error/

/**
 * SQL states of a database that refuses work temporarily: 08 connection, 57P operator intervention, 53 insufficient resources (disk
 * full, out of memory, too many connections), 25006 a server that became a standby, 55P03 a lock that was not to be had in time, 57014 a
 * statement that took too long.
 */
const refusing = /^(08|57P|53|25006$|55P03$|57014$)/

/** Whether an error says that the database is out of reach or refuses work temporarily, as opposed to a wrong statement. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A name with several addresses fails once for each of them.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway)
  const code = (error as { code?: unknown }).code
  const isConnect = (error as { syscall?: unknown }).syscall === 'connect'
  if (typeof code === 'string') {
    if (refusing.test(code)) return true
    if (connectionCodes.has(code) && (isConnect || code !== 'ENOENT')) return isConnect || 'severity' in error === false
  }
  return said.test(error.message)
}

/** Errors of our connections to the database. Those of other connections look the same. */
const ofDatabase = new WeakSet<Error>()

export function noteDatabaseError(error: unknown): void {
  if (error instanceof Error) ofDatabase.add(error)
}

/** What befell one statement while others passed: a lock that was not to be had, a time-out. */
const alone = new Set(['55P03', '57014'])

/** Whether an error, wherever it may come from, tells that the database is away for everybody. */
export function isDatabaseOutage(error: unknown): error is Error {
  if (!isDatabaseAway(error)) return false
  const { code, message } = error as Error & { code?: unknown }
  if (alone.has(String(code))) return false
  return ofDatabase.has(error as Error) || refusing.test(String(code)) || said.test(message)
}
