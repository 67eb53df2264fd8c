import { isDeepStrictEqual } from 'node:util'
import {
  declaredEgress,
  integrationsOf,
  type Manifest,
  mappingFieldsOf,
  settingsOf,
  tenantAccessOf,
  type Variant,
} from '@mkt/manifest'

export interface ReleaseChange {
  kind: string
  name: string
  change: 'added' | 'removed' | 'changed'
  details: string[]
}

type Thing = { kind: string; name: string; value: Record<string, unknown> }

/** What a manifest consists of, piece by piece, with defaults filled in: two manifests that mean the same have the same pieces. */
function thingsOf(manifest: Manifest, variant: Variant): Thing[] {
  const { webhooks, autofill, externalRaters, hooks, publicPaths } = integrationsOf(manifest, variant)
  return [
    ...settingsOf(manifest).map(({ name, ...value }) => ({ kind: 'setting', name, value })),
    ...mappingFieldsOf(manifest).map(({ name, ...value }) => ({ kind: 'mapping', name, value })),
    ...webhooks.map(({ path, ...value }) => ({ kind: 'webhook', name: path, value })),
    ...autofill.map(({ path, ...value }) => ({ kind: 'autofill', name: path, value })),
    ...externalRaters.map(({ name, ...value }) => ({ kind: 'rater', name, value })),
    ...hooks.map(({ hook, path }) => ({ kind: 'hook', name: hook, value: path === undefined ? {} : { path } })),
    ...publicPaths.map((name) => ({ kind: 'public path', name, value: {} })),
    { kind: 'tenant access', name: 'policy system', value: { access: tenantAccessOf(manifest) } },
    ...egressThings(manifest),
    { kind: 'plan', name: 'performance', value: { plan: manifest.performancePlan ?? 'Standard' } },
  ]
}

function egressThings(manifest: Manifest): Thing[] {
  const declared = declaredEgress(manifest)
  if (declared === undefined) return [{ kind: 'egress', name: 'every public host', value: {} }]
  return [
    ...declared.hosts.map(({ host, port, ...value }) => ({ kind: 'egress', name: `${host}:${port}`, value })),
    ...declared.settings.map(({ setting, ...value }) => ({ kind: 'egress', name: `setting ${setting}`, value })),
  ]
}

/** What was added, removed and changed from one manifest to the next; from nothing, everything is added. */
export function compareManifests(from: Manifest | undefined, to: Manifest, variant: Variant): ReleaseChange[] {
  const before = new Map((from ? thingsOf(from, variant) : []).map((thing) => [`${thing.kind} ${thing.name}`, thing]))
  const after = new Map(thingsOf(to, variant).map((thing) => [`${thing.kind} ${thing.name}`, thing]))
  const changes: ReleaseChange[] = []
  for (const [key, { kind, name, value }] of after) {
    const former = before.get(key)
    if (former === undefined) changes.push({ kind, name, change: 'added', details: [] })
    else if (!isDeepStrictEqual(former.value, value))
      changes.push({ kind, name, change: 'changed', details: differences(former.value, value) })
  }
  for (const [key, { kind, name }] of before)
    if (!after.has(key)) changes.push({ kind, name, change: 'removed', details: [] })
  return changes
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys
    .filter((key) => !isDeepStrictEqual(before[key], after[key]))
    .map((key) => `${key}: ${difference(before[key], after[key])}`)
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** Lists of words show what came and went; everything else is shown before and after. */
function difference(before: unknown, after: unknown): string {
  if (!isWords(before) || !isWords(after)) return `${shown(before)} → ${shown(after)}`
  const added = after.filter((word) => !before.includes(word))
  const removed = before.filter((word) => !after.includes(word))
  const parts = [
    ...(added.length > 0 ? [`added ${listed(added)}`] : []),
    ...(removed.length > 0 ? [`removed ${listed(removed)}`] : []),
  ]
  return parts.length > 0 ? parts.join('; ') : 'in another order'
}

function listed(words: string[]): string {
  const most = 12
  const more = words.length - most
  return more > 0 ? `${words.slice(0, most).join(', ')} and ${more} more` : words.join(', ')
}

function shown(value: unknown): string {
  const text = value === undefined ? 'none' : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
