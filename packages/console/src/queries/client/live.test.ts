import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from './live.ts'
import { notePosition, takePosition } from './position.ts'

type Listener = (message: { data: string }) => void

/** What a browser's line to the server would do, at our word. */
class Line {
  static readonly CLOSED = 2
  static opened: Line[] = []
  readyState = 1
  onopen: () => void = () => {}
  onerror: () => void = () => {}
  readonly listeners = new Map<string, Listener>()
  readonly url: string
  constructor(url: string) {
    this.url = url
    Line.opened.push(this)
  }
  addEventListener(name: string, listener: Listener): void {
    this.listeners.set(name, listener)
  }
  say(name: string, data: object): void {
    this.listeners.get(name)?.({ data: JSON.stringify(data) })
  }
  close(): void {
    this.readyState = Line.CLOSED
  }
}

let client: QueryClient
let stop: () => void
const line = () => Line.opened.at(-1) as Line
const stale = (key: unknown[]) => client.getQueryState(key)?.isInvalidated

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Line)
  Line.opened = []
  client = new QueryClient()
  for (const key of [['paused-routes', {}], ['listings'], ['people'], ['figures', 'dep_1']]) client.setQueryData(key, 1)
  notePosition('42')
  stop = listen(client, () => {})
})
afterEach(() => {
  stop()
  takePosition()
  client.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the stream of changes', () => {
  it('makes stale what a change is about, and leaves the rest', () => {
    line().say('change', { topic: 'route-health', id: 'ins_1' })
    vi.advanceTimersByTime(200)
    expect(stale(['paused-routes', {}])).toBe(true)
    expect(stale(['listings'])).toBe(false)
    line().say('change', { topic: 'platform', id: 'per_1' })
    line().say('change', { topic: 'figure', id: 'dep_1' })
    vi.advanceTimersByTime(200)
    expect([stale(['people']), stale(['figures', 'dep_1']), stale(['listings'])]).toEqual([true, true, false])
  })

  it('makes installations stale with their tenant, since they fare as it does', () => {
    const shown = [
      ['installations', 'org_1', {}],
      ['installation', 'ins_1'],
      ['tenants', 'org_1', {}],
    ]
    for (const key of shown) client.setQueryData(key, 1)
    line().say('change', { topic: 'tenant', id: 'ten_1' })
    vi.advanceTimersByTime(200)
    expect([...shown, ['listings']].map(stale)).toEqual([true, true, true, false])
  })

  it('brings the health of the platform itself, since nobody could ask for it while the database is away', () => {
    line().say('health', { ready: false, database: 'down', parts: [], processes: [] })
    expect(client.getQueryData(['health'])).toMatchObject({ database: 'down' })
  })

  it('begins where the feed stood before the first read, so nothing is read again that did not change', () => {
    expect(line().url).toBe('/api/v1/stream?since=42')
    line().onopen()
    expect([['listings'], ['people']].map(stale)).toEqual([false, false])
    line().say('change', { topic: 'platform', id: 'per_1' })
    vi.advanceTimersByTime(200)
    expect([['listings'], ['people']].map(stale)).toEqual([false, true])
  })

  it('reads everything again where it is not known how the feed stood before', () => {
    stop()
    client.setQueryData(['listings'], 2)
    stop = listen(client, () => {})
    expect(line().url).toBe('/api/v1/stream')
    line().onopen()
    expect(stale(['listings'])).toBe(true)
  })

  it('leaves nothing fresh behind when nobody listens any more', () => {
    stop()
    expect([['listings'], ['people']].map(stale)).toEqual([true, true])
  })

  it('takes the oldest position that was noted', () => {
    notePosition('50')
    notePosition('60')
    expect([takePosition(), takePosition()]).toEqual(['50', undefined])
  })

  it('reads again a first read that was in progress when a change was told: it may have seen how things were before', async () => {
    const answer = Promise.withResolvers<number>()
    const reading = client.fetchQuery({ queryKey: ['tenant', 'ten_1'], queryFn: () => answer.promise })
    line().say('change', { topic: 'tenant', id: 'ten_1' })
    vi.advanceTimersByTime(200)
    answer.resolve(1)
    await reading
    await vi.waitFor(() => expect(stale(['tenant', 'ten_1'])).toBe(true), { timeout: 60_000 })
  })

  it('reconnects after an interruption or a refusal, and then reads everything again', () => {
    for (const [state, wait] of [
      [0, 2_000],
      [Line.CLOSED, 5_000],
    ] as const) {
      const before = Line.opened.length
      client.setQueryData(['listings'], 2)
      line().readyState = state
      line().onerror()
      expect(line().readyState).toBe(Line.CLOSED)
      vi.advanceTimersByTime(wait)
      expect(Line.opened).toHaveLength(before + 1)
      expect(line().url).toBe('/api/v1/stream')
      line().onopen()
      expect(stale(['listings'])).toBe(true)
    }
  })
})
