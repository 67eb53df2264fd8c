import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { figures } from '../../domain/platform/figures.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { beatProcess } from '../../store/platform/processes.ts'
import { silentDb } from '../../testing/faults/silent-db.ts'
import { testPlatform } from '../../testing/platform/platform.ts'
import { showPlatformFigures } from './platform-figures.ts'
import { showProcessFigures } from './process-figures.ts'

const { platform, database } = await testPlatform()

async function scrape(db = platform.db): Promise<string> {
  const metrics = createMetrics()
  showPlatformFigures({ ...platform, db, metrics })
  showProcessFigures({ ...platform, metrics }, database.pool)
  return metrics.metrics()
}

const figureOf = (text: string, series: string) => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

it('tells queue, oldest event, fullest route, dead letters, paused routes and processes as the rows have them', async () => {
  await sql`insert into event (id, installation_id, organization_id, listing_id, path, size, received_at, state, due_at)
    select 'evt_' || n, 'ins_' || n % 2, 'org_1', 'lst_' || n % 3, '/', 1, now() - n * interval '1 minute',
      case when n <= 6 then 'WAITING' else 'DEAD' end, now() + case when n = 1 then interval '1 minute' else interval '-1 minute' end
    from generate_series(1, 8) as n`.execute(platform.db)
  await sql`insert into route_health (installation_id, failing_since, paused_at) values
    ('ins_0', now(), now()), ('ins_1', now(), null)`.execute(platform.db)
  await sql`insert into delivery_lease (installation_id, lease_holder, lease_until) values
    ('ins_0', 'wrk_1', now() + interval '1 minute'), ('ins_1', 'wrk_1', now() - interval '1 minute')`.execute(
    platform.db,
  )
  await beatProcess(platform.db, { id: 'prc_1', host: 'here', version: '1', roles: ['api', 'worker'], report: {} })
  const text = await scrape()
  expect(figureOf(text, 'mkt_platform_figures_up')).toBe(1)
  expect(figureOf(text, 'mkt_events_waiting')).toBe(6)
  expect(figureOf(text, 'mkt_events_oldest_seconds')).toBeCloseTo(360, -1)
  expect(figureOf(text, 'mkt_app_events_waiting{app="lst_0"}')).toBe(2)
  expect(figureOf(text, 'mkt_backlog_quota_ratio')).toBeCloseTo(3 / 100_000)
  expect(figureOf(text, 'mkt_dead_letters')).toBe(2)
  expect(figureOf(text, 'mkt_leases{kind="route"}')).toBe(1)
  expect(figureOf(text, 'mkt_routes_paused')).toBe(1)
  expect(figureOf(text, 'mkt_routes_failing')).toBe(1)
  expect(figureOf(text, 'mkt_processes{part="worker",state="up"}')).toBe(1)
  expect(figureOf(text, 'mkt_processes{part="gateway",state="up"}')).toBe(0)
  // No installation of these events runs, so nobody owes them a delivery.
  expect(figureOf(text, 'mkt_events_overdue_seconds')).toBe(0)
  expect(figureOf(text, 'mkt_app_events_oldest_seconds{app="lst_0"}')).toBe(0)
})

it('shows every figure of the platform and of a process with the labels of the table, and no other', async () => {
  const text = await scrape()
  const shown = new Set([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => `${name} ${type}`))
  for (const [name, { of, type, labels }] of Object.entries(figures)) {
    if (of !== 'platform' && of !== 'every process') continue
    expect(shown, name).toContain(`${name} ${type}`)
    const lines = text.split('\n').filter((line) => line.startsWith(`${name}{`))
    for (const line of lines)
      expect([...line.matchAll(/(\w+)="/g)].map(([, label]) => label)).toEqual(Object.keys(labels))
  }
})

it('still answers a scrape while the database is away, without the figures that it cannot know', async () => {
  const away = new Proxy(platform.db, {
    get: () => {
      throw new Error('the database is away')
    },
  })
  const text = await scrape(away)
  expect(figureOf(text, 'mkt_platform_figures_up')).toBe(0)
  expect(figureOf(text, 'mkt_events_waiting')).toBeUndefined()
  expect(figureOf(text, 'mkt_change_feed_connected')).toBe(1)
})

it('still answers a scrape while the database is silent, and reads once at a time', async () => {
  let reads = 0
  const metrics = createMetrics()
  const db = silentDb(() => {
    reads += 1
  })
  showPlatformFigures({ ...platform, db, metrics }, 20)
  for (const text of [await metrics.metrics(), await metrics.metrics()]) {
    expect(figureOf(text, 'mkt_platform_figures_up')).toBe(0)
    expect(figureOf(text, 'mkt_events_waiting')).toBeUndefined()
  }
  expect(reads).toBe(1)
})
