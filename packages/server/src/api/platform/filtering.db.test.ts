import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { longLists } from '../../testing/world/long-lists.ts'
import type { World } from '../../testing/world/world.ts'

let api: TestApi
let world: World
let owner: string
let operator: string

beforeAll(async () => {
  api = await testApi()
  ;({ world, owner, operator } = await longLists(api))
})

const client = () => api.as(owner)
const of = (collection: string) => ({ id: world[collection] ?? '' })
const acme = { org: 'acme' }

describe('a list is narrowed', () => {
  it('listings, tenants, installations, members and keys by what they contain', async () => {
    const listings = await client().listOrganizationListings({ params: acme, query: { q: 'APP' } })
    expect(listings.items.map((one) => one.title).sort()).toEqual(['Apple', 'apple'])
    const tenants = await client().listTenants({ params: acme, query: { q: 'zu' } })
    expect(tenants.items.map((one) => one.name)).toEqual(['Zulu'])
    expect((await client().listInstallations({ params: acme, query: { q: 'thin' } })).items).toHaveLength(4)
    expect((await client().listInstallations({ params: acme, query: { q: 'nothing%' } })).items).toHaveLength(0)
    expect((await client().listMembers({ params: acme, query: { role: 'viewer' } })).items).toHaveLength(1)
    expect((await client().listMembers({ params: acme, query: { q: 'person1@' } })).items).toHaveLength(1)
    expect((await client().listApiKeys({ params: acme, query: { q: 'no such key' } })).items).toHaveLength(0)
  })

  it('the ledger of secret reads by the beginning of a version and by hours', async () => {
    const versions = async (query: object) => {
      const { items } = await client().listLedger({ params: of('installations'), query })
      return items.map((one) => one.version)
    }
    expect(await versions({ version: '1.1' })).toEqual(['1.10.0'])
    expect(await versions({ version: '.' })).toEqual([])
    expect(await versions({ from: '2026-01-01T01:00:00Z' })).toEqual(['1.10.0', '1.9.0'])
    expect(await versions({ from: '2026-01-01T01:00:00Z', to: '2026-01-01T02:00:00Z' })).toEqual(['1.9.0'])
  })

  it('the sum of secret reads by the same', async () => {
    const sum = (query: object) => client().getLedgerSummary({ params: of('installations'), query })
    expect(await sum({})).toEqual({
      reads: 945,
      firstAt: '2026-01-01T00:00:00.000Z',
      lastAt: '2026-01-01T02:00:00.000Z',
    })
    expect(await sum({ version: '1.9' })).toMatchObject({ reads: 900 })
    expect(await sum({ from: '2026-01-01T01:00:00Z' })).toMatchObject({ reads: 940 })
    expect(await sum({ to: '2026-01-01T01:00:00Z' })).toMatchObject({ reads: 5 })
    expect(await sum({ from: '2030-01-01T00:00:00Z' })).toEqual({ reads: 0, firstAt: null, lastAt: null })
  })

  it('sessions by browser, system and address', async () => {
    const found = async (q: string) => {
      const { items } = await client().listSessions({ query: { q, sort: 'browser' } })
      return items.map((one) => one.browser)
    }
    expect(await found('linux')).toEqual(['Edge, Linux', 'Firefox, Linux'])
    expect(await found('chrome')).toEqual([])
    expect(await found('192.0.2')).toEqual(['Firefox, Linux'])
    expect(await found('mkt')).toEqual(['mkt/1.0'])
  })

  it('invitations by email address and role', async () => {
    const found = async (query: { q?: string; role?: 'admin' | 'viewer' }) => {
      const { items } = await client().listInvitations({ params: acme, query: { ...query, sort: 'email' } })
      return items.map((one) => one.email)
    }
    expect(await found({ q: 'A@EX' })).toEqual(['a@example.test'])
    expect(await found({ role: 'viewer' })).toEqual(['a@example.test', 'x@example.test'])
    expect(await found({ role: 'viewer', q: 'b@' })).toEqual([])
  })

  it('revisions of a configuration by who wrote them and the version they were written for', async () => {
    const found = async (q: string) => {
      const { items } = await client().listConfigurations({ params: of('installations'), query: { q } })
      return items.map((one) => one.revision)
    }
    expect(await found('ada')).toEqual([10, 1])
    expect(await found('1.9')).toEqual([2])
  })

  it('the log of an installation by level and by words of the message or its details', async () => {
    const found = async (query: { q?: string; level?: 'error' }) => {
      const { items } = await client().listInstallationLog({ params: of('installations'), query })
      return items.map((one) => one.message)
    }
    expect(await found({ q: 'START' })).toEqual(['Tried again', 'The hook start failed'])
    expect(await found({ q: 'start', level: 'error' })).toEqual(['The hook start failed'])
    expect(await found({ q: '503' })).toEqual(['The hook start failed'])
  })

  it('container output by words and by stream, for one deployment and for the whole app', async () => {
    const query = { stream: 'stderr', sort: 'at' } as const
    const ofDeployment = await client().listDeploymentLogs({ params: of('deployments'), query })
    expect(ofDeployment.items.map((one) => one.text)).toEqual(['Slow answer'])
    const ofListing = await client().listListingLogs({ params: of('listings'), query: { stream: 'stdout', q: 'li' } })
    expect(ofListing.items.map((one) => one.text)).toEqual(['Listening'])
  })

  it('notifications to those not read yet, and by words of title and text', async () => {
    const found = async (query: { unread?: 'true'; q?: string }) => {
      const { items, unread } = await client().listNotifications({ query: { ...query, sort: 'title' } })
      expect(unread).toBe(2)
      return items.map((one) => one.title)
    }
    expect(await found({ unread: 'true' })).toEqual(['beta is ready', 'gamma failed'])
    expect(await found({ q: 'number 1' })).toEqual(['Alpha needs you'])
    expect(await found({ q: 'alpha', unread: 'true' })).toEqual([])
  })

  it('what is registered in a tenant by state and by app, which each entry names', async () => {
    const found = async (query: { q?: string; state?: 'REMOVING' }) => {
      const { items } = await client().listRegistrations({ params: of('tenants'), query })
      return items.map((one) => `${one.listing.title} ${one.state}`)
    }
    expect(await found({})).toEqual(['Thing REGISTERED', 'Thing REMOVING'])
    expect(await found({ state: 'REMOVING' })).toEqual(['Thing REMOVING'])
    expect(await found({ q: 'acme/TH' })).toHaveLength(2)
    expect(await found({ q: 'banana' })).toEqual([])
  })

  it('application variables by name', async () => {
    const { items } = await client().listVariables({ params: of('listings'), query: { q: 't' } })
    expect(items.map((one) => one.name)).toEqual(['THREE', 'TWO'])
  })

  it('releases by the beginning of a version', async () => {
    const { items } = await client().listReleases({ params: of('listings'), query: { version: '1.1' } })
    expect(items.map((one) => one.version)).toEqual(['1.10.0'])
  })

  it('reviews by the app they are about', async () => {
    expect((await client().listReviews({ query: { q: 'thing' } })).items).toHaveLength(2)
    expect((await client().listReviews({ query: { q: 'banana' } })).items).toHaveLength(0)
  })

  it('the conversation of a review by words, and to one side of it', async () => {
    const found = async (query: { q?: string; moderator?: 'true' | 'false'; sort?: '-at' }) => {
      const { items } = await client().listReviewMessages({ params: of('reviews'), query })
      return items.map((one) => one.text)
    }
    expect(await found({ q: 'RATER' })).toEqual(['What is the rater for?'])
    expect(await found({ moderator: 'true' })).toEqual(['What is the rater for?'])
    expect(await found({ moderator: 'false', sort: '-at' })).toEqual([
      'It prices motor policies',
      'Please look at the hooks',
    ])
  })

  it('people by what they may do on the platform, and organizations by whether they are disabled', async () => {
    const operators = await api.as(operator).listPeople({ query: { platformRole: 'operator' } })
    expect(operators.items.map((one) => one.platformRole)).toEqual(['operator'])
    const others = await api.as(operator).listPeople({ query: { platformRole: 'none' } })
    expect(others.items).toHaveLength(4)
    await api.database.pool.query(`update organization set disabled_at = now() where name = 'zeta'`)
    const names = async (disabled: 'true' | 'false') =>
      (await api.as(operator).listOrganizations({ query: { disabled, sort: 'name' } })).items.map((one) => one.name)
    expect(await names('true')).toEqual(['zeta'])
    expect(await names('false')).toEqual(['acme', 'beta'])
  })
})

it('one call is found by its id, without what it carried', async () => {
  const call = await client().getCall({ params: of('calls') })
  expect(call).toMatchObject({ id: world.calls, kind: 'autofill', path: '/fill' })
  expect(Object.keys(call)).not.toContain('request')
})

it.each(['configurations', 'logs'])('a foreign cursor of %s is refused', async (list) => {
  const place = list === 'logs' ? `deployments/${world.deployments}` : `installations/${world.installations}`
  const url = `/api/v1/${place}/${list}?cursor=${Buffer.from('abc').toString('base64url')}`
  const answer = await api.app.inject({ url, headers: { authorization: owner } })
  expect(answer.json()).toMatchObject({ code: 'request_invalid', problems: [{ pointer: '/query/cursor' }] })
})
