import type { Manifest } from '@mkt/manifest'
import { type ConfigurationDraft, openDraft, storable } from './configuration-draft.ts'

export interface LaunchDraft extends ConfigurationDraft {
  tenantId: string | null
}

const keyOf = (org: string, listingId: string) => `mkt.launch.${org}.${listingId}`

/** The draft of an earlier visit, else the form as the manifest opens it. */
export function readLaunchDraft(storage: Storage, org: string, listingId: string, manifest: Manifest): LaunchDraft {
  const fresh: LaunchDraft = { tenantId: null, ...openDraft(manifest) }
  try {
    const stored = JSON.parse(storage.getItem(keyOf(org, listingId)) ?? 'null') as Partial<LaunchDraft> | null
    if (!stored || typeof stored !== 'object') return fresh
    return { ...fresh, ...stored, settings: { ...fresh.settings, ...stored.settings } }
  } catch {
    return fresh
  }
}

/** A draft survives a reload; secrets are never written to the browser's storage. */
export function keepLaunchDraft(
  storage: Storage,
  org: string,
  listingId: string,
  manifest: Manifest,
  draft: LaunchDraft,
): void {
  const kept = { tenantId: draft.tenantId, ...storable(manifest, draft) }
  storage.setItem(keyOf(org, listingId), JSON.stringify(kept))
}

export function dropLaunchDraft(storage: Storage, org: string, listingId: string): void {
  storage.removeItem(keyOf(org, listingId))
}
