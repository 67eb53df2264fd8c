import { ScimRefusal } from './scim-refusal.ts'
import { attributesOf, type ScimOperation, scimBoolean, scimOperations, scimText } from './scim-value.ts'

/** What the platform keeps of a user of a directory. Everything else that is sent is accepted and left out. */
export interface ScimUserFields {
  userName: string
  externalId: string | null
  active: boolean
  displayName: string | null
  givenName: string | null
  familyName: string | null
  email: string | null
}

const unnamed: ScimUserFields = {
  userName: '',
  externalId: null,
  active: true,
  displayName: null,
  givenName: null,
  familyName: null,
  email: null,
}

/** A user as a directory creates or replaces it. A replacement that does not speak of `active` leaves it as it is. */
export function readScimUser(body: unknown, present: Pick<ScimUserFields, 'active'> = unnamed): ScimUserFields {
  const fields = { ...unnamed, active: present.active }
  for (const one of attributesOf(body)) assign(fields, { op: 'replace', ...one })
  return named(fields)
}

export function patchScimUser(present: ScimUserFields, body: unknown): ScimUserFields {
  const fields = { ...present }
  for (const operation of scimOperations(body)) assign(fields, operation)
  return named(fields)
}

function named(fields: ScimUserFields): ScimUserFields {
  if (fields.userName === '') throw new ScimRefusal(400, 'userName is missing.', 'invalidValue')
  return fields
}

function assign(fields: ScimUserFields, { op, attribute, filter, value }: ScimOperation): void {
  const text = (most?: number) => (op === 'remove' ? null : scimText(value, attribute, most))
  switch (attribute) {
    case 'username':
      fields.userName = text() ?? ''
      return
    case 'externalid':
      fields.externalId = text()
      return
    case 'active':
      if (op !== 'remove') fields.active = scimBoolean(value, attribute)
      return
    case 'displayname':
      fields.displayName = text(200)
      return
    case 'name.givenname':
      fields.givenName = text(100)
      return
    case 'name.familyname':
      fields.familyName = text(100)
      return
    case 'emails':
    case 'emails.value':
      assignEmail(fields, op, filter, value)
  }
}

/** The work address, or the primary one. Others are left out. */
function assignEmail(fields: ScimUserFields, op: ScimOperation['op'], filter: string | undefined, value: unknown) {
  if (filter !== undefined && !/work|primary\s+eq\s+"?true/i.test(filter)) return
  if (op === 'remove') fields.email = null
  else if (filter === undefined && Array.isArray(value)) {
    const { chosen, other } = mainEmail(value)
    // An address that is added beside the work address is not one to replace it.
    if (chosen !== undefined || op === 'replace' || fields.email === null)
      fields.email = scimText(chosen ?? other ?? null, 'emails')
  } else fields.email = scimText(value, 'emails')
}

function mainEmail(list: readonly unknown[]): { chosen: unknown; other: unknown } {
  const rows = list.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
  const primary = rows.find(({ primary }) => String(primary).toLowerCase() === 'true')
  const work = rows.find(({ type }) => String(type).toLowerCase() === 'work')
  return { chosen: (primary ?? work)?.value, other: rows[0]?.value }
}

/** The mail address of a user; many directories have it as the user name alone. */
export function emailOfScimUser({ email, userName }: Pick<ScimUserFields, 'email' | 'userName'>): string | null {
  const address = email ?? userName
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? address : null
}

/** What the person is called. */
export function nameOfScimUser({ displayName, givenName, familyName, userName }: ScimUserFields): string {
  return displayName ?? ([givenName, familyName].filter((part) => part !== null).join(' ') || userName)
}
