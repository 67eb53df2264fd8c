import { limits } from '@mkt/contract/limits'
import {
  type AppliedConfiguration,
  applyConfiguration,
  type ConfigurationInput,
  emptyConfiguration,
  hookOf,
  type Manifest,
  stateSettings,
} from '@mkt/manifest'
import { type ConfigurationCheck, notChecked, readCheckAnswer } from '../../domain/installation/check-answer.ts'
import { createMask, maskMargin } from '../../domain/platform/mask.ts'
import { issueKey } from '../../domain/route/key.ts'
import { createAppClient } from '../../outbound/app/app-client.ts'
import { healthyAddresses } from '../../store/deployment/instances.ts'
import type { Installation } from '../../store/installation/installations.ts'
import { secretsOf } from '../../store/installation/secrets.ts'
import type { Release } from '../../store/release/releases.ts'
import type { Platform } from '../platform/platform.ts'
import { accepted, openSecrets, storedConfiguration } from './stored-configuration.ts'

const TIMEOUT_MS = limits.checkTime.value
const ANSWER_BYTES = 64 * 1024

/** Asks the application about a configuration before it is saved. One that cannot be asked never stands in the way. */
export async function checkConfiguration(
  platform: Pick<Platform, 'clock' | 'db' | 'keyRing' | 'log' | 'policy' | 'vault'>,
  installation: Installation,
  release: Release,
  input: ConfigurationInput,
): Promise<ConfigurationCheck> {
  if (hookOf(release.manifest, 'check') === undefined) return notChecked
  const stored = await storedConfiguration(platform.db, installation)
  const { manifest } = release
  const applied = accepted(
    applyConfiguration({ manifest, variant: installation.variant, stored, input, schema: undefined }),
  )
  const secrets = await openSecrets(platform, installation, await secretsOf(platform.db, installation.id))
  const kept = Object.fromEntries(Object.entries(secrets).filter(([name]) => !applied.erased.includes(name)))
  const { id: installationId, keyEpoch: epoch, routeId } = installation
  const to = { installationId, releaseId: release.id, epoch }
  const key = issueKey(platform.keyRing, to, platform.clock.now(), platform.policy.keyTtlSeconds)
  return ask(platform, release, applied, kept, { installationId, headers: ['x-MKT-key', key, 'x-MKT-route', routeId] })
}

/** The same before a launch, where another installation has the release running. */
export async function checkLaunch(
  platform: Pick<Platform, 'db' | 'log'>,
  release: Release,
  variant: Installation['variant'],
  input: ConfigurationInput,
): Promise<ConfigurationCheck> {
  if (hookOf(release.manifest, 'check') === undefined) return notChecked
  const { manifest } = release
  const applied = accepted(
    applyConfiguration({ manifest, variant, stored: emptyConfiguration, input, schema: undefined }),
  )
  return ask(platform, release, applied, {}, { installationId: null, headers: [] })
}

async function ask(
  platform: Pick<Platform, 'db' | 'log'>,
  release: Release,
  applied: Extract<AppliedConfiguration, { ok: true }>,
  kept: Record<string, string>,
  { installationId, headers }: { installationId: string | null; headers: string[] },
): Promise<ConfigurationCheck> {
  const [instance] = await healthyAddresses(platform.db, release.id)
  if (instance === undefined) return notChecked
  const secrets = { ...kept, ...applied.entered }
  const configuration = {
    settings: stateSettings(release.manifest, applied.next.settings, secrets),
    mappings: applied.next.mappings.map(({ productName, fields }) => ({ productName, fields })),
  }
  const call = { hook: 'check', installationId, release: release.version, configuration }
  const client = createAppClient(platform.log)
  try {
    const answer = await client.send(
      { id: instance.instanceId, address: instance.address },
      {
        method: 'POST',
        target: pathOf(release.manifest),
        headers: ['content-type', 'application/json', ...headers],
        body: Buffer.from(JSON.stringify(call)),
        timeoutMs: TIMEOUT_MS,
        maxAnswerBytes: ANSWER_BYTES,
      },
    )
    if (answer.kind === 'silence' || answer.tooLong || answer.status < 200 || answer.status > 299) return notChecked
    const mask = createMask(Object.values(secrets))
    return readCheckAnswer(answer.body.toString('utf8'), (text) => mask(text, text.length + maskMargin)) ?? notChecked
  } finally {
    await client.close()
  }
}

function pathOf(manifest: Manifest): string {
  return hookOf(manifest, 'check')?.path ?? '/_app/check'
}
