import { operations as operationsOfContract } from '@mkt/contract/api'
import { expect, test } from 'vitest'
import { fraction, seededRandom } from '../../lib/random.ts'
import { describedSites, leftOut, unreached } from '../../testing/odd/described-sites.ts'
import { directorySites } from '../../testing/odd/odd-directory.ts'
import { launchOdd } from '../../testing/odd/odd-launch.ts'
import { visitRelay, visitTelemetry, visitTunnel, visitWorker } from '../../testing/odd/odd-port-visits.ts'
import { oddSites } from '../../testing/odd/odd-sites.ts'
import { oddTexts } from '../../testing/odd/odd-texts.ts'
import { visitInterface, visitPorts } from '../../testing/odd/odd-visits.ts'
import { type Answered, type OddSite, type OddWorld, oddWorld } from '../../testing/odd/odd-world.ts'
import { eventually } from '../../testing/run/eventually.ts'

/** How many of the texts are tried, and from which seed they are chosen: all of them with `MKT_FUZZ_TEXTS=all`, as `npm run fuzz` does. */
const most = process.env.MKT_FUZZ_TEXTS === 'all' ? Number.POSITIVE_INFINITY : 3
const random = seededRandom(process.env.MKT_FUZZ_SEED ?? 'suite')
const always = ['an arrow in a host name', 'a lone high surrogate', 'a header of its own']
const others = Object.keys(oddTexts)
  .filter((name) => !always.includes(name))
  .map((name) => ({ name, order: fraction(random) }))
  .sort((a, b) => a.order - b.order)
  .slice(0, most)
const chosen = [...always, ...others.map(({ name }) => name)].map((name) => [name, oddTexts[name] ?? ''] as const)

const world: OddWorld = await oddWorld()
const sites = oddSites(world)
const described = await describedSites(world)
const broken = (answers: readonly Answered[]) =>
  answers
    .filter(({ status }) => status >= 500)
    .map(({ what, status, text }) => `${what} → ${status} ${text.slice(0, 300)}`)

/** The refusals of one who may not, or of a subject that is not there: they look at no text of the body. */
const refusedUnread = /"code":"(?:credentials_missing|forbidden|not_found)"/

/** A refusal is a problem that says what is wrong. */
function unclear({ name }: OddSite, { status, text }: Answered): string[] {
  if (status < 400) return []
  const problem = JSON.parse(text) as { code?: string; detail?: string; problems?: { message: string }[] }
  // SCIM has its own codes.
  const named = problem.code !== undefined || text.includes('urn:ietf:params:scim:api:messages:2.0:Error')
  const clear = named && (problem.detail ?? '').length > 10
  return clear ? [] : [`${name} → ${status} ${text.slice(0, 300)}`]
}

test('relay, telemetry, tunnels and worker are reached where they are visited', async () => {
  const statuses = async (answers: Promise<Answered[]>) => (await answers).map(({ status }) => status)
  expect(await statuses(visitRelay(world, 'plain'))).toEqual([200, 404, 404, 404, 401])
  expect(await statuses(visitTelemetry(world, 'plain'))).toEqual([200, 200, 200, 404])
  expect(await statuses(visitTunnel(world, 'plain'))).toEqual([201, 401, 200])
  expect(await statuses(visitWorker(world, 'plain'))).toEqual([200, 200, 401, 404])
})

test.each(chosen)(
  '%s: every stored text is taken or refused with a clear problem, and everything answers afterwards',
  async (_, text) => {
    const answers: Answered[] = []
    const refusals: string[] = []
    for (const site of sites) {
      const answer = await site.write(text)
      answers.push({ ...answer, what: `${site.name}: ${answer.what}` })
      refusals.push(...unclear(site, answer))
    }
    answers.push(await launchOdd(world, text))
    expect(broken(answers)).toEqual([])
    expect(refusals).toEqual([])
    expect(broken(await visitPorts(world, text))).toEqual([])
    expect(broken(await visitInterface(world, text))).toEqual([])
  },
)

test('a directory is known wherever it writes a text', async () => {
  const answers = await Promise.all(directorySites(world).map(({ write }) => write('plain')))
  expect(answers.filter(({ status }) => ![200, 201, 400, 409].includes(status))).toEqual([])
})

/** Each place gets some of the texts, another place others; all of them where all are asked for. */
const textsFor = (place: number) =>
  Number.isFinite(most) ? [0, 1].map((step) => chosen[(place + step) % chosen.length] ?? chosen[0]) : chosen

test('every text in a body of every operation is taken or refused with a clear problem, and everything answers afterwards', async () => {
  const faults: string[] = []
  const reached = new Set<string>()
  for (const [place, site] of described.entries()) {
    for (const [, text] of textsFor(place).filter((one) => one !== undefined)) {
      const answer = await site.write(text)
      faults.push(...broken([{ ...answer, what: `${site.name}: ${answer.what}` }]), ...unclear(site, answer))
    }
    // An odd text may be refused by its length alone; a plain one tells whether anybody here may write it.
    if (reached.has(site.operationId)) continue
    const { text: told } = await site.write('odd')
    if (!refusedUnread.test(told)) reached.add(site.operationId)
  }
  expect(faults).toEqual([])
  const operations = new Set(described.map(({ operationId }) => operationId))
  expect([...operations].filter((id) => !reached.has(id)).sort()).toEqual(Object.keys(unreached).sort())
  expect(Object.keys(leftOut).filter((id) => !Object.hasOwn(operationsOfContract, id))).toEqual([])
  const [, last] = chosen.at(-1) ?? ['', '']
  expect(broken(await visitInterface(world, last))).toEqual([])
})

test('a text that was stored before it was checked breaks nothing', async () => {
  const { db, changes } = world.platform
  const storable = chosen.slice(0, most).map(([, text]) => text.toWellFormed().replaceAll('\0', ''))
  for (const text of storable) {
    await db.updateTable('tenant').set({ host_name: text, name: text }).execute()
    await db.updateTable('listing').set({ title: text, summary: text, about: text }).execute()
    await db.updateTable('organization').set({ title: text }).execute()
    await db.updateTable('person').set({ name: text }).execute()
    await db.updateTable('api_key').set({ name: text }).execute()
    await changes.tell('tenant', world.tenantId)
    expect(broken(await visitPorts(world, text))).toEqual([])
    expect(broken(await visitInterface(world, text))).toEqual([])
  }
})

test('every event that was accepted on the way reaches the application as it came', async () => {
  const waiting = () => world.platform.db.selectFrom('event').select('id').where('state', '=', 'WAITING').execute()
  await eventually(async () => expect(await waiting()).toEqual([]))
  const delivered = world.server.seen.filter(({ headers }) => headers['webhook-id'] !== undefined)
  expect(delivered.length).toBeGreaterThanOrEqual(chosen.length)
  for (const { headers } of delivered) expect(headers['x-mkt-tenant']).toMatch(/^[\x20-\x7e]*$/)
})
