import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { recordReads } from '../../actions/route/record-reads.ts'
import { createTraffic } from '../../actions/traffic/traffic.ts'
import type { Organization } from '../../store/accounts/organizations.ts'
import { publishChanges } from '../../store/database/changes.ts'
import type { Topic } from '../../store/database/topics.ts'
import { transaction } from '../../store/database/transaction.ts'
import { statementsOf } from '../../testing/database/statements.ts'
import { type TestApi, testApi } from '../../testing/platform/api.ts'
import { atEnd } from '../../testing/run/at-end.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { testListings } from '../../testing/world/listings.ts'
import { startPresence } from '../../workers/presence.ts'
import { createApiServer } from '../http/server.ts'
import { streamRoutes } from './stream.ts'

let api: TestApi
let origin: string
let acme: Organization
let northwind: Organization
let make: ReturnType<typeof testListings>
const closing: (() => void)[] = []

beforeAll(async () => {
  api = await testApi()
  make = testListings(api)
  acme = await api.organization('acme')
  northwind = await api.organization('northwind')
  // A stream is read while it is open, which takes a real connection; its heart beats quickly here.
  const app = await createApiServer(api.platform, streamRoutes(api.platform, 50, 20), {
    version: 'test',
    trustedProxies: [],
    anyOwnHost: false,
  })
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
})
// Each follower is looked up again at every heartbeat: those of a test that is over would keep the database busy.
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Heard {
  topics: string[]
  resets: number
  health: { parts: { part: string; state: string }[] }[]
  open: boolean
}

/** Follows changes; what is heard is collected as `<topic> <id>`. */
async function follow(authorization: string, query = ''): Promise<Heard> {
  const abort = new AbortController()
  closing.push(() => abort.abort())
  const answer = await fetch(`${origin}/api/v1/stream${query}`, { headers: { authorization }, signal: abort.signal })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const heard: Heard = { topics: [], resets: 0, health: [], open: true }
  const read = async () => {
    let text = ''
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk).toString('utf8')
      const lines = text.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines)
        if (line === 'event: reset') heard.resets += 1
        else if (line.startsWith('data: {"topic"')) {
          const { topic, id } = JSON.parse(line.slice('data: '.length)) as { topic: string; id: string }
          heard.topics.push(`${topic} ${id}`)
        } else if (line.startsWith('data: {"ready"')) heard.health.push(JSON.parse(line.slice('data: '.length)))
    }
  }
  void read()
    .catch(() => {})
    .finally(() => {
      heard.open = false
    })
  return heard
}

const publish = (topic: Topic, subject: string) =>
  transaction(api.platform.db, (trx) => publishChanges(trx, [{ topic, subject }]))

describe('the stream of changes', () => {
  it('tells members that members changed, and admins of every audit row', async () => {
    const owner = await api.person({ role: 'owner', organization: northwind })
    const viewer = await api.person({ role: 'viewer', organization: northwind })
    const stranger = await api.person({ role: 'owner', organization: acme })
    const heard = {
      owner: await follow(owner.authorization),
      viewer: await follow(viewer.authorization),
      stranger: await follow(stranger.authorization),
    }
    const params = { org: 'northwind' }
    const asOwner = api.as(owner.authorization)
    await asOwner.inviteMember({ params, body: { email: 'guest@example.test', role: 'viewer' } })
    await eventually(() => expect(heard.viewer.topics).toContain(`member ${northwind.id}`))
    await asOwner.createApiKey({ params, body: { name: 'key' } })
    await eventually(() => expect(heard.owner.topics.filter((one) => one === `audit ${northwind.id}`)).toHaveLength(2))
    expect(heard.viewer.topics).not.toContain(`audit ${northwind.id}`)
    expect(heard.stranger.topics).toEqual([])
  })

  it('tells each of what they may read and of nothing else', async () => {
    const own = await api.person({ role: 'viewer', organization: acme })
    const customer = await api.person({ role: 'owner', organization: northwind })
    const moderator = await api.person({ platformRole: 'moderator' })
    const publishKey = await api.key(acme, ['publish'])
    const draft = await make.listing(acme, 'DRAFT')
    const releaseId = await make.release(draft, '1.0.0')
    const open = await make.listing(acme, 'PUBLIC')
    const trial = await make.installation(acme, { listingId: draft, releaseId }, true)
    const real = await make.installation(northwind, { listingId: draft, releaseId }, false)
    const heard = {
      own: await follow(own.authorization),
      customer: await follow(customer.authorization),
      moderator: await follow(moderator.authorization),
      key: await follow(publishKey.authorization),
    }
    const changes: [Topic, string][] = [
      ['listing', draft],
      ['release', releaseId],
      ['installation', trial],
      ['installation', real],
      ['notification', own.id],
      ['listing', open],
    ]
    for (const [topic, id] of changes) await publish(topic, id)
    const last = `listing ${open}`
    await eventually(() => {
      for (const one of Object.values(heard)) expect(one.topics).toContain(last)
    })
    const sorted = (one: Heard) => [...one.topics].sort()
    const own1 = [`installation ${trial}`, `listing ${draft}`, last, `release ${releaseId}`]
    expect(sorted(heard.own)).toEqual([...own1, `notification ${own.id}`].sort())
    expect(sorted(heard.customer)).toEqual([`installation ${real}`, last].sort())
    expect(sorted(heard.moderator)).toEqual([...own1].sort())
    expect(sorted(heard.key)).toEqual([...own1].sort())
  })

  it('tells first what changed since the position somebody read from, and nothing that was there before', async () => {
    const own = await api.person({ role: 'viewer', organization: acme })
    const before = await make.listing(acme, 'DRAFT')
    await publish('listing', before)
    const { position } = await api.as(own.authorization).getMe()
    const missed = await make.listing(acme, 'DRAFT')
    const foreign = await make.listing(northwind, 'DRAFT')
    const last = await make.listing(acme, 'DRAFT')
    const present = await follow(own.authorization, '?topics=listing')
    for (const id of [foreign, missed, missed, last]) await publish('listing', id)
    // What this process has not passed on yet would be told to the next follower, too.
    await eventually(() => expect(present.topics).toContain(`listing ${last}`))
    const heard = await follow(own.authorization, `?topics=listing&since=${position}`)
    const told = () => [...heard.topics].sort()
    const both = [`listing ${missed}`, `listing ${last}`]
    await eventually(() => expect(told()).toEqual([...both].sort()))
    const later = await make.listing(acme, 'DRAFT')
    await publish('listing', later)
    await eventually(() => expect(told()).toEqual([...both, `listing ${later}`].sort()))
    expect(heard.resets).toBe(0)
  })

  it('lets somebody read everything again who comes from a position of which it knows too little', async () => {
    const { authorization } = await api.person({ role: 'viewer', organization: acme })
    // A position of another database, and one with more changes behind it than are told one by one.
    const ahead = await follow(authorization, '?since=9000000000000000000')
    await eventually(() => expect(ahead.resets).toBe(1))
    const { position } = await api.as(authorization).getMe()
    const many = Array.from({ length: 501 }, (_, at) => ({ topic: 'listing' as const, subject: `lst_${at}` }))
    await transaction(api.platform.db, (trx) => publishChanges(trx, many))
    const behind = await follow(authorization, `?since=${position}`)
    await eventually(() => expect(behind.resets).toBe(1))
    expect(behind.topics).toEqual([])
  })

  it('tells customers of their installations when the deployment that serves them changes, and of the deployment nothing', async () => {
    const customer = await follow((await api.person({ role: 'viewer', organization: northwind })).authorization)
    const stranger = await api.organization('stranger')
    const other = await follow((await api.person({ role: 'owner', organization: stranger })).authorization)
    const listingId = await make.listing(acme, 'PUBLIC')
    const releaseId = await make.release(listingId, '1.0.0')
    const installation = await make.installation(northwind, { listingId, releaseId }, false)
    const now = api.platform.clock.now()
    const times = { starting_at: now, created_at: now, updated_at: now }
    await api.platform.db
      .insertInto('deployment')
      .values({ id: 'dep_1', release_id: releaseId, listing_id: listingId, state: 'SICK', ...times } as never)
      .execute()
    await publish('deployment', 'dep_1')
    await eventually(() => expect(customer.topics).toContain(`installation ${installation}`))
    expect(customer.topics).not.toContain('deployment dep_1')
    expect(other.topics).toEqual([])
  })

  it('tells operators when the health of the platform changes, and nobody else', async () => {
    const operator = await follow((await api.person({ platformRole: 'operator' })).authorization)
    const owner = await follow((await api.person({ role: 'owner', organization: acme })).authorization)
    await eventually(() => expect(operator.health).toHaveLength(1))
    const worker = await startPresence(api.platform, ['worker'], () => ({}))
    await eventually(() =>
      expect(operator.health.at(-1)?.parts).toContainEqual({ part: 'worker', state: 'up', processes: 1 }),
    )
    await worker.stop()
    await eventually(() =>
      expect(operator.health.at(-1)?.parts).toContainEqual({ part: 'worker', state: 'down', processes: 0 }),
    )
    expect(owner.health).toEqual([])
  })

  it('tells operators of accounts and sign-ins, which concern no organization', async () => {
    const person = await api.person({ platformRole: 'operator' })
    const operator = await follow(person.authorization)
    const owner = await follow((await api.person({ role: 'owner', organization: acme })).authorization)
    const { id } = await api.person()
    await api.as(person.authorization).disablePerson({ params: { id } })
    const listingId = await make.listing(acme, 'PUBLIC')
    await publish('listing', listingId)
    await eventually(() => expect(operator.topics).toContain(`platform ${id}`))
    await eventually(() => expect(owner.topics).toContain(`listing ${listingId}`))
    expect(owner.topics).not.toContain(`platform ${id}`)
  })

  it('tells those who may read an installation when its deliveries pause or go on', async () => {
    const operator = await follow((await api.person({ platformRole: 'operator' })).authorization)
    const moderator = await follow((await api.person({ platformRole: 'moderator' })).authorization)
    const listingId = await make.listing(acme, 'PUBLIC')
    const releaseId = await make.release(listingId, '1.0.0')
    const id = await make.installation(northwind, { listingId, releaseId }, false)
    await publish('route-health', id)
    await publish('listing', listingId)
    await eventually(() => expect(moderator.topics).toContain(`listing ${listingId}`))
    await eventually(() => expect(operator.topics).toContain(`route-health ${id}`))
    expect(moderator.topics).not.toContain(`route-health ${id}`)
  })

  it('looks up together whose the things are that changed at the same time', async () => {
    const heard = await follow(
      (await api.person({ role: 'viewer', organization: acme })).authorization,
      '?topics=listing',
    )
    const ids: string[] = []
    for (let at = 0; at < 30; at += 1) ids.push(await make.listing(acme, 'DRAFT'))
    const statements = await statementsOf(async () => {
      const changes = ids.map((subject) => ({ topic: 'listing' as const, subject }))
      await transaction(api.platform.db, (trx) => publishChanges(trx, changes))
      await eventually(() => expect(heard.topics).toEqual(ids.map((id) => `listing ${id}`)))
    })
    expect(statements.filter((text) => /from listing where id/.test(text)).length).toBeLessThan(10)
  })

  it('tells an organization that secrets of its installations were read, of each that was, and nobody else', async () => {
    const heard = {
      customer: await follow((await api.person({ role: 'viewer', organization: northwind })).authorization),
      publisher: await follow((await api.person({ role: 'owner', organization: acme })).authorization),
      operator: await follow((await api.person({ platformRole: 'operator' })).authorization),
    }
    const listingId = await make.listing(acme, 'PUBLIC')
    const releaseId = await make.release(listingId, '1.0.0')
    const real = await make.installation(northwind, { listingId, releaseId }, false)
    const trial = await make.installation(acme, { listingId, releaseId }, true)
    const now = api.platform.clock.now()
    const one = { releaseId, hour: now, reads: 1, firstAt: now, lastAt: now }
    await recordReads(
      api.platform,
      [real, trial, 'ins_gone'].map((installationId) => ({ installationId, ...one })),
    )
    const ledgers = (who: keyof typeof heard) => heard[who].topics.filter((topic) => topic.startsWith('ledger ')).sort()
    await eventually(() => expect(ledgers('customer')).toEqual([`ledger ${real}`]))
    await eventually(() => expect(ledgers('publisher')).toEqual([`ledger ${trial}`]))
    await publish('listing', listingId)
    await eventually(() => expect(heard.operator.topics).toContain(`listing ${listingId}`))
    expect(ledgers('operator')).toEqual([])
  })

  it('tells an organization that its installations were asked something, and nobody else', async () => {
    const heard = {
      customer: await follow((await api.person({ role: 'viewer', organization: northwind })).authorization),
      publisher: await follow((await api.person({ role: 'owner', organization: acme })).authorization),
    }
    const listingId = await make.listing(acme, 'PUBLIC')
    const releaseId = await make.release(listingId, '1.0.0')
    const real = await make.installation(northwind, { listingId, releaseId }, false)
    const traffic = createTraffic(api.platform)
    traffic.note({ installationId: real, organizationId: northwind.id }, 'call', { durationMs: 1, failed: false })
    await traffic.stop()
    await eventually(() => expect(heard.customer.topics).toContain(`traffic ${real}`))
    await publish('listing', listingId)
    await eventually(() => expect(heard.publisher.topics).toContain(`listing ${listingId}`))
    expect(heard.publisher.topics).not.toContain(`traffic ${real}`)
  })

  it('tells only of the topics asked for', async () => {
    const own = await api.person({ role: 'viewer', organization: acme })
    const draft = await make.listing(acme, 'DRAFT')
    const releaseId = await make.release(draft, '1.0.0')
    const heard = await follow(own.authorization, '?topics=release')
    await publish('listing', draft)
    await publish('release', releaseId)
    await eventually(() => expect(heard.topics).toEqual([`release ${releaseId}`]))
  })

  it('ends when its session ends, its key is revoked or its person is disabled', async () => {
    const operator = api.as((await api.person({ platformRole: 'operator' })).authorization)
    const leaving = await api.person({ role: 'viewer', organization: acme })
    const disabled = await api.person({ role: 'viewer', organization: acme })
    const key = await api.key(acme, ['publish'])
    const streams = [
      await follow(leaving.authorization),
      await follow(disabled.authorization),
      await follow(key.authorization),
    ]
    await api.as(leaving.authorization).signOut()
    await operator.disablePerson({ params: { id: disabled.id } })
    const owner = api.as((await api.person({ role: 'owner', organization: acme })).authorization)
    await owner.revokeApiKey({ params: { id: key.id } })
    await eventually(() => expect(streams.map((one) => one.open)).toEqual([false, false, false]))
  })

  it('does not keep the platform from stopping, and tells its readers by ending', async () => {
    const app = await createApiServer(api.platform, streamRoutes(api.platform), {
      version: 'test',
      trustedProxies: [],
      anyOwnHost: false,
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const authorization = (await api.person({ role: 'viewer', organization: acme })).authorization
    const answer = await fetch(`${address}/api/v1/stream`, { headers: { authorization } })
    const [text] = await Promise.all([answer.text(), app.close()])
    expect(text).toContain('retry: 2000')
  })

  it('is refused to nobody', async () => {
    expect((await fetch(`${origin}/api/v1/stream`)).status).toBe(401)
  })
})
