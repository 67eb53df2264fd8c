import pg from 'pg'

export const START_LIMIT_MS = 60_000

/** Waits until the server answers, as long as it is alive. */
export async function answers(socket: string, alive: () => boolean): Promise<boolean> {
  const until = Date.now() + START_LIMIT_MS
  while (alive() && Date.now() < until) {
    if ((await ping(socket, until - Date.now())) === 'ready') return true
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  return false
}

/**
 * One that has no server is refused at once. One whose machine is busy is let in after seconds: to give up and ask again would only begin the wait
 * from the start, and leave the server a session more to make.
 */
export async function ping(socket: string, withinMs: number): Promise<'ready' | 'starting' | 'silent'> {
  const limit = { connectionTimeoutMillis: Math.max(withinMs, 1) }
  const client = new pg.Client({ ...address(socket), database: 'postgres', ...limit })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return 'ready'
  } catch (error) {
    return (error as { code?: string }).code === '57P03' ? 'starting' : 'silent'
  }
}

export async function createDatabase(socket: string): Promise<void> {
  const client = new pg.Client({ ...address(socket), database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const found = await client.query("select 1 from pg_database where datname = 'mkt'")
    if (found.rowCount === 0) await client.query('create database mkt')
  } finally {
    await client.end()
  }
}

export function address(socket: string): { host: string; port: number; user: string } {
  return { host: socket, port: 5432, user: 'mkt' }
}
