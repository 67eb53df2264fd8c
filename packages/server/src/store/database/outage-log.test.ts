import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { createOutageLog } from './outage-log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const gone = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

function world() {
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
  const outages = createOutageLog(createLog({ destination }))
  let tell = (_: boolean) => {}
  const changes = {
    connected: true,
    onConnected(listener: (connected: boolean) => void) {
      tell = listener
      return () => {}
    },
  }
  const feed = (connected: boolean) => {
    changes.connected = connected
    tell(connected)
  }
  return { lines, log: outages.log, feed, changes, follow: () => outages.follow(changes) }
}
const shown = (lines: Record<string, unknown>[]) => lines.map(({ level, msg }) => `${level} ${msg}`)

test('all that fails while the database is away is one warning, and one line when it is over', () => {
  const { lines, log, feed, follow } = world()
  follow()
  log.error({ error: gone() }, 'A job failed')
  feed(false)
  log.child({ part: 'worker' }).warn({ err: new Error('connect ECONNREFUSED ::1:1') }, 'Something else')
  for (let time = 0; time < 100; time += 1) {
    vi.advanceTimersByTime(1_000)
    log.child({ part: 'worker' }).error({ err: gone() }, 'A scan failed')
  }
  feed(true)
  expect(shown(lines)).toEqual([
    expect.stringMatching(/^warn The database is away/),
    'warn Something else',
    'info The database answers again',
  ])
  expect(lines[0]).toMatchObject({ reason: 'terminating connection' })
  expect(lines.at(-1)).toMatchObject({ hidden: 100 })
})

test('the next outage is told again', () => {
  const { lines, log, feed, follow } = world()
  follow()
  for (const _ of [1, 2]) {
    log.error({ error: gone() }, 'A job failed')
    feed(false)
    feed(true)
  }
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'info', 'warn', 'info'])
})

test('an outage that the change feed did not notice is over after a while without failures', () => {
  const { lines, log, follow } = world()
  follow()
  log.error({ error: gone() }, 'A job failed')
  vi.advanceTimersByTime(10_000)
  log.error({ error: gone() }, 'A job failed')
  vi.advanceTimersByTime(10_000)
  expect(lines).toHaveLength(1)
  vi.advanceTimersByTime(10_000)
  expect(shown(lines).at(-1)).toBe('info The database answers again')
})

test('while the change feed is away an outage is not over, however quiet it is', () => {
  const { lines, log, feed, follow } = world()
  follow()
  log.error({ error: gone() }, 'A job failed')
  feed(false)
  vi.advanceTimersByTime(3_600_000)
  expect(lines).toHaveLength(1)
  feed(true)
  expect(lines).toHaveLength(2)
})

test.each([
  ['a bug', new Error('x is not a function')],
  ['a wrong statement', Object.assign(new Error('syntax error'), { code: '42601' })],
  ['a lock that was not to be had', Object.assign(new Error('lock timeout'), { code: '55P03' })],
])('%s is told as it was', (_, error) => {
  const { lines, log } = world()
  log.error({ error }, 'A job failed')
  log.warn({ reason: 'nothing to do with it' }, 'A remark')
  expect(shown(lines)).toEqual(['error A job failed', 'warn A remark'])
})

test('the lines between are there for who asks for them', () => {
  const lines: string[] = []
  const { log } = createOutageLog(
    createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }),
  )
  log.error({ error: gone() }, 'A job failed')
  expect(lines[1]).toMatch(/"level":"debug".*A job failed/)
})
