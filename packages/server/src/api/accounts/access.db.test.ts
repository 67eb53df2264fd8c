import { access, type Operation, type OperationId, operations } from '@mkt/contract/api'
import { Failure } from '@mkt/contract/errors'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '../../store/accounts/organizations.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import {
  type CallerName,
  callerNames,
  expectedAnswer,
  unexpectedOperations,
} from '../../testing/world/access-expectations.ts'
import { testWorld, type World } from '../../testing/world/world.ts'
import { createApiServer } from '../http/server.ts'
import { allRoutes } from '../routes.ts'

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
  for (const role of ['admin', 'operations', 'developer', 'viewer'] as const)
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

describe('the access table', () => {
  it('has a row for every operation and no other', () => {
    expect(Object.keys(access).sort()).toEqual([...ids].sort())
  })

  it('has only kinds of rows whose meaning is written down', () => {
    expect(unexpectedOperations(ids)).toEqual([])
  })

  it('is bound in full: every operation is carried out by something', () => {
    expect(
      allRoutes(api.platform)
        .map((route) => route.id)
        .sort(),
    ).toEqual([...ids].sort())
  })

  it.each(callerNames)('decides every operation for %s', async (caller) => {
    const seen: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const id of ids) {
      seen[id] = await knock(id, caller)
      expected[id] = expectedAnswer(id, caller, { owned: owned(operations[id]), test: false })
    }
    expect(seen).toEqual(expected)
  })

  it.each(callerNames)('decides every operation on test installations for %s', async (caller) => {
    const seen: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    for (const id of ids.filter((one) => /^\/(installations|deliveries|calls)\/\{id\}/.test(operations[one].path))) {
      seen[id] = await knock(id, caller, true)
      expected[id] = expectedAnswer(id, caller, { owned: owned(operations[id]), test: true })
    }
    expect(seen).toEqual(expected)
  })
})

describe('roles', () => {
  const may = (id: OperationId, caller: CallerName, test = false) =>
    knock(id, caller, test).then((answer) => answer === 'through')

  it('API keys are managed by owner and admin only', async () => {
    const who = await Promise.all(
      callerNames.map(async (caller) => [caller, await may('createApiKey', caller)] as const),
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
    for (const caller of callerNames) {
      expect(await may('approveReview', caller)).toBe(caller === 'moderator')
      expect(await may('suspendListing', caller)).toBe(caller === 'moderator')
      expect(await may('retireListing', caller)).toBe(caller === 'owner' || caller === 'admin')
    }
  })
})
