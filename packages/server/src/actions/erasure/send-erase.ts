import { hookOf } from '@mkt/manifest'
import { issueKey } from '../../domain/route/key.ts'
import { createAppClient } from '../../outbound/app/app-client.ts'
import { healthyAddresses } from '../../store/deployment/instances.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { releaseById } from '../../store/release/releases.ts'
import { endpointOf } from '../installation/installation-endpoint.ts'
import type { Platform } from '../platform/platform.ts'

/** Result of the hook `erase`. */
export type ErasureHook = 'told' | 'failed' | 'no-hook' | 'unavailable'

const TIMEOUT_MS = 60_000
const TRIES = 3

/** Tells the application whom to forget; null for everything of the installation. */
export async function sendErase(
  platform: Pick<Platform, 'addresses' | 'clock' | 'db' | 'keyRing' | 'log' | 'policy'>,
  installation: Installation,
  locators: readonly string[] | null,
): Promise<ErasureHook> {
  const release = await releaseById(platform.db, installation.releaseId)
  const hook = release && hookOf(release.manifest, 'erase')
  if (!release || !hook) return 'no-hook'
  const [instance] = await healthyAddresses(platform.db, release.id)
  if (instance === undefined) return 'unavailable'
  const route = endpointOf(platform, installation.routeId)
  const { id: installationId, routeId, keyEpoch: epoch } = installation
  const key = issueKey(
    platform.keyRing,
    { installationId, releaseId: release.id, epoch },
    platform.clock.now(),
    platform.policy.keyTtlSeconds,
  )
  const headers = ['x-MKT-key', key, 'x-MKT-route', routeId]
  const query = (locators ?? []).map((locator) => `&locator=${encodeURIComponent(locator)}`).join('')
  const facts = { hook: 'erase', route, routeId, installationId, release: release.version }
  const request =
    hook.path === undefined
      ? { method: 'GET', target: `/_app/erase?route=${encodeURIComponent(route)}${query}`, headers, body: null }
      : {
          method: 'POST',
          target: hook.path,
          headers: [...headers, 'content-type', 'application/json'],
          body: Buffer.from(JSON.stringify({ ...facts, ...(locators === null ? {} : { locators }) })),
        }
  const client = createAppClient(platform.log)
  try {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const target = { id: instance.instanceId, address: instance.address }
      const answer = await client.send(target, { ...request, timeoutMs: TIMEOUT_MS, maxAnswerBytes: 16 * 1024 })
      if (answer.kind === 'answer' && answer.status >= 200 && answer.status < 300) return 'told'
    }
    return 'failed'
  } finally {
    await client.close()
  }
}
