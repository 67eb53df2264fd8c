import { limits } from '@mkt/contract/limits'
import { integrationsOf, type Manifest } from '@mkt/manifest'
import type { CallKind } from './call-log.ts'

const OTHERS_MS = 60_000

/** How long the application has for a call, as on the platform. */
export function callLimitMs(manifest: Manifest, kind: CallKind, path: string): number {
  if (kind === 'webhook') return limits.attemptTime.value
  const [pathname = ''] = path.split('?')
  const { autofill, externalRaters } = integrationsOf(manifest, manifest.targetPlatform ?? 'connected')
  const found = [...autofill, ...externalRaters].find((entry) => entry.path === pathname)
  return found?.timeoutMs ?? OTHERS_MS
}
