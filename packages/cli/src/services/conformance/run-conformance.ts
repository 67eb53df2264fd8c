import { integrationsOf, type Manifest, type Setting, settingsOf, suggestMappings } from '@mkt/manifest'
import type { DevImage } from '../dev/app-image.ts'
import { defaultSettings } from '../dev/default-settings.ts'
import { stateOf } from '../dev/dev-configuration.ts'
import { devEgress } from '../dev/dev-egress.ts'
import { startDevTenant } from '../dev/dev-tenant.ts'
import { firingsOf } from '../event/sample-payloads.ts'
import {
  type ConformanceApp,
  openConformanceApp,
  startConformanceApp,
  startConformanceImage,
} from './conformance-app.ts'
import { runChecks, type Verdict } from './conformance-checks.ts'
import { serveConformanceState } from './conformance-state.ts'

export interface ConformanceOptions {
  manifest: Manifest
  /** The application: where it runs already, or how it is started. */
  target: { url: string } | { dir: string; command: string } | { image: DevImage }
  statePort: number
  tell: (verdict: Verdict) => void
}

/** Drives an application as the platform does, with two customers and a simulated policy system. */
export async function runConformance({ manifest, target, statePort, tell }: ConformanceOptions): Promise<Verdict[]> {
  const variant = manifest.targetPlatform ?? 'connected'
  const tenant = await startDevTenant(variant)
  const state = await serveConformanceState(statePort)
  let app: ConformanceApp | undefined
  try {
    const { mappings } = suggestMappings(manifest, await tenant.places())
    const token = await tenant.token()
    const customerOf = (name: string) =>
      state.customer({
        ...stateOf(manifest, variant, { settings: ownSettings(manifest, name), mappings }),
        platformApiUrl: tenant.apiUrl,
        tenantHostName: tenant.hostName,
        token,
      })
    const first = customerOf('alpha')
    const { autofill, externalRaters } = integrationsOf(manifest, variant)
    if ('url' in target) app = await openConformanceApp(target.url)
    else if ('image' in target) {
      const { settings } = first.record as { settings: Record<string, unknown> }
      const egress = devEgress(manifest, settings, [tenant.apiUrl])
      const place = { stateApi: state.url, allowAddresses: [new URL(tenant.apiUrl).host], egress }
      app = await startConformanceImage(target.image, place)
    } else app = await startConformanceApp(target.dir, target.command, state.url)
    return await runChecks(
      {
        app,
        customers: [first, customerOf('beta')],
        tenant: tenant.name,
        firings: firingsOf(manifest, variant, 'https://gateway.invalid/r1'),
        held: new Set([...autofill, ...externalRaters].map(({ path }) => path)),
      },
      tell,
    )
  } finally {
    await app?.end?.(3_000)
    await Promise.all([state.close(), tenant.stop()])
  }
}

/** Settings by which one customer can be told from another, where a text may be anything. */
function ownSettings(manifest: Manifest, name: string): Record<string, string> {
  const free = ({ type, pattern, maxLength = 100 }: Setting) =>
    (type === 'Text' || type === 'Multiline') && pattern === undefined && maxLength >= 20
  const settings = defaultSettings(manifest)
  for (const setting of settingsOf(manifest))
    if (setting.name in settings && setting.default === undefined && free(setting))
      settings[setting.name] = `for ${name}`
  return settings
}
