import type pg from 'pg'

const HIDDEN = new Set(['42501', '0A000'])

/**
 * Which history the server writes: its system identifier and timeline. Both stay the same across restarts; a promotion begins a new timeline, and a
 * restored or replaced database has another one or another identifier. A server that hides them is told by its address and its start: one that
 * took writes before and still runs was no standby in between. Such a server counts as another one after each restart.
 */
export async function databaseIdentity(client: pg.Client): Promise<string> {
  const shown = await ask(
    client,
    `(select system_identifier from pg_control_system())::text
      || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`,
  )
  return (
    shown ??
    (await ask(
      client,
      "concat_ws(' ', 'since', pg_postmaster_start_time(), inet_server_addr(), inet_server_port())",
    )) ??
    ''
  )
}

async function ask(client: pg.Client, identity: string): Promise<string | undefined> {
  try {
    return (await client.query<{ identity: string }>(`select ${identity} as identity`)).rows[0]?.identity
  } catch (error) {
    if (HIDDEN.has((error as { code?: string }).code ?? '')) return undefined
    throw error
  }
}
