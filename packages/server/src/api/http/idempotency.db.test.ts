import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mortalDatabase } from '../../testing/faults/mortal-database.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { eventually } from '../../testing/run/eventually.ts'
import { launchWorld } from '../../testing/world/launch-world.ts'
import { allRoutes } from '../routes.ts'
import { createApiServer } from './server.ts'

/**
 * The process is killed before each of the statements a request sends, one after another, and the request is repeated when the platform is
 * back. Whatever the point, it takes effect exactly once.
 */
const world = await launchWorld({ worker: false })
const { clock, platform, database } = world
const mortal = mortalDatabase(database.address)
const options = { version: 'test', trustedProxies: [], anyOwnHost: false, requestsPerMinute: 1_000_000 }
const mortalPlatform = { ...platform, db: mortal.db }
const killed = await createApiServer(mortalPlatform, allRoutes(mortalPlatform), options)
const again = world.app
let authorization: string
let listingId: string

beforeAll(async () => {
  authorization = (await world.person({ role: 'owner', organization: world.customer })).authorization
  listingId = (await world.listing()).id
})
afterAll(() => mortal.db.destroy())

interface Answer {
  status: number
  code: string | undefined
  body: Record<string, unknown>
  replayed: boolean
}

const count = async (query: string, values: unknown[]) => (await database.pool.query(query, values)).rows.length
const launch = () => ({ listingId, tenantId: world.tenantId, settings: {}, mappings: [] })
const launched = async () =>
  (await world.admin.launchApp({ params: { org: 'northwind' }, body: launch() })) as { id: string }

const newListing = (appName: string) => ({
  method: 'POST' as const,
  url: '/api/v1/organizations/northwind/listings',
  headers: { authorization, 'idempotency-key': appName },
  payload: { appName, title: 'T', variant: 'connected' },
})
const newKey = (name: string) => ({
  method: 'POST' as const,
  url: '/api/v1/organizations/northwind/api-keys',
  headers: { authorization, 'idempotency-key': name },
  payload: { name },
})
const keys = (name: string) => count('select 1 from api_key where name = $1', [name])

interface Killed {
  url: string
  payload?: object
  /** How often it took effect so far. */
  effects(): Promise<number>
  /** What goes on while the platform is away. */
  meanwhile?(): Promise<void>
}

/** Kills the request at every point, and tells how its repeat was answered each time. */
async function killEverywhere(request: (run: number) => Promise<Killed>, allowed = [1]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let statements = 0; ; statements += 1) {
    const { url, payload, effects, meanwhile } = await request(statements)
    const headers = { authorization, 'idempotency-key': newId('key', clock.now()) }
    const ask = { method: 'POST' as const, url: `/api/v1${url}`, headers, ...(payload ? { payload } : {}) }
    const { died } = mortal.dieAfter(statements)
    const outcome = await Promise.race([killed.inject(ask), died])
    await mortal.revive()
    if (outcome !== undefined) {
      expect(await effects()).toBe(1)
      return answers
    }
    await meanwhile?.()
    clock.advance(61_000)
    const repeat = await again.inject(ask)
    expect(allowed, `killed before statement ${statements + 1}`).toContain(await effects())
    const body = repeat.body === '' ? {} : repeat.json()
    const replayed = repeat.headers['idempotency-replayed'] === 'true'
    answers.push({ status: repeat.statusCode, code: body.code, body, replayed })
    await again.inject(ask)
    expect(allowed).toContain(await effects())
  }
}

const outcomes = (answers: Answer[]) => [...new Set(answers.map((one) => `${one.status} ${one.code ?? one.replayed}`))]

describe('a request with an idempotency key whose process is killed takes effect once', () => {
  it('when it makes a listing, and the repeat is answered with it', async () => {
    const answers = await killEverywhere(async (run) => ({
      url: '/organizations/northwind/listings',
      payload: { appName: `killed-${run}`, title: 'T', variant: 'connected' },
      effects: () =>
        count("select 1 from audit where action = 'listing.create' and details ->> 'name' = $1", [
          `northwind/killed-${run}`,
        ]),
    }))
    expect(outcomes(answers)).toEqual(['201 false', '201 true'])
    expect(answers.at(-1)?.body).toMatchObject({ name: `northwind/killed-${answers.length - 1}`, state: null })
  })

  it('when it launches an app, and the repeat is answered with the installation', async () => {
    const all = async () => count('select 1 from installation where listing_id = $1', [listingId])
    const answers = await killEverywhere(async () => {
      const before = await all()
      return {
        url: '/organizations/northwind/installations',
        payload: launch(),
        effects: async () => (await all()) - before,
      }
    })
    expect(outcomes(answers)).toEqual(['201 false', '201 true'])
    expect(answers.at(-1)?.body).toMatchObject({ state: 'PENDING', revision: 1 })
  })

  it('when it makes an API key, and the repeat is told that the secret was shown once', async () => {
    const answers = await killEverywhere(async (run) => ({
      url: '/organizations/northwind/api-keys',
      payload: { name: `killed ${run}` },
      effects: () => keys(`killed ${run}`),
    }))
    expect(outcomes(answers)).toEqual(['201 false', '409 secret_shown_once'])
  })

  it('when it revokes keys, which has no answer to lose', async () => {
    const answers = await killEverywhere(async () => {
      const { id } = await launched()
      return {
        url: `/installations/${id}/keys/revoke`,
        effects: () => count("select 1 from audit where action = 'installation.revoke-keys' and subject_id = $1", [id]),
      }
    })
    expect(outcomes(answers)).toEqual(['204 false', '204 true'])
  })

  it('when it replays many deliveries, and the repeat is told where to look', async () => {
    await database.pool.query(`create table put_back (id text);
      create function note_put_back() returns trigger language plpgsql as
        $$ begin insert into put_back values (new.id); return new; end $$;
      create trigger put_back after update on event for each row
        when (old.state = 'DEAD' and new.state = 'WAITING') execute function note_put_back()`)
    const answers = await killEverywhere(
      async () => {
        const { id } = await launched()
        const event = newId('evt', clock.now())
        const at = new Date(clock.now().getTime() - 1000)
        await database.pool.query(
          `insert into event (id, installation_id, organization_id, listing_id, path, body, size, state, received_at, due_at, settled_at)
           values ($1, $2, $3, $4, '/e', 'x', 1, 'DEAD', $5, $5, $5)`,
          [event, id, world.customer.id, listingId, at],
        )
        return {
          url: `/installations/${id}/deliveries/replay`,
          payload: {},
          effects: () => count('select 1 from put_back where id = $1', [event]),
          async meanwhile() {
            await database.pool.query("update event set state = 'DEAD', settled_at = $2 where id = $1", [event, at])
          },
        }
      },
      // It goes in batches; a kill before the first one leaves nothing sent again, and says so.
      [0, 1],
    )
    expect(outcomes(answers)).toEqual(['202 false', '409 answer_lost'])
    expect(answers.at(-1)?.body).toMatchObject({ subject: { kind: 'installation' } })
  })

  it('when it is not killed but loses the database at any point', async () => {
    const seen = new Set<string>()
    for (let statements = 0, kept = 0; kept === 0; statements += 1) {
      const ask = newListing(`broken-${statements}`)
      mortal.breakAfter(statements)
      const first = await killed.inject(ask)
      await mortal.revive()
      kept = await count('select 1 from idempotency where key = $1 and status is not null', [`broken-${statements}`])
      clock.advance(61_000)
      const repeat = await again.inject(ask)
      expect(repeat.json(), `lost before statement ${statements + 1}`).toMatchObject({
        name: `northwind/broken-${statements}`,
      })
      seen.add(`${first.statusCode} ${repeat.statusCode} ${repeat.headers['idempotency-replayed'] ?? 'done'}`)
    }
    // Before it took effect, after that, and when the caller had its answer but it could not be kept.
    expect([...seen]).toEqual(['503 201 done', '503 201 true', '201 201 true'])
  })

  it('when it is not killed but so slow that a repeat took its place', async () => {
    const ask = newKey('slow')
    const holder = await database.pool.connect()
    await holder.query('begin')
    await holder.query('lock table api_key in share mode')
    const slow = again.inject(ask)
    await eventually(async () => expect(await count("select 1 from idempotency where key = 'slow'", [])).toBe(1))
    clock.advance(61_000)
    const quick = again.inject(ask)
    const taken = "select 1 from idempotency where key = 'slow' and locked_until > $1"
    await eventually(async () => expect(await count(taken, [clock.now()])).toBe(1))
    await holder.query('commit')
    holder.release()
    const answers = await Promise.all([slow, quick])
    expect(answers.map((one) => [one.statusCode, one.json().code])).toEqual([
      [409, 'idempotency_running'],
      [201, undefined],
    ])
    expect(await keys('slow')).toBe(1)
    expect((await again.inject(ask)).json().code).toBe('secret_shown_once')
  })

  it('and is refused only temporarily, while it may still be running', async () => {
    const ask = newKey('soon')
    const { died } = mortal.dieAfter(6)
    await Promise.race([killed.inject(ask), died])
    await mortal.revive()
    expect((await again.inject(ask)).json().code).toBe('idempotency_running')
    clock.advance(61_000)
    expect((await again.inject(ask)).statusCode).toBe(201)
  })
})
