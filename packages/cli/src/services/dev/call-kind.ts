import type { Manifest } from '@mkt/manifest'
import type { CallKind } from './call-log.ts'

/** What a request to a path means, by the manifest. */
export function callKind(manifest: Manifest, path: string): CallKind {
  const [pathname = ''] = path.split('?')
  const { webhooks = [], autofill = [], externalRaters = [], lifecycle = [] } = manifest.platform ?? {}
  const has = (list: readonly { path: string }[]) => list.some((entry) => entry.path === pathname)
  if (has(webhooks)) return 'webhook'
  if (has(autofill)) return 'autofill'
  if (has(externalRaters)) return 'rater'
  if (pathname.startsWith('/_app/')) return 'hook'
  return has(lifecycle.flatMap((entry) => (typeof entry === 'string' ? [] : [entry]))) ? 'hook' : 'other'
}
