import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ExaminedPlatform, examinePlatform } from '../actions/platform/examine-platform.ts'
import { isLoopback } from '../config/kinds.ts'
import type { Config } from '../config.ts'
import { type Finding, findingLines } from '../domain/platform/diagnosis.ts'
import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { loadMasterKeys } from '../lib/master-keys.ts'
import { systemRandom } from '../lib/random.ts'
import { createDatabase, type Db } from '../store/database/database.ts'
import { placeOfDatabase } from '../store/database/place-of-database.ts'
import { createPool, type PoolAddress } from '../store/database/pool.ts'
import { s3ClientOf } from '../store/image/open-blobs.ts'

/** What the configuration tells the self-check about the platform. */
export function examined(config: Config, db: Db): ExaminedPlatform {
  const file = join(config.dataDir, 'master.key')
  const hasKey = config.masterKey !== undefined || existsSync(file)
  const origin = (name: string, url: string | undefined, isPublic: boolean) =>
    url === undefined ? [] : [{ name, origin: url, isPublic }]
  const host = placeOfDatabase(config.databaseUrl)?.host ?? ''
  return {
    db,
    now: () => new Date(),
    dataDir: config.dataDir,
    masterKeys: hasKey ? loadMasterKeys(config.masterKey, file).map(({ id }) => id) : undefined,
    remoteDatabase: host !== '' && host !== 'localhost' && !isLoopback(host),
    origins: [
      ...origin('MKT_PUBLIC_URL', config.publicUrl, true),
      ...origin('MKT_GATEWAY_URL', config.gatewayUrl, true),
      ...origin('MKT_STATE_URL', config.stateUrl, false),
      ...origin('MKT_RELAY_URL', config.relayUrl, false),
      ...origin('MKT_OTLP_URL', config.appTelemetry ? config.otlpUrl : undefined, false),
      ...origin('MKT_TUNNEL_URL', config.tunnelUrl, false),
    ],
    egress: config.egress,
    smtpUrl: config.smtpUrl,
    allowAddresses: config.allowAddresses,
    buckets: config.blobs.places.flatMap(({ name, s3 }) => {
      if (s3 === undefined) return []
      const { bucket, prefix } = s3
      const look = async () => {
        const client = s3ClientOf(bucket, config.blobs.storage, { clock: systemClock, random: systemRandom })
        await client
          .list(`${prefix}blobs/`)
          .next()
          .finally(() => client.close())
      }
      return [{ name, look }]
    }),
  }
}

/** `mkt-admin doctor`: says what is wrong with a platform and what to do, and ends with 1 where something does not work. */
export async function runDoctor(config: Config, address: PoolAddress, log: Log): Promise<void> {
  const pool = createPool(address, { name: 'mkt-admin', max: 2 }, log)
  let findings: Finding[]
  try {
    findings = await examinePlatform(examined(config, createDatabase(pool)))
  } finally {
    await pool.end()
  }
  const failed = findings.filter(({ state }) => state === 'failed').length
  const doubtful = findings.filter(({ state }) => state === 'warning').length
  process.stdout.write(
    `${[...findingLines(findings), '', `${findings.length} checks: ${failed} failed, ${doubtful} warnings.`].join('\n')}\n`,
  )
  if (failed > 0) process.exitCode = 1
}
