import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { createIntake, type IntakeParts } from '../../packages/server/src/actions/delivery/receive-event.ts'
import { systemClock } from '../../packages/server/src/lib/clock.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { parseMasterKeys } from '../../packages/server/src/lib/master-keys.ts'
import { systemRandom } from '../../packages/server/src/lib/random.ts'
import { createVault, type Vault } from '../../packages/server/src/lib/seal.ts'
import { createDatabase } from '../../packages/server/src/store/database/database.ts'
import { storedDataKeys } from '../../packages/server/src/store/platform/data-keys.ts'

/** A webhook of 1 KB. */
export const eventBody = Buffer.from(JSON.stringify({ type: 'policy.issue', data: 'x'.repeat(900) }))

/** The same, as the gateway hands it to the intake: each has a trace of its own. */
export const newEvent = () => ({
  path: '/hooks',
  query: '',
  body: eventBody,
  contentType: 'application/json',
  traceparent: `00-${randomBytes(16).toString('hex')}-b7ad6b7169203331-01`,
  forwarding: { for: '203.0.113.7', host: 'gateway.example.com', proto: 'https' },
})

/** For other processes of the benchmark. */
export const masterKey = randomBytes(32).toString('hex')

export const vaultOf = (pool: pg.Pool, key = masterKey): Vault =>
  createVault({ dataKeys: storedDataKeys(createDatabase(pool)), masterKeys: parseMasterKeys(key), clock: systemClock })

/** The platform's intake without a quota. */
export const intakeOf = (
  pool: pg.Pool,
  vault: Vault,
  wakes: Pick<IntakeParts, 'accepted' | 'tellOthers'> = { tellOthers: false },
) =>
  createIntake({
    pool,
    vault,
    clock: systemClock,
    random: systemRandom,
    log: silentLog,
    quota: 1e9,
    ...wakes,
  })
