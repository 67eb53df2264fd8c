import type pg from 'pg'

const NOT_ALLOWED = '42501'
const NOT_SUPPORTED = '0A000'

/**
 * Which history the server writes: its system identifier and timeline. Both stay the same across restarts; a promotion begins a new timeline, and a
 * restored or replaced database has another one or another identifier. Where the server does not tell, every connection counts as the same.
 */
export async function databaseIdentity(client: pg.Client): Promise<string> {
  try {
    const { rows } = await client.query<{ identity: string }>(
      `select (select system_identifier from pg_control_system())::text
        || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as identity`,
    )
    return rows[0]?.identity ?? ''
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === NOT_ALLOWED || code === NOT_SUPPORTED) return ''
    throw error
  }
}
