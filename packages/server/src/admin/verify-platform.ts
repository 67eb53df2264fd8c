import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { count } from '@mkt/contract/text'
import { type LostSecrets, verifyStorage } from '../actions/image/verify-storage.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { loadMasterKeys } from '../lib/master-keys.ts'
import { systemRandom } from '../lib/random.ts'
import { createDatabase } from '../store/database/database.ts'
import { planMigrations } from '../store/database/migrate.ts'
import { createPool, type PoolAddress } from '../store/database/pool.ts'
import { openBlobs } from '../store/image/open-blobs.ts'

const SHOWN = 20

/** `mkt-admin verify`: what a restore brought back. The exit code says whether everything is there; nothing is changed. */
export async function runVerify(config: Config, address: PoolAddress, log: Log): Promise<void> {
  const { missing: migrations } = await planMigrations(address)
  if (migrations.length > 0)
    throw new ConfigError('The database is older than this program. Run mkt-admin migrate first.')
  const file = join(config.dataDir, 'master.key')
  // A check must not make the key file that a start would make.
  const given = config.masterKey !== undefined || existsSync(file)
  const masterKeys = given ? loadMasterKeys(config.masterKey, file) : []
  const pool = createPool(address, { name: 'mkt-admin', max: 4, statementTimeoutMs: 0 }, log)
  try {
    const db = createDatabase(pool)
    const ground = { db, clock: systemClock, random: systemRandom }
    const platform = { db, blobs: await openBlobs(config.blobs, ground) }
    const found = await verifyStorage(platform, masterKeys)
    const lines = [
      `Images: ${count(found.blobs, 'blob')}, ${found.missing.length} missing, ${found.damaged.length} damaged`,
      ...shown(found.missing, 'missing'),
      ...shown(found.damaged, 'damaged'),
      `Keys: ${count(found.dataKeys, 'data key')}, ${count(masterKeys.length, 'master key')} given, ${found.lost.length} not given`,
      ...found.lost.flatMap(lossOf),
    ]
    process.stdout.write(`${lines.join('\n')}\n`)
    if (found.missing.length + found.damaged.length + found.lost.length > 0) process.exitCode = 1
    else process.stdout.write('Everything is there.\n')
  } finally {
    await pool.end()
  }
}

function shown(digests: readonly string[], what: string): string[] {
  const rest = digests.length - SHOWN
  const lines = digests.slice(0, SHOWN).map((digest) => `  ${what} ${digest}: push the image again, or copy the blob`)
  return rest > 0 ? [...lines, `  and ${rest} more`] : lines
}

export function lossOf({ masterKeyId, organizations, things }: LostSecrets): string[] {
  return [
    `  Master key ${masterKeyId} was not given. Without it these values of ${organizations.join(', ')} cannot be read:`,
    ...things.map(({ what, count: values, remedy }) => `    ${values} ${what}: ${remedy ?? 'gone'}`),
  ]
}
