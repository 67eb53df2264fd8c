import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import {
  applyConfiguration,
  emptyConfiguration,
  integrationsOf,
  type Manifest,
  type Setting,
  settingsOf,
  stateSettings,
  suggestMappings,
} from '@mkt/manifest'
import { Abort } from '../../abort.ts'
import { defaultSettings } from '../dev/default-settings.ts'
import { startDevTenant } from '../dev/dev-tenant.ts'
import { firingsOf } from '../dev/sample-payloads.ts'
import { type ConformanceApp, startConformanceApp } from './conformance-app.ts'
import { runChecks, type Verdict } from './conformance-checks.ts'
import { serveConformanceState } from './conformance-state.ts'

export interface ConformanceOptions {
  manifest: Manifest
  /** The application: where it runs already, or how it is started. */
  target: { url: string } | { dir: string; command: string }
  statePort: number
  tell: (verdict: Verdict) => void
}

const HEALTHY_WITHIN_MS = 30_000

/** Drives an application as the platform does, with two customers and a simulated policy system. */
export async function runConformance({ manifest, target, statePort, tell }: ConformanceOptions): Promise<Verdict[]> {
  const variant = manifest.targetPlatform ?? 'connected'
  const tenant = await startDevTenant(variant)
  const state = await serveConformanceState(statePort)
  let app: ConformanceApp | undefined
  try {
    const { mappings } = suggestMappings(manifest, await tenant.places())
    const token = await tenant.token()
    const customerOf = (name: string) => {
      const input = { settings: ownSettings(manifest, name), mappings }
      const applied = applyConfiguration({ manifest, variant, stored: emptyConfiguration, input })
      const settings = applied.ok ? stateSettings(manifest, applied.next.settings, applied.entered) : input.settings
      return state.customer({
        settings,
        mappings,
        platformApiUrl: tenant.apiUrl,
        tenantHostName: tenant.hostName,
        token,
      })
    }
    const { autofill, externalRaters } = integrationsOf(manifest, variant)
    app =
      'url' in target
        ? { url: target.url.replace(/\/+$/, ''), output: [] }
        : await startConformanceApp(target.dir, target.command, await freePort(), state.url)
    await becomeHealthy(app)
    return await runChecks(
      {
        app,
        customers: [customerOf('alpha'), customerOf('beta')],
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

async function becomeHealthy({ url, output }: ConformanceApp): Promise<void> {
  const until = Date.now() + HEALTHY_WITHIN_MS
  while (Date.now() < until) {
    const answer = await fetch(`${url}/health`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.status === 200) return
    await delay(100)
  }
  throw new Abort('not_healthy', `${url}/health did not answer with 200 within 30 s.`, {
    fix: output.length === 0 ? 'Start it with MKT_PORT and MKT_STATE_API.' : `It said: ${output.slice(-5).join(' | ')}`,
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
