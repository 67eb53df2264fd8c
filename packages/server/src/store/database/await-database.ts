import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'
import { isDatabaseAway } from './database-away.ts'
import { DatabaseClient } from './database-client.ts'
import { clientConfig, type PoolAddress } from './pool.ts'
import { isUnsupportedParameter, PoolerError, refusePooler } from './refuse-pooler.ts'

const RETRY_MS = 1_000
const TELL_EVERY = 30

/**
 * Waits until the database answers: a process that starts during an outage goes on by itself when it is over. What waiting cannot cure
 * (a wrong password, a pooler in front that breaks sessions) is thrown.
 */
export async function awaitDatabase(
  address: PoolAddress,
  log: Log,
  wait: () => Promise<unknown> = () => delay(RETRY_MS),
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await tryDatabase(address)
      if (attempt > 0) log.info({ attempt }, 'The database answers; the start goes on')
      return
    } catch (error) {
      if (isUnsupportedParameter(error)) throw new PoolerError()
      if (isUnreadableFile(error)) throw new UnreadableTlsFile(error)
      if (!isDatabaseAway(error)) throw error
      if (attempt % TELL_EVERY === 0)
        log.warn(
          { reason: (error as Error).message },
          'The database cannot be reached; this process waits for it. Is it running, and is DATABASE_URL right?',
        )
      await wait()
    }
  }
}

/** A file that the address names for TLS. Without the file there is no connection, however often it is tried. */
export class UnreadableTlsFile extends Error {
  override name = 'UnreadableTlsFile'
  constructor({ path, code }: NodeJS.ErrnoException) {
    super(
      `${path} cannot be read (${code}), which is needed for TLS to the database. Check sslrootcert, sslcert and sslkey in DATABASE_URL, or PGSSLROOTCERT, PGSSLCERT and PGSSLKEY.`,
    )
  }
}

const isUnreadableFile = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && (error as NodeJS.ErrnoException).syscall === 'open'

async function tryDatabase(address: PoolAddress): Promise<void> {
  const open = async () => {
    const client = new DatabaseClient(clientConfig(address, { name: 'mkt start' }))
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const one = await open()
  try {
    // Only what lies behind an address of the operator can be a pooler.
    if (!('connectionString' in address)) return
    const other = await open()
    try {
      await refusePooler(one, other)
    } finally {
      await other.end()
    }
  } finally {
    await one.end()
  }
}
