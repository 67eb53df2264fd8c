import type { StateView } from '../actions/route/read-state.ts'
import type { TenantWay } from '../domain/tenant/relay-mode.ts'
import type { Token } from '../domain/tenant/token.ts'
import type { Place } from '../lib/places.ts'

/** A finished answer: nothing is left to be made when it is read. Headers are finished lines. */
export interface Answer {
  etag: string
  body: string
  lines: string
  /** Header lines of the answer that nothing has changed. */
  unchanged: string
}

/** The finished answers of one installation for one release. */
export interface Finished {
  releaseId: string
  /** How the release gets into the policy system, and so which token it is given. */
  way: TenantWay
  /** The record without what needs the policy system. */
  settings: Answer
  /** The whole record with the token it was made with. */
  state: Answer | undefined
  token: Token | undefined
  /** Everything of the record between `settings` and the token. */
  middle: string
}

/** Cached state of an installation. */
export interface Entry {
  installationId: string
  tenantId: string
  active: boolean
  keyEpoch: number
  revision: string
  present: Finished
  target: Finished | undefined
  /** Where the token of its credentials stands. A change of the tenant's credentials replaces the entry, and with it this. */
  token: Place<Token> | undefined
  /** Read since the last look of the eviction. */
  used: boolean
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
  return {
    installationId: view.installationId,
    tenantId: view.tenantId,
    active: view.active,
    keyEpoch: view.keyEpoch,
    revision,
    present,
    target,
    token: undefined,
    used: true,
    checkedAt: now,
    comparedAt: now,
    bytes: sizeOf(present) + (target ? sizeOf(target) : 0),
  }
}

/** The record is held twice: without and with the token. */
function sizeOf({ settings, middle }: Finished): number {
  return OVERHEAD + TOKEN + 2 * (settings.body.length + middle.length)
}

function finish(
  { releaseId, settings, mappings, way }: Pick<StateView, 'releaseId' | 'settings' | 'mappings' | 'way'>,
  { platformApiUrl, tenantHostName, keyEpoch }: StateView,
  name: string,
  revision: string,
): Finished {
  // Tokens of the platform's own are replaced when keys are revoked, within the time that one of them lasts.
  const etag = way === 'direct' ? `"${name}"` : `"${name}-${way}${keyEpoch}"`
  const record = ascii({ settings, mappings: mappings.map(({ productName, fields }) => ({ productName, fields })) })
  return {
    releaseId,
    way,
    settings: answer(etag, record, revision),
    state: undefined,
    token: undefined,
    middle: `,"platformApiUrl":${ascii(platformApiUrl)},"tenantHostName":${ascii(tenantHostName)},"token":`,
  }
}

/** The whole record with this token. Made once for a token, not for a read. */
export function stateAnswer(entry: Entry, finished: Finished, token: Token): Answer {
  if (finished.state && finished.token?.token === token.token) return finished.state
  const { body, etag } = finished.settings
  const record = `${body.slice(0, -1)}${finished.middle}${ascii(token.token.reveal())}}`
  // Another token is another representation: a reader with the tag of the former one must get the new one.
  const tag = `${etag.slice(0, -1)}-${token.obtainedAt.getTime().toString(36)}"`
  finished.state = answer(tag, record, entry.revision)
  finished.token = token
  return finished.state
}

function answer(etag: string, body: string, revision: string): Answer {
  const unchanged = `cache-control: no-store\r\netag: ${etag}\r\nx-MKT-revision: ${revision}\r\n`
  return { etag, body, lines: `content-type: application/json\r\n${unchanged}`, unchanged }
}

/** JSON in ASCII, so that its length in characters is its length in bytes and it is written without encoding. */
export function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
