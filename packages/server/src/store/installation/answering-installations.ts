import { installationMachine } from '@mkt/contract/states'
import { answersState, type InstallationState } from '../../domain/installation/installation.ts'
import type { Db } from '../database/database.ts'

/** The installations whose state may be read, those changed last first. */
export async function answeringInstallations(db: Db, limit = 100_000): Promise<string[]> {
  const states = (Object.keys(installationMachine.states) as InstallationState[]).filter(answersState)
  const rows = await db
    .selectFrom('installation')
    .select('id')
    .where('state', 'in', states)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
