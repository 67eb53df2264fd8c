import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { processesOf, type RunningLaptop, startLaptop } from '../testing/platform/laptop.ts'
import { eventually } from '../testing/run/eventually.ts'

const MINUTE = 60_000
const folder = mkdtempSync(join(tmpdir(), 'mkt-front-'))
let laptop: RunningLaptop
beforeAll(async () => {
  laptop = await startLaptop(folder, { MKT_PROCESSES: '2', MKT_DRAIN_SECONDS: '3' })
}, 3 * MINUTE)
afterAll(async () => {
  await laptop?.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}, MINUTE)

/** The processes of the front, by id. */
function fronts(): number[] {
  const parent = String(laptop.child.pid)
  const list = execFileSync('pgrep', ['--parent', parent, '--full', 'front-process'], { encoding: 'utf8' })
  return list.trim().split('\n').map(Number)
}

async function twoOthersThan(former: readonly number[]): Promise<number[]> {
  const found = () => fronts().filter((pid) => !former.includes(pid))
  await vi.waitFor(() => expect([found().length, fronts().length]).toEqual([2, 2]), { timeout: MINUTE, interval: 200 })
  return found()
}

/** Asks again and again, on kept and on new connections, until it is stopped; gives what did not come back as expected. */
function load(url: string): { stop(): Promise<{ answered: number; failed: string[] }> } {
  let going = true
  let answered = 0
  const failed: string[] = []
  const ask = (agent: Agent | false) =>
    new Promise<void>((resolve) => {
      const asked = request(`${url}/healthz`, { agent }, (response) => {
        response.resume().once('end', () => {
          answered += 1
          if (response.statusCode !== 200) failed.push(String(response.statusCode))
          resolve()
        })
      })
      asked.once('error', (error) => {
        failed.push(error.message)
        resolve()
      })
      asked.end()
    })
  const callers = Array.from({ length: 4 }, async (_, index) => {
    const agent = index % 2 === 0 ? new Agent({ keepAlive: true, maxSockets: 1 }) : false
    while (going) {
      await ask(agent)
      // Without a pause those that start would wait for those that ask.
      await delay(5)
    }
    if (agent) agent.destroy()
  })
  return {
    async stop() {
      going = false
      await Promise.all(callers)
      return { answered, failed }
    },
  }
}

async function refusalsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^mkt_state_refusals_total (\d+)$/m.exec(text)?.[1])
}

test('several processes serve gateway and state interface at one address each, and their figures are one', async () => {
  const { gatewayUrl, stateUrl, apiUrl } = laptop.bootstrap
  expect(fronts()).toHaveLength(2)
  for (const url of [gatewayUrl, stateUrl, apiUrl]) expect((await fetch(`${url}/readyz`)).status, url).toBe(200)
  const before = await refusalsOf(stateUrl)
  const reads = 20
  await Promise.all(
    Array.from({ length: reads }, () => fetch(`${stateUrl}/settings/none`, { headers: { connection: 'close' } })),
  )
  // Figures wait for no process that is slow to tell its own: then they are whole the next time.
  for (const url of [stateUrl, gatewayUrl, apiUrl])
    await expect.poll(() => refusalsOf(url), { message: url }).toBe(before + reads)
})

test('one that is killed is replaced, and the other answers meanwhile', { timeout: 2 * MINUTE }, async () => {
  const [first = 0, second = 0] = fronts()
  process.kill(first, 'SIGKILL')
  const { gatewayUrl } = laptop.bootstrap
  const ask = () => fetch(`${gatewayUrl}/healthz`, { headers: { connection: 'close' } })
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: MINUTE })
  await vi.waitFor(() => expect(fronts().filter((pid) => pid !== first)).toHaveLength(2), { timeout: MINUTE })
  expect(fronts()).toContain(second)
  await eventually(() => expect(laptop.output()).toContain('A process of the front ended by itself; it is replaced'))
})

test('all are replaced one after another without a failed request', { timeout: 3 * MINUTE }, async () => {
  const { gatewayUrl, stateUrl } = laptop.bootstrap
  const former = fronts()
  const loads = [gatewayUrl, stateUrl].map(load)
  laptop.child.kill('SIGUSR2')
  await twoOthersThan(former)
  for (const one of loads) {
    const { answered, failed } = await one.stop()
    expect(failed).toEqual([])
    expect(answered).toBeGreaterThan(10)
  }
})

test('a platform that ends is not ready first and still answers, then ends with all its processes', {
  timeout: 2 * MINUTE,
}, async () => {
  const { apiUrl, gatewayUrl, stateUrl } = laptop.bootstrap
  const ended = laptop.end('SIGTERM')
  const unready = [apiUrl, gatewayUrl, stateUrl].map((url) =>
    eventually(async () => {
      const { status, headers } = await fetch(`${url}/readyz`)
      expect([status, headers.get('connection')], url).toEqual([503, 'close'])
    }),
  )
  await Promise.all(unready)
  expect(await ended).toBe(0)
  await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { timeout: MINUTE })
})
