import { resolve } from 'node:path'
import { count } from '@mkt/contract/text'
import { OciError } from '@mkt/oci'
import { importAdvisories } from '../actions/material/import-advisories.ts'
import { ConfigError } from '../config/config-error.ts'
import type { Log } from '../lib/log.ts'
import { migrate } from '../store/database/migrate.ts'
import type { PoolAddress } from '../store/database/pool.ts'
import { type ChangeGround, say, withGround } from './admin-ground.ts'

/** `mkt-admin advisories import <file>…` */
export async function runImportAdvisories(files: readonly string[], address: PoolAddress, log: Log): Promise<void> {
  await migrate(address, log)
  await withGround(address, log, async (ground) => {
    for (const file of files) await importFile(file, ground)
  }).catch((error: unknown) => {
    throw error instanceof OciError ? new ConfigError(`The archive cannot be imported: ${error.message}.`) : error
  })
}

async function importFile(file: string, ground: ChangeGround): Promise<void> {
  const done = await importAdvisories(ground, resolve(file))
  const what = done.ecosystems.length === 0 ? 'no known ecosystem' : done.ecosystems.join(', ')
  const more = done.refused - done.refusals.length
  say(
    `${file}: ${count(done.advisories, 'advisory', 'advisories')} (${what}); ${count(done.releases, 'image')} matched, ${count(done.newFindings, 'new finding')}`,
    ...done.refusals.map(({ name, reason }) => `  ${name} ${reason}`),
    ...(more > 0 ? [`  and ${more} more files that could not be used`] : []),
  )
}
