import { limits } from '@mkt/contract/limits'
import { ScimRefusal } from './scim-refusal.ts'
import { attributesOf, type ScimOperation, scimOperations, scimText } from './scim-value.ts'

/** Changes of a group in a request, independent of its current members, which may be thousands. */
export interface ScimGroupChange {
  displayName?: string
  externalId?: string | null
  members: MembersChange
}

export interface MembersChange {
  /** All present members leave first. */
  clear: boolean
  /** Ids of users. */
  added: ReadonlySet<string>
  removed: ReadonlySet<string>
}

const MAX_MEMBERS = limits.scimMembers.value

export const tooManyMembers = () => new ScimRefusal(400, `A group has at most ${MAX_MEMBERS} members.`, 'invalidValue')

/** A whole group: what it does not name, the group does not have. */
export function readScimGroup(body: unknown): ScimGroupChange & { displayName: string; externalId: string | null } {
  const draft: Draft = { members: { clear: true, added: new Set(), removed: new Set() } }
  for (const one of attributesOf(body)) assign(draft, { op: 'replace', ...one })
  const { displayName = '', externalId = null, members } = checked(draft)
  if (displayName === '') throw nameless()
  return { displayName, externalId, members }
}

export function readScimGroupPatch(body: unknown): ScimGroupChange {
  const draft: Draft = { members: { clear: false, added: new Set(), removed: new Set() } }
  for (const operation of scimOperations(body)) assign(draft, operation)
  return checked(draft)
}

interface Draft {
  displayName?: string
  externalId?: string | null
  members: { clear: boolean; added: Set<string>; removed: Set<string> }
}

const nameless = () => new ScimRefusal(400, 'displayName is missing.', 'invalidValue')

function checked(draft: Draft): Draft {
  if (draft.displayName === '') throw nameless()
  if (draft.members.added.size > MAX_MEMBERS) throw tooManyMembers()
  return draft
}

function assign(draft: Draft, { op, attribute, filter, value }: ScimOperation): void {
  if (attribute === 'displayname' && op !== 'remove') draft.displayName = scimText(value, attribute, 256) ?? ''
  else if (attribute === 'externalid') draft.externalId = op === 'remove' ? null : scimText(value, attribute)
  else if (attribute === 'members') assignMembers(draft.members, op, filter, value)
}

/** Entra removes by a list of values or by `members[value eq "…"]`, Okta by the latter; without either all are removed. */
function assignMembers(members: Draft['members'], op: ScimOperation['op'], filter: string | undefined, value: unknown) {
  const named = filter === undefined ? memberIds(value) : [filteredId(filter)]
  if (op === 'replace' || (op === 'remove' && named.length === 0)) {
    members.clear = true
    members.added.clear()
    members.removed.clear()
  }
  const [from, to] = op === 'remove' ? [members.added, members.removed] : [members.removed, members.added]
  for (const id of named) {
    from.delete(id)
    to.add(id)
  }
}

function filteredId(filter: string): string {
  const id = /^\s*value\s+eq\s+"([^"]{1,64})"\s*$/i.exec(filter)?.[1]
  if (id === undefined)
    throw new ScimRefusal(400, 'Members are chosen by members[value eq "<id of a user>"].', 'invalidPath')
  return id
}

function memberIds(value: unknown): string[] {
  const list = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value]
  if (list.length > MAX_MEMBERS) throw tooManyMembers()
  return list.flatMap((entry) => scimText(entry, 'A member', 64) ?? [])
}
