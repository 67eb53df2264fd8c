import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { openKeyRing } from '../../actions/platform/open-key-ring.ts'
import type { Platform } from '../../actions/platform/platform.ts'
import { noQuarantine } from '../../actions/platform/quarantine.ts'
import { type SettableClock, settableClock, systemClock } from '../../lib/clock.ts'
import { type Log, silentLog } from '../../lib/log.ts'
import { parseMasterKeys } from '../../lib/master-keys.ts'
import { systemRandom } from '../../lib/random.ts'
import { createVault } from '../../lib/seal.ts'
import { createStrangers } from '../../lib/sharing/strangers.ts'
import { createHttpClient } from '../../outbound/http-client.ts'
import { createMailer } from '../../outbound/mailer.ts'
import { createPolicySystems } from '../../outbound/policy/policy-systems.ts'
import { createChangeFeed } from '../../store/database/change-feed.ts'
import { diskBlobs } from '../../store/image/disk-blobs.ts'
import { storedDataKeys } from '../../store/platform/data-keys.ts'
import { createSchemaCache } from '../../store/tenant/schema-cache.ts'
import { createTokenCache } from '../../store/tenant/token-cache.ts'
import { type TestDatabase, testDatabase } from '../database/database.ts'
import { atEnd } from '../run/at-end.ts'

export interface TestPlatform {
  platform: Platform
  clock: SettableClock
  database: TestDatabase
}

/** A platform on a fresh database, with a clock that the test moves. Call it at the top of a `.db.test.ts` file. */
export async function testPlatform(options: { log?: Log; allowAddresses?: string[] } = {}): Promise<TestPlatform> {
  const database = await testDatabase()
  const log = options.log ?? silentLog
  const changes = createChangeFeed(database.address, log)
  const dataDir = mkdtempSync(join(tmpdir(), 'mkt-test-'))
  const blobs = diskBlobs(join(dataDir, 'registry'))
  atEnd(async () => {
    await changes.close()
    await blobs.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await changes.ready()
  const clock = settableClock(new Date())
  const ground = {
    db: database.db,
    clock,
    random: systemRandom,
    vault: createVault({
      dataKeys: storedDataKeys(database.db),
      masterKeys: parseMasterKeys('ab'.repeat(32)),
      clock: systemClock,
    }),
    log,
    metrics: new Registry(),
    blobs,
    changes,
    mailer: createMailer({ smtpUrl: undefined, from: 'test', log }),
    // Tests ask from one address, and their clock stands still.
    strangers: createStrangers({ wrong: 1_000_000 }, clock),
    addresses: {
      publicUrl: 'http://127.0.0.1:7070',
      gatewayUrl: 'http://127.0.0.1:7071',
      stateUrl: 'http://127.0.0.1:7072',
      relayUrl: 'http://127.0.0.1:7073',
      otlpUrl: 'http://127.0.0.1:7075',
      tunnelUrl: 'http://127.0.0.1:7076',
      own: '127.0.0.1',
    },
    quarantine: noQuarantine,
    policy: {
      dataDir,
      keyTtlSeconds: 4200,
      retrySchedule: [0, 5, 300],
      allowAddresses: options.allowAddresses ?? [],
      egress: 'enforce' as const,
      gatewayDomain: undefined,
      signUp: 'closed' as const,
      laptop: true,
      advisoryGate: 'none' as const,
      pricingDays: 2_555,
      kept: { days: 30, payloadDays: 7 },
      callsAtOnce: { perRoute: 100, perApp: 500 },
      deliveriesAtOnce: 512,
    },
  }
  const keyRing = await openKeyRing(ground)
  atEnd(() => keyRing.close())
  const policySystems = createPolicySystems({ clock, allow: () => ground.policy.allowAddresses })
  atEnd(() => policySystems.close())
  const http = createHttpClient({ allow: () => ground.policy.allowAddresses })
  atEnd(() => http.close())
  const caches = { tokens: createTokenCache(changes), schemas: createSchemaCache() }
  const platform: Platform = { ...ground, keyRing, policySystems, http, ...caches }
  return { platform, clock, database }
}
