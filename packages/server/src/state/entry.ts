import type { StateView } from '../actions/route/read-state.ts'
import type { TenantWay } from '../domain/tenant/relay-mode.ts'
import type { Token } from '../domain/tenant/token.ts'
import { type FinishedAnswer, finishAnswer } from '../lib/http/finished-answer.ts'
import type { Place } from '../lib/places.ts'
import { ownCopy } from '../lib/process/own-copy.ts'

/** A finished answer: nothing is left to be made when it is read. */
export interface Answer extends FinishedAnswer {
  etag: string
  /** Where the header lines begin that are also sent when nothing has changed. They end before the empty line. */
  unchangedAt: number
}

/**
 * What a read touches: this, its answer and nothing else of an installation. With many installations the memory of each lies in no
 * cache of the processor, so every further object would be waited for.
 */
export interface Ready {
  /** What it belongs to, for as long as that is in memory. Holders of this look before each use. */
  entry: Entry | undefined
  /** How the release gets into the policy system, and so which token it is given. */
  way: TenantWay
  active: boolean
  keyEpoch: number
  /** The whole record with the token it was made with. */
  state: Answer | undefined
  token: Token | undefined
  /** Where the token of the credentials stands. A change of the tenant's credentials replaces the entry, and with it this. */
  place: Place<Token> | undefined
  /** Read since the last look of the eviction. */
  used: boolean
}

/** The finished answers of one installation for one release. */
export interface Finished {
  releaseId: string
  /** The record without what needs the policy system. */
  settings: Answer
  /** Everything of the record between `settings` and the token. */
  middle: string
  ready: Ready
}

/** Cached state of an installation. */
export interface Entry {
  installationId: string
  tenantId: string
  revision: string
  present: Finished
  target: Finished | undefined
  /** When it was read from the database. */
  checkedAt: number
  /** When a comparison with the database was last begun. */
  comparedAt: number
  /** What it takes of the memory, its answer with a token included. */
  bytes: number
}

/** Rough cost of an entry beside its texts: objects, map slots, headers, the strings' own heads. */
const OVERHEAD = 1_200
const TOKEN = 600

export function makeEntry(view: StateView, now: number): Entry {
  const revision = String(view.revision)
  // What a revision looks like to a release never changes, so the two name the representation. A release that is being
  // taken may come with a configuration that is not a revision yet.
  const present = finish(view, view, `${revision}-${view.releaseId.slice(-8)}`, revision)
  const target = view.target ? finish(view.target, view, `${view.generation}-target`, revision) : undefined
  const entry = {
    installationId: view.installationId,
    tenantId: view.tenantId,
    revision,
    present,
    target,
    checkedAt: now,
    comparedAt: now,
    bytes: sizeOf(present) + (target ? sizeOf(target) : 0),
  }
  for (const { ready } of finishedOf(entry)) ready.entry = entry
  return entry
}

function finishedOf({ present, target }: Pick<Entry, 'present' | 'target'>): Finished[] {
  return target === undefined ? [present] : [present, target]
}

/** The answers of an installation for a release. */
export function finishedFor({ present, target }: Entry, releaseId: string): Finished {
  return target?.releaseId === releaseId ? target : present
}

/** Empties what is ready of a forgotten entry: a key that holds it keeps nothing in memory, and never sees what is gone. */
export function retire(entry: Entry): void {
  for (const { ready } of finishedOf(entry)) {
    ready.entry = undefined
    ready.state = undefined
    ready.token = undefined
    ready.place = undefined
  }
}

/** Whether it was read since it was asked the last time. */
export function takeUsed(entry: Entry): boolean {
  let used = false
  for (const { ready } of finishedOf(entry)) {
    used ||= ready.used
    ready.used = false
  }
  return used
}

/** The record is held twice: without and with the token. */
function sizeOf({ settings, middle }: Finished): number {
  return OVERHEAD + TOKEN + 2 * (settings.text.length + middle.length)
}

function finish(
  { releaseId, settings, mappings, way }: Pick<StateView, 'releaseId' | 'settings' | 'mappings' | 'way'>,
  { platformApiUrl, tenantHostName, keyEpoch, active }: StateView,
  name: string,
  revision: string,
): Finished {
  // Tokens of the platform's own are replaced when keys are revoked, within the time that one of them lasts.
  const etag = way === 'direct' ? `"${name}"` : `"${name}-${way}${keyEpoch}"`
  const record = ascii({ settings, mappings: mappings.map(({ productName, fields }) => ({ productName, fields })) })
  return {
    releaseId,
    settings: answer(etag, record, revision),
    middle: ownCopy(`,"platformApiUrl":${ascii(platformApiUrl)},"tenantHostName":${ascii(tenantHostName)},"token":`),
    ready: {
      entry: undefined,
      way,
      active,
      keyEpoch,
      state: undefined,
      token: undefined,
      place: undefined,
      used: true,
    },
  }
}

/** The whole record with this token. Made once for a token, not for a read. */
export function stateAnswer({ revision }: Entry, { settings, middle, ready }: Finished, token: Token): Answer {
  if (ready.state && ready.token?.token === token.token) return ready.state
  const body = settings.text.slice(settings.bodyAt)
  const record = `${body.slice(0, -1)}${middle}${ascii(token.token.reveal())}}`
  // Another token is another representation: a reader with the tag of the former one must get the new one.
  const tag = `${settings.etag.slice(0, -1)}-${token.obtainedAt.getTime().toString(36)}"`
  const state = answer(tag, record, revision)
  // What was retired meanwhile keeps nothing.
  if (ready.entry === undefined) return state
  ready.state = state
  ready.token = token
  return state
}

const TYPE = 'content-type: application/json\r\n'

function answer(etag: string, body: string, revision: string): Answer {
  const unchanged = `cache-control: no-store\r\netag: ${etag}\r\nx-MKT-revision: ${revision}\r\n`
  const finished = finishAnswer(TYPE + unchanged, body)
  return { ...finished, etag: ownCopy(etag), unchangedAt: finished.bodyAt - 2 - unchanged.length }
}

/** The header lines of an answer that nothing has changed. */
export function unchangedLines({ text, bodyAt, unchangedAt }: Answer): string {
  return text.slice(unchangedAt, bodyAt - 2)
}

/** JSON in ASCII, so that its length in characters is its length in bytes and it is written without encoding. */
export function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
