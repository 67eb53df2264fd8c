import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listen } from './live.ts'

type Listener = (message: { data: string }) => void

/** What a browser's line to the server would do, at our word. */
class Line {
  static readonly CLOSED = 2
  static opened: Line[] = []
  readyState = 1
  onopen: () => void = () => {}
  onerror: () => void = () => {}
  readonly listeners = new Map<string, Listener>()
  constructor() {
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
  stop = listen(client, () => {})
})
afterEach(() => {
  stop()
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

  it('brings the health of the platform itself, since nobody could ask for it while the database is away', () => {
    line().say('health', { ready: false, database: 'down', parts: [], processes: [] })
    expect(client.getQueryData(['health'])).toMatchObject({ database: 'down' })
  })

  it('reads again what was read before it first opened and could have changed unheard, nothing else', () => {
    client.setQueryData(['payload', 'del_1'], 1)
    line().onopen()
    client.setQueryData(['people'], 2)
    expect([['listings'], ['payload', 'del_1'], ['people']].map(stale)).toEqual([true, false, false])
  })

  it('reads again a first read that was under way when a change was told: it may have seen how things were before', async () => {
    const answer = Promise.withResolvers<number>()
    const reading = client.fetchQuery({ queryKey: ['tenant', 'ten_1'], queryFn: () => answer.promise })
    line().say('change', { topic: 'tenant', id: 'ten_1' })
    vi.advanceTimersByTime(200)
    answer.resolve(1)
    await reading
    await vi.waitFor(() => expect(stale(['tenant', 'ten_1'])).toBe(true))
  })

  it('reconnects after a refusal, and then reads everything again', () => {
    line().readyState = Line.CLOSED
    line().onerror()
    vi.advanceTimersByTime(5_000)
    expect(Line.opened).toHaveLength(2)
    line().onopen()
    expect(stale(['listings'])).toBe(true)
  })
})
