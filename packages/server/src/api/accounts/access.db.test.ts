import {
  access,
  type Operation,
  type OperationId,
  operations,
  type Role,
  type Rule,
  type Scope,
} from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { testWorld, type World } from '../../testing/world.ts'
import { createApiServer } from '../http/server.ts'
import { allRoutes } from '../routes.ts'

/** Everybody who can stand before the door. */
const callers = {
  nobody: {},
  owner: { role: 'owner' },
  admin: { role: 'admin' },
  developer: { role: 'developer' },
  viewer: { role: 'viewer' },
  'publish key': { scope: 'publish' },
  'manage key': { scope: 'manage' },
  moderator: { platform: 'moderator' },
  operator: { platform: 'operator' },
  "another organization's owner": { foreign: true },
  "another organization's key": { foreign: true, key: true },
} as const
type CallerName = keyof typeof callers
interface Traits {
  role?: Role
  scope?: Scope
  platform?: 'moderator' | 'operator'
  foreign?: boolean
  key?: boolean
}

const ids = Object.keys(operations) as OperationId[]
let api: TestApi
let acme: Organization
let world: World
let door: Awaited<ReturnType<typeof createApiServer>>
const authorizations = new Map<CallerName, string | undefined>()

beforeAll(async () => {
  api = await testApi()
  acme = await api.organization('acme')
  const other = await api.organization('other')
  const owner = await api.person({ role: 'owner', organization: acme })
  world = await testWorld(api, acme, owner.id)
  authorizations.set('nobody', undefined)
  authorizations.set('owner', owner.authorization)
  for (const role of ['admin', 'developer', 'viewer'] as const)
    authorizations.set(role, (await api.person({ role, organization: acme })).authorization)
  for (const scope of ['publish', 'manage'] as const)
    authorizations.set(`${scope} key`, (await api.key(acme, [scope])).authorization)
  for (const platformRole of ['moderator', 'operator'] as const)
    authorizations.set(platformRole, (await api.person({ platformRole })).authorization)
  authorizations.set(
    "another organization's owner",
    (await api.person({ role: 'owner', organization: other })).authorization,
  )
  authorizations.set("another organization's key", (await api.key(other, ['publish', 'manage'])).authorization)
  // Behind the door nothing happens: an allowed request gets this answer, so that the world stays as it is.
  const through = () => {
    throw new Failure('shutting_down', 'through')
  }
  const routes = allRoutes(api.platform).map((route) => ({ ...route, handler: { ...route.handler, handle: through } }))
  door = await createApiServer(api.platform, routes, {
    version: 'test',
    trustedProxies: [],
    anyOwnHost: false,
    requestsPerMinute: 1_000_000,
  })
})

function addressOf(operation: Operation, test: boolean): string {
  const collection = operation.path.split('/')[1] ?? ''
  const subject = (test ? world[`test ${collection}`] : undefined) ?? world[collection] ?? 'none'
  return `/api/v1${operation.path
    .replace(/\{(id|org)\}/, subject)
    .replace('{name}', 'NAME')
    .replace(/\{\w+\}/g, '1')}`
}

async function knock(
  id: OperationId,
  caller: CallerName,
  test = false,
): Promise<'through' | 'sign-in' | 'forbidden' | 'hidden' | number> {
  const operation = operations[id] as Operation
  const authorization = authorizations.get(caller)
  const headers = {
    ...(authorization === undefined ? {} : { authorization }),
    'content-type': operation.bytes?.contentTypes[0] ?? 'application/json',
  }
  const payload =
    operation.bytes !== undefined || operation.body !== undefined
      ? { payload: operation.bytes === undefined ? '{}' : 'x' }
      : {}
  const answer = await door.inject({ method: operation.method, url: addressOf(operation, test), headers, ...payload })
  if (answer.statusCode === 503 || answer.statusCode === 422) return 'through'
  return (
    ({ 401: 'sign-in', 403: 'forbidden', 404: 'hidden' }[answer.statusCode] as 'hidden' | undefined) ??
    answer.statusCode
  )
}

const owned = (operation: Operation) =>
  /^\/(organizations\/\{org\}|listings\/\{id\}|releases\/|deployments\/|reviews\/\{id\}|tenants\/|installations\/|deliveries\/|calls\/|trials\/|api-keys\/|invitations\/\{id\}|exceptions\/|alerts\/|signing-keys\/|sso-domains\/)/.test(
    operation.path,
  )

/** What the table promises, in the words of the table. */
function promised(
  rule: Rule,
  operation: Operation,
  traits: Traits,
  test: boolean,
): 'through' | 'sign-in' | 'forbidden' | 'hidden' {
  if (rule.anyone) return 'through'
  if (Object.keys(traits).length === 0) return 'sign-in'
  const isKey = traits.scope !== undefined || traits.key === true
  if (rule.signedIn || (rule.person && !isKey)) return 'through'
  if (
    traits.platform !== undefined &&
    (rule.platform?.includes(traits.platform) || (test && rule.test?.platform?.includes(traits.platform)))
  )
    return 'through'
  const sides = test ? [rule, rule.test ?? {}] : [rule]
  for (const side of sides) {
    if (traits.role !== undefined && side.members?.includes(traits.role)) return 'through'
    if (traits.scope !== undefined && side.scopes?.includes(traits.scope)) return 'through'
  }
  return owned(operation) && traits.foreign ? 'hidden' : 'forbidden'
}

describe('the access table', () => {
  it('has a row for every operation and no other', () => {
    expect(Object.keys(access).sort()).toEqual([...ids].sort())
  })

  it('is bound in full: every operation is carried out by something', () => {
    expect(
      allRoutes(api.platform)
        .map((route) => route.id)
        .sort(),
    ).toEqual([...ids].sort())
  })

  it.each(Object.keys(callers) as CallerName[])('decides every operation for %s', async (caller) => {
    const seen: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const id of ids) {
      seen[id] = await knock(id, caller)
      expected[id] = promised(access[id], operations[id], callers[caller] as Traits, false)
    }
    expect(seen).toEqual(expected)
  })

  it.each(Object.keys(callers) as CallerName[])(
    'decides every operation on test installations for %s',
    async (caller) => {
      const seen: Record<string, unknown> = {}
      const expected: Record<string, unknown> = {}
      for (const id of ids.filter((one) => /^\/(installations|deliveries|calls)\/\{id\}/.test(operations[one].path))) {
        seen[id] = await knock(id, caller, true)
        expected[id] = promised(access[id], operations[id], callers[caller] as Traits, true)
      }
      expect(seen).toEqual(expected)
    },
  )
})

describe('roles', () => {
  const may = (id: OperationId, caller: CallerName, test = false) =>
    knock(id, caller, test).then((answer) => answer === 'through')

  it('API keys are managed by owner and admin only', async () => {
    const who = await Promise.all(
      (Object.keys(callers) as CallerName[]).map(
        async (caller) => [caller, await may('createApiKey', caller)] as const,
      ),
    )
    expect(who.filter(([, allowed]) => allowed).map(([caller]) => caller)).toEqual(['owner', 'admin'])
  })

  it('API keys never touch members or keys', async () => {
    for (const caller of ['publish key', 'manage key'] as const) {
      for (const id of [
        'listMembers',
        'inviteMember',
        'changeMember',
        'removeMember',
        'listApiKeys',
        'createApiKey',
        'regenerateApiKey',
        'revokeApiKey',
      ] as const)
        expect(await may(id, caller), `${caller} ${id}`).toBe(false)
    }
  })

  it('a moderator cannot launch, but sees a test installation without its settings', async () => {
    expect(await may('launchApp', 'moderator')).toBe(false)
    expect(await may('getInstallation', 'moderator', true)).toBe(true)
    expect(await may('getInstallation', 'moderator')).toBe(false)
    expect(await may('getConfiguration', 'moderator', true)).toBe(false)
  })

  it('an operator never sees configurations or payloads', async () => {
    for (const id of [
      'getConfiguration',
      'listConfigurations',
      'getConfigurationRevision',
      'compareConfigurations',
      'getDeliveryPayload',
    ] as const)
      expect(await may(id, 'operator'), id).toBe(false)
  })

  it('a viewer reads, but no payloads', async () => {
    expect(await may('getInstallation', 'viewer')).toBe(true)
    expect(await may('getDelivery', 'viewer')).toBe(true)
    expect(await may('getDeliveryPayload', 'viewer')).toBe(false)
  })

  it('a developer runs test installations and not real ones', async () => {
    expect(await may('stopInstallation', 'developer', true)).toBe(true)
    expect(await may('stopInstallation', 'developer')).toBe(false)
  })

  it('only moderators approve and suspend, only owner and admin retire', async () => {
    for (const caller of Object.keys(callers) as CallerName[]) {
      expect(await may('approveReview', caller)).toBe(caller === 'moderator')
      expect(await may('suspendListing', caller)).toBe(caller === 'moderator')
      expect(await may('retireListing', caller)).toBe(caller === 'owner' || caller === 'admin')
    }
  })
})
