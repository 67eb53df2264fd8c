const connectionCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * Whether an error says that the database is out of reach or refuses work for the moment (stopping, starting, full),
 * as opposed to a wrong statement.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as { code?: unknown }).code
  const isConnect = (error as { syscall?: unknown }).syscall === 'connect'
  if (typeof code === 'string') {
    // 08 connection, 57P operator intervention, 53 insufficient resources (disk full, out of memory, too many connections)
    if (/^(08|57P|53)/.test(code)) return true
    if (connectionCodes.has(code) && (isConnect || code !== 'ENOENT')) return isConnect || 'severity' in error === false
  }
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
    error.message,
  )
}
