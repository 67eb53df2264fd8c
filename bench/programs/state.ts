import { Agent, get } from 'node:http'
import { Registry } from 'prom-client'
import type { Platform } from '../../packages/server/src/actions/platform/platform.ts'
import { issueKey } from '../../packages/server/src/domain/route/key.ts'
import { systemClock } from '../../packages/server/src/lib/clock.ts'
import { silentLog } from '../../packages/server/src/lib/log.ts'
import { Places } from '../../packages/server/src/lib/places.ts'
import { keepMemorySteady } from '../../packages/server/src/lib/process/steady-memory.ts'
import { Secret } from '../../packages/server/src/lib/secret.ts'
import { startStateServer } from '../../packages/server/src/state/server.ts'
import { newId } from '../../packages/server/src/testing/platform/new-id.ts'

/**
 * The state interface alone, with installations in memory: `state.ts <installations>`. Prints its port, some keys to
 * read with, and the bytes that an installation takes.
 */
const count = Number(process.argv[2] ?? 1)
keepMemorySteady()
const releaseId = newId('rel')
const ids = Array.from({ length: count }, () => newId('ins'))
const signing = { id: 'benchkey', secret: Buffer.alloc(32, 7) }
const keyRing = { current: () => signing, find: () => signing }
const token = {
  token: new Secret('t'.repeat(400)),
  obtainedAt: new Date(),
  expiresAt: new Date(Date.now() + 86_400_000),
}
const tokens = {
  sources: new Map(ids.map((id) => [id, { credentialId: 'cred_bench' }])),
  tokens: new Places<typeof token>(),
  renewals: new Map(),
  // There is no policy system to show the token to.
  verified: new Map([['cred_bench', Number.MAX_SAFE_INTEGER]]),
}
tokens.tokens.set('cred_bench', token)
const off = () => () => {}
const changes = { connected: true, subscribe: off, onConnected: off }
const platform = {
  clock: systemClock,
  log: silentLog,
  metrics: new Registry(),
  policy: { keyTtlSeconds: 4200 },
  keyRing,
  changes,
  tokens,
} as unknown as Platform

const settings = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`setting${index}`, 'v'.repeat(32)]))
const mappings = [{ productName: 'personal-auto', fields: { vin: `$[?(@.name=='personal-auto')].${'x'.repeat(90)}` } }]
const server = await startStateServer(platform, {
  host: '127.0.0.1',
  port: 0,
  addReads: async () => {},
  read: async (installationId) => ({
    installationId,
    tenantId: 'ten_bench',
    active: true,
    keyEpoch: 1,
    generation: 7,
    releaseId,
    revision: 1,
    settings,
    mappings,
    way: 'direct' as const,
    platformApiUrl: 'https://api.policy.example.com',
    tenantHostName: 'bench.policy.example.com',
    target: undefined,
  }),
})
const keyOf = (installationId: string) =>
  issueKey(keyRing, { installationId, releaseId, epoch: 1 }, systemClock.now(), 4200)
const before = process.memoryUsage().rss
const agent = new Agent({ keepAlive: true, maxSockets: 50 })
const readOnce = (id: string) =>
  new Promise<void>((resolve, reject) => {
    const path = `/state/${keyOf(id)}`
    get({ host: '127.0.0.1', port: server.port, path, agent }, (answer) => answer.resume().on('end', resolve)).on(
      'error',
      reject,
    )
  })
for (let from = 0; from < count; from += 500) await Promise.all(ids.slice(from, from + 500).map(readOnce))
agent.destroy()
const each = Math.round((process.memoryUsage().rss - before) / count)
const shown = ids.filter((_, index) => index % Math.ceil(count / 500) === 0).map(keyOf)
const sample = await (await fetch(`http://127.0.0.1:${server.port}/state/${shown[0]}`)).text()
console.log(
  `listening ${server.port} keys ${shown.join(',')} bytes ${Math.round(server.cache.bytes / count)} rss ${each} body ${Buffer.from(sample).toString('base64')} end`,
)
process.on('SIGTERM', () => process.exit(0))
