import type pg from 'pg'

/** A table that is there from the beginning of a restore to its end. */
export const RESTORE_MARK = 'mkt_restore'

/** Throws where a restore was begun and not finished: what is in the database is not a platform. */
export async function refuseHalfRestored(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ begun: boolean }>(`select to_regclass('${RESTORE_MARK}') is not null as begun`)
  if (rows[0]?.begun)
    throw new Error(
      'A restore into this database was begun and not finished. Run mkt-admin restore --again <archive>, or use an empty database.',
    )
}
