import type { StateView } from '../actions/read-state.ts'
import type { Token } from '../domain/token.ts'

/** The finished answers of one installation for one release, as text that needs no further work. */
export interface Finished {
  /** The record without what needs the policy system: the answer of `/settings`. */
  settingsBody: string
  settingsEtag: string
  /** Everything of the record between `/settings` and the token. */
  middle: string
  /** The answer of `/state`, with the token it was made with. */
  stateBody: string
  stateEtag: string
  token: Token | undefined
}

/** What is held in memory of an installation. */
export interface Entry {
  installationId: string
  tenantId: string
  active: boolean
  keyEpoch: number
  generation: number
  revision: string
  present: Finished
  target: (Finished & { releaseId: string }) | undefined
  /** Read since the last look of the eviction. */
  used: boolean
  /** When it was last known to be current while the change feed was down. */
  checkedAt: number
  bytes: number
}

/** Rough cost of an entry beside its texts: objects, map slots, the strings' own heads. */
const OVERHEAD = 700

export function makeEntry(view: StateView, now: number): Entry {
  const present = finish(view, view, `${view.generation}`)
  const target = view.target
    ? { ...finish(view.target, view, `${view.generation}-target`), releaseId: view.target.releaseId }
    : undefined
  const entry: Entry = {
    installationId: view.installationId,
    tenantId: view.tenantId,
    active: view.active,
    keyEpoch: view.keyEpoch,
    generation: view.generation,
    revision: String(view.revision),
    present,
    target,
    used: true,
    checkedAt: now,
    bytes: 0,
  }
  entry.bytes = sizeOf(entry)
  return entry
}

export function sizeOf({ present, target }: Entry): number {
  const texts = [present, ...(target ? [target] : [])]
  return texts.reduce(
    (sum, { settingsBody, middle, stateBody }) => sum + settingsBody.length + middle.length + stateBody.length,
    OVERHEAD,
  )
}

type Record = Pick<StateView, 'settings' | 'mappings'>

function finish({ settings, mappings }: Record, { platformApiUrl, tenantHostName }: StateView, tag: string): Finished {
  const record = ascii({ settings, mappings: mappings.map(({ productName, fields }) => ({ productName, fields })) })
  return {
    settingsBody: record,
    settingsEtag: `"${tag}"`,
    middle: `,"platformApiUrl":${ascii(platformApiUrl)},"tenantHostName":${ascii(tenantHostName)},"token":`,
    stateBody: '',
    stateEtag: '',
    token: undefined,
  }
}

/** Puts the token into the finished answer. Made once for a token, not for a read. */
export function withToken(finished: Finished, token: Token): void {
  const record = finished.settingsBody.slice(0, -1)
  finished.stateBody = `${record}${finished.middle}${ascii(token.token.reveal())}}`
  finished.token = token
  // Another token is another representation: whoever asks with the tag of the former one must get the new one.
  finished.stateEtag = `${finished.settingsEtag.slice(0, -1)}-${token.obtainedAt.getTime().toString(36)}"`
}

/** JSON in ASCII, so that its length in characters is its length in bytes and it is written without encoding. */
function ascii(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
