import { beforeAll, expect, it } from 'vitest'
import { createAppMessages } from '../../actions/call/app-messages.ts'
import { readAppMessage } from '../../domain/call/app-message.ts'
import { createPayloadRecorder } from '../../gateway/observe/payload-recorder.ts'
import { silentLog } from '../../lib/log.ts'
import { insertCalls } from '../../store/call/calls.ts'
import { storedRoutes } from '../../store/route/routes.ts'
import { newId } from '../../testing/platform/new-id.ts'
import { type LaunchWorld, launchWorld } from '../../testing/world/launch-world.ts'

let world: LaunchWorld
let installationId: string
beforeAll(async () => {
  world = await launchWorld()
  const { id } = await world.listing({ app: { fields: [{ name: 'key', title: 'Key', type: 'Password' }] } })
  const body = { listingId: id, tenantId: world.tenantId, settings: { key: 'a secret of the customer' } }
  installationId = (await world.admin.launchApp({ params: { org: 'northwind' }, body })).id
})

async function call(change: object = {}): Promise<{ id: string; organizationId: string; at: Date }> {
  const { organizationId } = await world.admin.getInstallation({ params: { id: installationId } })
  const at = world.platform.clock.now()
  const id = newId('cal')
  const facts = { kind: 'rater' as const, method: 'POST', path: '/rate', status: 200, code: null, durationMs: 1 }
  const rest = { requestSize: 1, answerSize: 1, instanceId: null, requestId: 'req', traceId: null, fallback: null }
  await insertCalls(world.database.pool, [
    { id, installationId, organizationId, listingId: 'lst', at, ...facts, ...rest, ...change },
  ])
  return { id, organizationId, at }
}

it('recording is off until the installation turns it on, and the gateway hears of it', async () => {
  const routeOf = async () => (await storedRoutes(world.platform.db).some([installationId]))[0]
  expect(await routeOf()).toMatchObject({ recording: false })
  const changed = await world.admin.changeInstallation({ params: { id: installationId }, body: { recording: true } })
  expect(changed).toMatchObject({ recording: true, pinned: false })
  expect(await routeOf()).toMatchObject({ recording: true })
})

/** Records a call and shows what it carried. */
async function show(carried: { request: string; answer: string }) {
  const made = await call()
  const recorder = createPayloadRecorder(world.database.pool, world.platform.vault, silentLog)
  const [request, answer] = [Buffer.from(carried.request), Buffer.from(carried.answer)]
  recorder.keep(
    { ...made, installationId },
    { request, requestSize: request.length, answer, answerSize: answer.length },
  )
  await recorder.drain()
  return world.admin.getCallPayload({ params: { id: made.id } })
}

it("shows what a call carried with the installation's own secrets hidden in the answer", async () => {
  const shown = await show({ request: '{"a":1}', answer: '{"echo":"a secret of the customer"}' })
  expect(shown).toEqual({ request: '{"a":1}', answer: '{"echo":"[secret]"}', cut: false })
})

it('shows no beginning of a secret at the end of what it shows', async () => {
  const begun = 'x'.repeat(256 * 1024 - 10)
  const shown = await show({ request: 'y'.repeat(300_000), answer: `${begun}a secret of the customer and more` })
  expect(shown).toEqual({ request: 'y'.repeat(256 * 1024), answer: `${begun}[secret]`, cut: true })
})

it('says that nothing is kept of a call that was not recorded', async () => {
  const { id } = await call()
  await expect(world.admin.getCallPayload({ params: { id } })).rejects.toMatchObject({
    status: 410,
    code: 'payload_gone',
  })
})

it("shows the application's own status and message of a call that failed, its customer's secrets hidden", async () => {
  const { organizationId } = await world.admin.getInstallation({ params: { id: installationId } })
  const id = newId('cal')
  const body = Buffer.from('{"error":"wrong key: a secret of the customer"}')
  const prepared = await createAppMessages(world.platform).prepare(
    { installationId, organizationId },
    id,
    readAppMessage(body),
  )
  await call({ id, status: 502, code: 'app_bad_answer', appStatus: 500, appMessage: prepared?.sealed })
  const shown = { appStatus: 500, appMessage: 'wrong key: [secret]' }
  expect(await world.admin.getCall({ params: { id } })).toMatchObject(shown)
  const { items } = await world.admin.listCalls({ params: { id: installationId }, query: {} })
  expect(items.find((item) => item.id === id)).toMatchObject(shown)
})

it('a call whose message cannot be opened is left out of a list, and the others are shown', async () => {
  const [damaged, sound] = [newId('cal'), newId('cal')]
  await call({ id: damaged, status: 502, code: 'app_bad_answer', appStatus: 500, appMessage: Buffer.from('damaged') })
  await call({ id: sound })
  const { items } = await world.admin.listCalls({ params: { id: installationId }, query: {} })
  const ids = items.map(({ id }) => id)
  expect(ids).toContain(sound)
  expect(ids).not.toContain(damaged)
  await world.platform.db.deleteFrom('call').where('id', '=', damaged).execute()
})

it('keeps at most 1 KB of a message and never half a secret', async () => {
  const { organizationId } = await world.admin.getInstallation({ params: { id: installationId } })
  const text = `${'x'.repeat(1020)}a secret of the customer`
  const prepared = await createAppMessages(world.platform).prepare({ installationId, organizationId }, newId('cal'), {
    text,
    stated: true,
  })
  expect(prepared?.shown).toBe(`${'x'.repeat(1020)}[secret]`)
})
