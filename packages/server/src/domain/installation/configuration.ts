import type { Mapping, SecretMark } from '@mkt/manifest'

export interface ComparedRevision {
  settings: Readonly<Record<string, string>>
  mappings: readonly Mapping[]
  marks: Readonly<Record<string, SecretMark>>
}

export interface Difference {
  pointer: string
  before: string | null
  after: string | null
  /** For a write-only setting: what happened to it last between the two. Its values are never compared. */
  mark: SecretMark | null
}

/**
 * What changed from one revision to another, settings first, then mappings. `between` are the marks of the revisions
 * after the one up to the other, oldest first: a secret entered on the way is another one, though the last revision kept
 * it, and one that was cleared on the way has no mark in the last revision at all.
 */
export function compareRevisions(
  from: ComparedRevision | undefined,
  to: ComparedRevision,
  between: readonly ComparedRevision['marks'][] = [to.marks],
): Difference[] {
  const marked = new Set([to.marks, from?.marks ?? {}, ...between].flatMap((marks) => Object.keys(marks)))
  const settings = changes(
    '/settings',
    new Map(Object.entries(from?.settings ?? {})),
    new Map(Object.entries(to.settings)),
  )
  const secrets = [...marked]
    .filter((name) => !Object.hasOwn(to.settings, name))
    .map((name) => [name, lastDone(name, between)] as const)
    .filter(([, mark]) => mark !== 'kept')
    .map(([name, mark]): Difference => ({ pointer: `/settings/${escapePart(name)}`, before: null, after: null, mark }))
  const hidden = new Set([...marked].map((name) => `/settings/${escapePart(name)}`))
  // What was write-only once stays unreadable; a value that was entered after it became readable again is shown.
  const open = settings
    .map((one) => (hidden.has(one.pointer) ? { ...one, before: null } : one))
    .filter(({ before, after }) => before !== after)
  return [...open, ...secrets, ...changes('/mappings', flat(from?.mappings ?? []), flat(to.mappings))]
}

function lastDone(name: string, between: readonly ComparedRevision['marks'][]): SecretMark {
  return between.map((marks) => marks[name]).findLast((mark) => mark !== undefined && mark !== 'kept') ?? 'kept'
}

function changes(base: string, before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Difference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names
    .filter((name) => before.get(name) !== after.get(name))
    .map((name) => ({
      pointer: `${base}/${base === '/settings' ? escapePart(name) : name}`,
      before: before.get(name) ?? null,
      after: after.get(name) ?? null,
      mark: null,
    }))
}

function flat(mappings: readonly Mapping[]): Map<string, string> {
  return new Map(
    mappings.flatMap(({ productName, fields }) =>
      Object.entries(fields).map(([name, value]) => [`${escapePart(productName)}/${escapePart(name)}`, value] as const),
    ),
  )
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
