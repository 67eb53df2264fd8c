import { ScimRefusal } from '../domain/identity/scim-refusal.ts'
import { nameOfScimUser } from '../domain/identity/scim-user.ts'
import type { ScimGroup } from '../store/identity/scim-groups.ts'
import type { ScimUser } from '../store/identity/scim-users.ts'

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

const meta = (base: string, resourceType: 'User' | 'Group', row: ScimUser | ScimGroup) => ({
  resourceType,
  created: row.createdAt.toISOString(),
  lastModified: row.updatedAt.toISOString(),
  location: `${base}/${resourceType}s/${row.id}`,
})

/** A user as a directory reads it. What it never sent is left out. */
export function userResource(base: string, row: ScimUser) {
  const { id, userName, externalId, active, displayName, givenName, familyName, email } = row
  const name = {
    ...(givenName === null ? {} : { givenName }),
    ...(familyName === null ? {} : { familyName }),
    formatted: nameOfScimUser(row),
  }
  return {
    schemas: [USER],
    id,
    ...(externalId === null ? {} : { externalId }),
    userName,
    active,
    ...(displayName === null ? {} : { displayName }),
    name,
    ...(email === null ? {} : { emails: [{ value: email, type: 'work', primary: true }] }),
    meta: meta(base, 'User', row),
  }
}

export function groupResource(
  base: string,
  row: ScimGroup,
  members: readonly { userId: string; userName: string }[] | undefined,
) {
  const { id, externalId, displayName } = row
  const shown = members?.map(({ userId, userName }) => ({
    value: userId,
    display: userName,
    $ref: `${base}/Users/${userId}`,
  }))
  return {
    schemas: [GROUP],
    id,
    ...(externalId === null ? {} : { externalId }),
    displayName,
    ...(shown === undefined ? {} : { members: shown }),
    meta: meta(base, 'Group', row),
  }
}

export function listResource(resources: readonly object[], total: number, startIndex: number) {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

const attribute = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const schemas = [
  {
    id: USER,
    name: 'User',
    attributes: [
      attribute('userName', 'string', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'string', { caseExact: true }),
      attribute('active', 'boolean'),
      attribute('displayName', 'string'),
      attribute('name', 'complex', {
        subAttributes: [attribute('givenName', 'string'), attribute('familyName', 'string')],
      }),
      attribute('emails', 'complex', { multiValued: true, subAttributes: [attribute('value', 'string')] }),
    ],
  },
  {
    id: GROUP,
    name: 'Group',
    attributes: [
      attribute('displayName', 'string', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'string', { caseExact: true }),
      attribute('members', 'complex', { multiValued: true, subAttributes: [attribute('value', 'string')] }),
    ],
  },
]

const resourceTypes = [
  { id: 'User', name: 'User', endpoint: '/Users', schema: USER },
  { id: 'Group', name: 'Group', endpoint: '/Groups', schema: GROUP },
].map((row) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'], ...row }))

const definitions = schemas.map((row) => ({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'], ...row }))

/** One resource type or schema, as a directory asks for it by its id. */
export function discoveredOne(kind: 'ResourceTypes' | 'Schemas', id: string): object {
  const found = (kind === 'Schemas' ? definitions : resourceTypes).find((row) => row.id === id)
  if (found === undefined) throw new ScimRefusal(404, `There is no ${id} in /${kind}.`)
  return found
}

/** Capabilities of the interface, for directories. */
export const discovery: Record<string, object> = {
  ServiceProviderConfig: {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      { type: 'oauthbearertoken', name: 'Bearer token', description: 'The token of the organization', primary: true },
    ],
  },
  ResourceTypes: listResource(resourceTypes, resourceTypes.length, 1),
  Schemas: listResource(definitions, definitions.length, 1),
}
