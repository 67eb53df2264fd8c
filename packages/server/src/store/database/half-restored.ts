/** A table that is there from the beginning of a restore to its end. */
export const RESTORE_MARK = 'mkt_restore'

interface Queryable {
  query(text: string): Promise<{ rows: { begun: boolean }[] }>
}

export class HalfRestored extends Error {
  override name = 'HalfRestored'
}

/** Throws where a restore was begun and not finished: what is in the database is not a platform. */
export async function refuseHalfRestored(client: Queryable): Promise<void> {
  const { rows } = await client.query(`select to_regclass('${RESTORE_MARK}') is not null as begun`)
  if (rows[0]?.begun)
    throw new HalfRestored(
      'A restore into this database was begun and not finished. Run mkt-admin restore --again <archive>, or use an empty database.',
    )
}
