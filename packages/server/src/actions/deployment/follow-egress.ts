import type { Engine } from '@mkt/engines'
import { egressRules } from '../../domain/deployment/egress-rules.ts'
import { guarded } from '../../lib/guarded.ts'
import { type EgressFacts, egressFacts } from '../../store/deployment/egress-sources.ts'
import type { Platform } from '../platform/platform.ts'

/** Rules follow a change within this time even where its announcement was lost. */
const LOOK_MS = 10_000

/** The rules by which a deployment may send data now; undefined where it may send to every public host. */
export async function rulesOfDeployment(platform: Pick<Platform, 'addresses' | 'db' | 'policy'>, deploymentId: string) {
  const [facts] = await egressFacts(platform.db, deploymentId)
  return facts === undefined ? undefined : rulesFrom(platform, facts)
}

function rulesFrom(platform: Pick<Platform, 'addresses' | 'policy'>, { manifest, sources }: EgressFacts) {
  const { publicUrl, gatewayUrl, relayUrl, otlpUrl } = platform.addresses
  const closedUrls = [publicUrl, gatewayUrl]
  return egressRules({
    mode: platform.policy.egress,
    manifest,
    sources,
    platformUrls: [relayUrl, otlpUrl].filter((url) => url !== ''),
    closedUrls,
  })
}

/** Keeps the engine told where running deployments may send data, as installations, configurations and tenants change. */
export function followEgress(
  platform: Pick<Platform, 'addresses' | 'changes' | 'db' | 'log' | 'policy'>,
  engine: Engine,
): { stop(): Promise<void> } {
  const told = new Map<string, string>()
  let running: Promise<void> | null = null
  let again = false

  async function tell(): Promise<void> {
    const facts = await egressFacts(platform.db)
    for (const one of facts) {
      const rules = rulesFrom(platform, one)
      const text = JSON.stringify(rules)
      if (told.get(one.deploymentId) === text) continue
      try {
        await engine.applyEgress?.(one.deploymentId, rules)
        told.set(one.deploymentId, text)
      } catch (error) {
        // Tried again at the next look; the rules of others do not wait for it.
        failed(error)
      }
    }
    const known = new Set(facts.map(({ deploymentId }) => deploymentId))
    for (const id of told.keys()) if (!known.has(id)) told.delete(id)
  }

  const failed = (error: unknown) =>
    platform.log.warn({ err: error }, 'rules for egress could not be brought up to date')
  const wake = () => {
    if (engine.applyEgress === undefined) return
    if (running !== null) {
      again = true
      return
    }
    running = tell()
      .catch(failed)
      .finally(() => {
        running = null
        if (again) {
          again = false
          wake()
        }
      })
  }
  const topics = ['installation', 'tenant', 'deployment'] as const
  const ends = topics.map((topic) => platform.changes.subscribe(topic, { changed: wake, reset: wake }))
  const timer = setInterval(guarded(failed, wake), LOOK_MS)
  wake()
  return {
    async stop() {
      clearInterval(timer)
      for (const end of ends) end()
      again = false
      await running
    },
  }
}
