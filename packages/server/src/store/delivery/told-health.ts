import { sql } from 'kysely'
import type { NotifiedHealth } from '../../domain/installation/health-notice.ts'
import type { Db } from '../database/database.ts'
import type { Trx } from '../database/transaction.ts'

/** Running installations whose health may be worth a notification: something fails, or something was told. */
export async function installationsToJudge(db: Db, input: { callsFrom: Date; failingBefore: Date }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from installation where state = 'RUNNING' and id in (
      select installation_id from traffic where slot >= ${input.callsFrom} and kind = 'call' and failed > 0
      union select installation_id from route_health where failing_since <= ${input.failingBefore}
      union select installation_id from told_health
      union select running.id from deployment
        join installation as running on running.release_id = deployment.release_id and running.state = 'RUNNING'
        where deployment.state in ('SICK', 'FAILED')
    ) order by id limit 5000`.execute(db)
  return rows.map(({ id }) => id)
}

export function toldHealth(db: Db, installationId: string): Promise<NotifiedHealth | undefined> {
  return db
    .selectFrom('told_health')
    .select(['code', 'at'])
    .where('installation_id', '=', installationId)
    .executeTakeFirst()
}

export async function writeToldHealth(trx: Trx, installationId: string, told: NotifiedHealth): Promise<void> {
  await trx
    .insertInto('told_health')
    .values({ installation_id: installationId, ...told })
    .onConflict((conflict) => conflict.column('installation_id').doUpdateSet(told))
    .execute()
}

export async function forgetToldHealth(trx: Trx, installationId: string): Promise<void> {
  await trx.deleteFrom('told_health').where('installation_id', '=', installationId).execute()
}
