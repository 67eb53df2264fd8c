import { access, type OperationId } from '@mkt/contract/api'

/** Everybody who can stand before the door. The first one is not signed in, the last two belong to another organization. */
export const callerNames = [
  'nobody',
  'owner',
  'admin',
  'operations',
  'developer',
  'viewer',
  'publish key',
  'manage key',
  'moderator',
  'operator',
  "another organization's owner",
  "another organization's key",
] as const
export type CallerName = (typeof callerNames)[number]

const members: CallerName[] = ['owner', 'admin', 'operations', 'developer', 'viewer']
const strangers: CallerName[] = ["another organization's owner", "another organization's key"]
const people: CallerName[] = [...members, 'moderator', 'operator', "another organization's owner"]

interface Expectation {
  /** An operation of this kind; every operation with an equal row of the access table is expected to be decided like it. */
  example: OperationId
  through: readonly CallerName[]
  /** Who is let through besides, where the thing is a test installation or belongs to one. */
  onTests?: readonly CallerName[]
}

/**
 * Who is let through, written by hand for each kind of row that the access table has: a second opinion that shares no code with
 * what decides.
 */
const expectations: readonly Expectation[] = [
  { example: 'signIn', through: ['nobody', ...people, 'publish key', 'manage key', "another organization's key"] },
  { example: 'getMe', through: [...people, 'publish key', 'manage key', "another organization's key"] },
  { example: 'changePassword', through: people },
  { example: 'inviteMember', through: ['owner', 'admin'] },
  { example: 'transferOwnership', through: ['owner'] },
  { example: 'disablePerson', through: ['operator'] },
  { example: 'listMembers', through: [...members, 'operator'] },
  { example: 'getOrganization', through: [...members, 'publish key', 'manage key', 'moderator', 'operator'] },
  { example: 'leaveOrganization', through: members },
  { example: 'getReview', through: [...members, 'publish key', 'moderator', 'operator'] },
  { example: 'publishListing', through: ['owner', 'admin', 'developer', 'publish key'] },
  // Everybody reads as much of a public listing; this one is a draft.
  { example: 'getListing', through: [...members, 'publish key', 'moderator', 'operator'] },
  { example: 'makeListingPublic', through: ['owner', 'admin', 'publish key'] },
  { example: 'suspendListing', through: ['moderator'] },
  { example: 'listDeploymentLogs', through: [...members, 'publish key'] },
  { example: 'addReviewMessage', through: ['owner', 'admin', 'developer', 'publish key', 'moderator'] },
  { example: 'getInstalls', through: [...members, 'publish key', 'operator'] },
  { example: 'listAudit', through: ['owner', 'admin', 'operator'] },
  { example: 'createTenant', through: ['owner', 'admin', 'manage key'] },
  { example: 'getTenant', through: [...members, 'publish key', 'manage key'] },
  { example: 'testTenant', through: ['owner', 'admin', 'operations', 'developer', 'manage key'] },
  { example: 'launchApp', through: ['owner', 'admin', 'developer', 'publish key', 'manage key'] },
  { example: 'listInstallations', through: [...members, 'publish key', 'manage key', 'operator'] },
  {
    example: 'getInstallation',
    through: [...members, 'manage key', 'operator'],
    onTests: ['publish key', 'moderator'],
  },
  {
    example: 'putConfiguration',
    through: ['owner', 'admin', 'operations', 'manage key'],
    onTests: ['developer', 'publish key'],
  },
  {
    example: 'uninstallInstallation',
    through: ['owner', 'admin', 'manage key'],
    onTests: ['developer', 'publish key'],
  },
  {
    example: 'stopInstallation',
    through: ['owner', 'admin', 'operations', 'manage key', 'operator'],
    onTests: ['developer', 'publish key'],
  },
  { example: 'openTunnel', through: ['owner', 'admin', 'developer'], onTests: ['publish key'] },
  { example: 'getConfiguration', through: [...members, 'manage key'], onTests: ['publish key'] },
  { example: 'listPolicies', through: [...members, 'manage key'] },
  { example: 'createAlertRule', through: ['owner', 'admin', 'operations', 'manage key'] },
  // With calls of a customer of a public release everybody tries it; this one is not public.
  { example: 'createTrial', through: ['owner', 'admin', 'developer', 'publish key'] },
  { example: 'getRegister', through: [...members, 'manage key', 'operator'] },
]

const kindOf = (id: OperationId) => JSON.stringify(Object.entries(access[id]).sort())
const byKind = new Map(expectations.map((row) => [kindOf(row.example), row]))

/** Operations whose row is of a kind that nobody has written an expectation for. */
export function unexpectedOperations(ids: readonly OperationId[]): OperationId[] {
  return ids.filter((id) => !byKind.has(kindOf(id)))
}

/** How the door is expected to answer. `owned`: the address names a thing that belongs to an organization. */
export function expectedAnswer(
  id: OperationId,
  caller: CallerName,
  { owned, test }: { owned: boolean; test: boolean },
): 'through' | 'sign-in' | 'forbidden' | 'hidden' {
  const row = byKind.get(kindOf(id))
  if (row?.through.includes(caller) || (test && row?.onTests?.includes(caller))) return 'through'
  if (caller === 'nobody') return 'sign-in'
  return owned && strangers.includes(caller) ? 'hidden' : 'forbidden'
}
