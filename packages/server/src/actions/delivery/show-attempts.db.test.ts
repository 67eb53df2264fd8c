import { beforeAll, expect, it } from 'vitest'
import { newId } from '../../testing/platform/new-id.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'
import { currentToken } from '../tenant/current-token.ts'
import { answerIdentity } from './delivery-parts.ts'

let world: LaunchWorld
beforeAll(async () => {
  world = await launchWorld()
})

/** An application with an install hook. */
async function launch() {
  const listing = await world.listing({ platform: { lifecycle: ['install'] } })
  const body = { listingId: listing.id, tenantId: world.tenantId }
  const { id } = await world.admin.launchApp({ params: { org: 'northwind' }, body })
  return { id, listingId: listing.id }
}

/** The policy system's own tokens: one that was obtained for the installation, and one that a customer made. */
async function tokensOf(installationId: string): Promise<string[]> {
  const outcome = await currentToken(world.platform, installationId)
  if (outcome.kind !== 'token') throw new Error(`no token: ${outcome.kind}`)
  return [outcome.token.reveal(), world.sim.ready.enterprise.token]
}

/** An application that repeats what it was given: its key, and the policy system's tokens. */
const repeat = (key: unknown, tokens: string[]) => JSON.stringify({ 'x-MKT-key': key, authorization: tokens })
const hidden = repeat('[secret]', ['[secret]', '[secret]'])

it("hides the application's key and the policy system's tokens in the shown answer of a hook that repeats them", async () => {
  const repeated: string[] = []
  let launched: ReturnType<typeof launch> | undefined
  world.answer(async ({ headers }, response) => {
    const tokens = await tokensOf((await launched)?.id ?? '')
    repeated.push(String(headers['x-mkt-key']), ...tokens)
    response.statusCode = 500
    response.end(repeat(headers['x-mkt-key'], tokens))
  })
  launched = launch()
  const { id } = await launched
  await world.reach(id, 'ERROR')
  const { reason } = await world.admin.getInstallation({ params: { id } })
  expect(reason).toBe(`The "install" hook of the app answered 500: ${hidden}`)
  const log = JSON.stringify(await world.admin.listInstallationLog({ params: { id } }))
  expect(repeated.length).toBeGreaterThan(0)
  for (const one of repeated) expect(log).not.toContain(one)
})

/** The shown answer of an attempt that was answered like this. */
async function show(answerOf: (key: string, tokens: string[]) => string): Promise<string | null | undefined> {
  const { platform, customer } = world
  world.answer((_request, response) => void response.end('{}'))
  world.server.seen.length = 0
  const { id, listingId } = await launch()
  await world.reach(id, 'RUNNING')
  const key = String(world.server.seen[0]?.headers['x-mkt-key'])
  expect(key).toMatch(/^[\w-]{60,128}$/)
  const answer = answerOf(key, await tokensOf(id))
  const now = platform.clock.now()
  const eventId = newId('evt', now)
  const attemptId = newId('att', now)
  await platform.db
    .insertInto('event')
    .values({
      id: eventId,
      installation_id: id,
      organization_id: customer.id,
      listing_id: listingId,
      path: '/hooks',
      type: 'policy.issue',
      size: 0,
      received_at: now,
      due_at: now,
      state: 'DEAD',
    } as never)
    .execute()
  await platform.db
    .insertInto('attempt')
    .values({
      organization_id: customer.id,
      id: attemptId,
      event_id: eventId,
      number: 1,
      at: now,
      duration_ms: 1,
      status: 500,
      answer: await platform.vault.seal(customer.id, answerIdentity(attemptId), answer),
      answer_size: answer.length,
      error: null,
      instance_id: null,
      release_id: null,
    })
    .execute()
  const { attempts } = await world.admin.getDelivery({ params: { id: eventId } })
  return attempts[0]?.answer
}

it("hides the application's key and the policy system's tokens in the shown answer of an attempt that repeats them", async () => {
  expect(await show(repeat)).toBe(hidden)
})

it('hides them in an answer that repeats them in base64 or percent signs', async () => {
  const bytes = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('')
  const answer = await show((key, tokens) =>
    [key, ...tokens].flatMap((one) => [btoa(one), Buffer.from(`:${one}`).toString('base64url'), bytes(one)]).join('\n'),
  )
  // What is left of base64 is what stands before the secret, and filling.
  expect(answer?.split('\n').map((line) => line.replace(/^O|=+$/g, ''))).toEqual(Array(9).fill('[secret]'))
})

it('shows the first 16 KB of an answer, and no beginning of a key at their end', async () => {
  const begun = 'x'.repeat(16 * 1024 - 20)
  expect(await show((key) => `${begun} ${key} and more`)).toBe(`${begun} [secret]`)
  expect(await show(() => 'x'.repeat(20_000))).toBe('x'.repeat(16 * 1024))
})
