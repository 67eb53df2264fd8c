import { resolve } from 'node:path'
import { count } from '@mkt/contract/text'
import { OciError } from '@mkt/oci'
import { importAdvisories } from './actions/material/import-advisories.ts'
import { recordTakeover } from './actions/platform/confirm-takeover.ts'
import { setLogLevel } from './actions/platform/log-levels.ts'
import { byPlatform } from './actions/platform/origin.ts'
import { ConfigError } from './config/config-error.ts'
import type { LevelOrder } from './domain/platform/log-level.ts'
import { systemClock } from './lib/clock.ts'
import type { Log } from './lib/log.ts'
import { systemRandom } from './lib/random.ts'
import { createDatabase } from './store/database/database.ts'
import { migrate } from './store/database/migrate.ts'
import { createPool, type PoolAddress } from './store/database/pool.ts'

/** What a change of this process needs. Nothing here listens to changes; processes that run hear of them from the database. */
async function withGround(
  address: PoolAddress,
  log: Log,
  work: (ground: ReturnType<typeof groundOf>) => Promise<void>,
): Promise<void> {
  const pool = createPool(address, { name: 'mkt-admin', max: 2 }, log)
  try {
    await work(groundOf(pool))
  } finally {
    await pool.end()
  }
}

const groundOf = (pool: ReturnType<typeof createPool>) => ({
  db: createDatabase(pool),
  clock: systemClock,
  random: systemRandom,
  changes: { tell: async () => {} },
})

/** `mkt-admin advisories import <file>…` */
export async function importFiles(files: readonly string[], address: PoolAddress, log: Log): Promise<void> {
  await migrate(address, log)
  await withGround(address, log, async (ground) => {
    for (const file of files) await importFile(file, ground)
  }).catch((error: unknown) => {
    throw error instanceof OciError ? new ConfigError(`The archive cannot be imported: ${error.message}.`) : error
  })
}

async function importFile(file: string, ground: ReturnType<typeof groundOf>): Promise<void> {
  const done = await importAdvisories(ground, resolve(file))
  const what = done.ecosystems.length === 0 ? 'no known ecosystem' : done.ecosystems.join(', ')
  const more = done.refused - done.refusals.length
  say(
    `${file}: ${count(done.advisories, 'advisory', 'advisories')} (${what}); ${count(done.releases, 'image')} matched, ${count(done.newFindings, 'new finding')}`,
    ...done.refusals.map(({ name, reason }) => `  ${name} ${reason}`),
    ...(more > 0 ? [`  and ${more} more files that could not be used`] : []),
  )
}

/** `mkt-admin confirm-takeover`: ends the quarantine of a copy; processes that run notice within a second. */
export async function confirmTakeover(gatewayUrl: string | undefined, address: PoolAddress, log: Log): Promise<void> {
  await migrate(address, log)
  await withGround(address, log, async (ground) => {
    const home = await recordTakeover(ground, gatewayUrl, byPlatform)
    const where = home.gatewayUrl === null ? '' : ` with the gateway address ${home.gatewayUrl}`
    say(`The takeover is confirmed${where}.`)
  })
}

/** `mkt-admin log-level <part> <level>` */
export function runLogLevel(order: LevelOrder, address: PoolAddress, log: Log): Promise<void> {
  return withGround(address, log, async (ground) => {
    const set = Object.entries(await setLogLevel(ground, order, byPlatform)).map(
      ([part, { level, until }]) => `${part} logs from ${level} on${until === null ? '' : ` until ${until}`}.`,
    )
    say(...(set.length === 0 ? ['Every part has the level of MKT_LOG_LEVEL.'] : set))
  })
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}
