import { ScimRefusal } from './scim-refusal.ts'
import { attributesOf, type ScimOperation, scimOperations, scimText } from './scim-value.ts'

export interface ScimGroupFields {
  displayName: string
  externalId: string | null
  /** Ids of users. */
  members: readonly string[]
}

const MOST_MEMBERS = 20_000

export function readScimGroup(body: unknown): ScimGroupFields {
  const group = { displayName: '', externalId: null, members: new Set<string>() }
  for (const one of attributesOf(body)) assign(group, { op: 'replace', ...one })
  return read(group)
}

export function patchScimGroup(present: ScimGroupFields, body: unknown): ScimGroupFields {
  const group = { ...present, members: new Set(present.members) }
  for (const operation of scimOperations(body)) assign(group, operation)
  return read(group)
}

interface Draft {
  displayName: string
  externalId: string | null
  members: Set<string>
}

function read({ members, ...group }: Draft): ScimGroupFields {
  if (group.displayName === '') throw new ScimRefusal(400, 'displayName is missing.', 'invalidValue')
  if (members.size > MOST_MEMBERS)
    throw new ScimRefusal(400, `A group has at most ${MOST_MEMBERS} members.`, 'invalidValue')
  return { ...group, members: [...members] }
}

function assign(group: Draft, { op, attribute, filter, value }: ScimOperation): void {
  if (attribute === 'displayname' && op !== 'remove') group.displayName = scimText(value, attribute, 256) ?? ''
  else if (attribute === 'externalid') group.externalId = op === 'remove' ? null : scimText(value, attribute)
  else if (attribute === 'members') assignMembers(group.members, op, filter, value)
}

/** Entra removes by a list of values or by `members[value eq "…"]`, Okta by the latter; without either all are removed. */
function assignMembers(members: Set<string>, op: ScimOperation['op'], filter: string | undefined, value: unknown) {
  const named = filter === undefined ? memberIds(value) : [filteredId(filter)]
  if (op === 'replace' || (op === 'remove' && named.length === 0)) members.clear()
  for (const id of named) {
    if (op === 'remove') members.delete(id)
    else members.add(id)
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
  if (list.length > MOST_MEMBERS)
    throw new ScimRefusal(400, `A group has at most ${MOST_MEMBERS} members.`, 'invalidValue')
  return list.flatMap((entry) => scimText(entry, 'A member', 64) ?? [])
}
