import { expect, it } from 'vitest'
import { silentLog } from '../../lib/log.ts'
import { changePosition, publishChanges } from '../../store/database/changes.ts'
import { createDatabase } from '../../store/database/database.ts'
import { createPool } from '../../store/database/pool.ts'
import { transaction } from '../../store/database/transaction.ts'
import { testDatabase } from '../../testing/database/database.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { passMissed } from './pass-changes.ts'

const { address, db } = await testDatabase()

it('somebody who comes back takes few connections of the database, whatever was missed', async () => {
  const { position } = await db.selectNoFrom(changePosition.as('position')).executeTakeFirstOrThrow()
  const topics = ['deployment', 'traffic', 'installation', 'listing'] as const
  const changes = topics.flatMap((topic) =>
    Array.from({ length: 20 }, (_, index) => ({ topic, subject: `${topic}_${index}` })),
  )
  await transaction(db, (trx) => publishChanges(trx, changes))
  const pool = createPool(address, { name: 'mkt test', max: 20 }, silentLog)
  atEnd(() => pool.end())
  const caller = {
    ...{ kind: 'key' as const, keyId: 'key_1', clientId: 'client', organizationId: 'org_1', organizationName: 'acme' },
    ...{ scopes: ['manage' as const], sessionId: null },
  }
  const sent: string[] = []
  const follower = { caller, topics: new Set<string>(topics), send: (event: string) => void sent.push(event) }
  await passMissed(createDatabase(pool), follower, position)
  expect(sent).not.toContain('reset')
  expect(pool.totalCount).toBeLessThan(6)
})
