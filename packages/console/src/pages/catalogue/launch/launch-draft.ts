import type { Manifest } from '@mkt/manifest'
import { type ConfigurationDraft, openDraft, storable } from '../../../forms/configuration-draft.ts'
import { type CredentialsDraft, emptyCredentials } from '../../../forms/tenant-draft.ts'

export interface LaunchDraft extends ConfigurationDraft {
  tenantId: string | null
  /** Empty: the app's title. */
  name?: string | undefined
  /** Credentials for this installation alone; undefined: those of the tenant are used. */
  credentials?: CredentialsDraft | undefined
}

/** Which launch a draft belongs to: of a person, of an app, and of the installation it copies where it does. */
export interface LaunchPlace {
  personId: string
  org: string
  listingId: string
  copy?: string | undefined
}

const keyOf = ({ personId, org, listingId, copy }: LaunchPlace) =>
  `mkt.launch.${personId}.${org}.${listingId}${copy ? `.${copy}` : ''}`

/** The draft of an earlier visit, else the form as the manifest, or the configuration that is copied, opens it. */
export function readLaunchDraft(
  storage: Storage,
  place: LaunchPlace,
  manifest: Manifest,
  copied?: Parameters<typeof openDraft>[1],
): LaunchDraft {
  const fresh: LaunchDraft = { tenantId: null, ...openDraft(manifest, copied) }
  try {
    const stored = JSON.parse(storage.getItem(keyOf(place)) ?? 'null') as
      | (Partial<LaunchDraft> & { ownCredentials?: boolean })
      | null
    if (!stored || typeof stored !== 'object') return fresh
    const { ownCredentials, ...kept } = stored
    // That it has credentials of its own is remembered, so that a reload does not quietly launch it with the tenant's.
    const own = ownCredentials ? { credentials: emptyCredentials } : {}
    return { ...fresh, ...kept, ...own, settings: { ...fresh.settings, ...stored.settings } }
  } catch {
    return fresh
  }
}

/** A draft survives a reload; secrets are never written to the browser's storage. */
export function keepLaunchDraft(storage: Storage, place: LaunchPlace, manifest: Manifest, draft: LaunchDraft): void {
  const own = draft.credentials === undefined ? {} : { ownCredentials: true }
  const kept = { tenantId: draft.tenantId, name: draft.name, ...own, ...storable(manifest, draft) }
  try {
    storage.setItem(keyOf(place), JSON.stringify(kept))
  } catch {
    // A full storage costs the copy, never the launch.
  }
}

export function dropLaunchDraft(storage: Storage, place: LaunchPlace): void {
  storage.removeItem(keyOf(place))
}
