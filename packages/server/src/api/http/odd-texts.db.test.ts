import { expect, test } from 'vitest'
import { fraction, seededRandom } from '../../lib/random.ts'
import { eventually } from '../../testing/eventually.ts'
import { launchOdd } from '../../testing/odd/odd-launch.ts'
import { type OddSite, oddSites } from '../../testing/odd/odd-sites.ts'
import { oddTexts } from '../../testing/odd/odd-texts.ts'
import { visitInterface, visitPorts } from '../../testing/odd/odd-visits.ts'
import { type Answered, type OddWorld, oddWorld } from '../../testing/odd/odd-world.ts'

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
const broken = (answers: readonly Answered[]) =>
  answers
    .filter(({ status }) => status >= 500)
    .map(({ what, status, text }) => `${what} → ${status} ${text.slice(0, 300)}`)

/** A refusal is a problem that says what is wrong. */
function unclear({ name }: OddSite, { status, text }: Answered): string[] {
  if (status < 400) return []
  const problem = JSON.parse(text) as { code?: string; detail?: string; problems?: { message: string }[] }
  const clear = problem.code !== undefined && (problem.detail ?? '').length > 10
  return clear ? [] : [`${name} → ${status} ${text.slice(0, 300)}`]
}

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
