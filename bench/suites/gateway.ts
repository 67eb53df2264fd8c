import { createServer } from 'node:net'
import { join } from 'node:path'
import { compare, measure, type Side } from '../harness/compare.ts'
import { rangeOf, ratios, shownRange } from '../harness/figures.ts'
import { drive } from '../harness/load.ts'
import { startNoise } from '../harness/noise.ts'
import { type Program, startProgram } from '../harness/program.ts'
import { startCaddy, startHaproxy, startNginxProxy } from '../harness/proxies.ts'
import type { Suite } from '../harness/suite.ts'

const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)
const ready = /listening (\d+)/
const portOf = (started: Program) => Number(started.ready[1])

const body = JSON.stringify({ productName: 'personal-auto', updates: 'x'.repeat(960) })
const headers = { 'x-mkt-caller': 'bench', 'content-type': 'application/json' }
const post = (path: string, count = 1) => ({ method: 'POST', path, headers, body, count })

const side = (name: string, started: Program, path = '/r0/any'): Side => ({
  name,
  port: portOf(started),
  pid: started.pid,
  requests: [post(path)],
})

/** A process that has just started is slower than one that ran for a while: every side runs for a while first. */
const warm = (one: Side) => measure(one, 4, 16)

/** A port that takes connections and never says a word: an application that hangs. */
async function silentPort(): Promise<{ port: number; close(): void }> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as { port: number }).port, close: () => server.close() }
}

async function againstOthers(application: Program): Promise<void> {
  const upstream = portOf(application)
  const gateway = await startProgram(program('gateway'), { args: ['1', String(upstream)], ready })
  const fastify = await startProgram(program('fastify-proxy'), { args: [String(upstream)], ready })
  const nginx = await startNginxProxy(upstream)
  const haproxy = await startHaproxy(upstream)
  const caddy = await startCaddy(upstream)
  try {
    const ours = side('MKT gateway', gateway)
    const others = [
      ...(nginx === undefined ? [] : [{ other: { ...nginx, requests: ours.requests }, atLeast: 0.25 }]),
      ...(haproxy === undefined ? [] : [{ other: { ...haproxy, requests: ours.requests } }]),
      ...(caddy === undefined ? [] : [{ other: { ...caddy, requests: ours.requests }, atLeast: 1.1 }]),
      { other: side('@fastify/http-proxy', fastify), atLeast: 2.5 },
    ]
    for (const one of [ours, ...others.map(({ other }) => other)]) await warm(one)
    for (const { other, ...wanted } of others)
      await compare(`Gateway POST 1 KB against ${other.name}`, ours, other, wanted)
    const held = side('MKT autofill', gateway, '/r0/autofill')
    await warm(held)
    await compare('Gateway, held and checked (autofill)', held, ours)
    const proxy = nginx === undefined ? undefined : { ...nginx, requests: ours.requests }
    await atHalfLoad(ours, proxy, side('the application itself', application, '/any'))
  } finally {
    await Promise.all([gateway.stop(), fastify.stop(), nginx?.stop(), haproxy?.stop(), caddy?.stop()])
  }
}

/**
 * What the gateway adds to the time of an answer, and what a proxy adds at the same rate: half of what the gateway can do at most, evenly. All are asked
 * in turn.
 */
async function atHalfLoad(ours: Side, proxy: Side | undefined, direct: Side): Promise<void> {
  const { perSecond: most } = await measure(ours, 3, 16)
  const perSecond = Math.floor(most / 2)
  const ask = ({ port, requests }: Side) =>
    drive({ host: '127.0.0.1', port, requests, connections: 64, seconds: 3, perSecond })
  const through = [ours, ...(proxy === undefined ? [] : [proxy])]
  const added = through.map(({ name }) => ({ name, p50: [] as number[], p99: [] as number[] }))
  for (let round = 0; round < ROUNDS; round += 1) {
    const straight = await ask(direct)
    for (const [index, side] of through.entries()) {
      const { p50, p99 } = await ask(side)
      added[index]?.p50.push(p50 - straight.p50)
      added[index]?.p99.push(p99 - straight.p99)
    }
  }
  console.log(`\nLatency added at half load (${perSecond} of ${Math.floor(most)} per second, ${ROUNDS} rounds in turn)`)
  for (const { name, p50, p99 } of added)
    console.log(`  ${name.padEnd(28)} p50 ${shownRange(rangeOf(p50))} ms · p99 ${shownRange(rangeOf(p99))} ms`)
  const [own, other] = added
  if (own === undefined || other === undefined) return
  console.log(`  ours / ${other.name.padEnd(21)} p99 ${shownRange(ratios(own.p99, other.p99))}, wanted at most 2`)
}

async function byRoutes(application: Program): Promise<void> {
  const upstream = String(portOf(application))
  const one = await startProgram(program('gateway'), { args: ['1', upstream], ready })
  const single = side('MKT gateway, 1 route', one)
  await warm(single)
  try {
    for (const count of [100, 10_000]) {
      const many = await startProgram(program('gateway'), { args: [String(count), upstream], ready })
      const requests = [post('/r{n}/any', count)]
      const ours = { name: `MKT gateway, ${count} routes`, port: portOf(many), pid: many.pid, requests }
      await warm(ours)
      await compare(`Gateway with ${count} routes, each called in turn`, ours, single)
      await many.stop()
    }
  } finally {
    await one.stop()
  }
}

const ROUNDS = 5
const CALLERS = 100

/** What a slow and a dead application cost a healthy one beside them: its p99 with and without their callers, in turn. */
async function besideTroubled(application: Program): Promise<void> {
  const slow = await startProgram(program('application'), { args: ['3000'], ready })
  const hanging = await silentPort()
  const args = ['1', String(portOf(application)), String(portOf(slow)), String(hanging.port)]
  const gateway = await startProgram(program('gateway'), { args, ready })
  const healthy = side('healthy', gateway)
  const perSecond = Math.floor((await warm(healthy)).perSecond / 4)
  const { port, requests } = healthy
  const ask = () => drive({ host: '127.0.0.1', port, requests, connections: 32, seconds: 3, perSecond })
  const troubled = ['rslow', 'rdead'].map(
    (route) => `POST /${route}/any HTTP/1.1\r\nhost: x\r\nx-mkt-caller: bench\r\ncontent-length: 2\r\n\r\n{}`,
  )
  const p99 = { alone: [] as number[], beside: [] as number[] }
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      p99.alone.push((await ask()).p99)
      const noise = startNoise(port, troubled, CALLERS)
      p99.beside.push((await ask()).p99)
      noise.stop()
    }
    console.log(
      `\nA healthy application beside a slow and a dead one (${CALLERS} callers wait on those; ${ROUNDS} rounds in turn)`,
    )
    console.log(`  alone   p99 ${shownRange(rangeOf(p99.alone))} ms at ${perSecond} per second`)
    console.log(`  beside  p99 ${shownRange(rangeOf(p99.beside))} ms`)
    console.log(`  beside / alone ${shownRange(ratios(p99.beside, p99.alone))}, wanted at most 2`)
  } finally {
    hanging.close()
    await Promise.all([gateway.stop(), slow.stop()])
  }
}

async function run(): Promise<void> {
  const application = await startProgram(program('application'), { ready })
  try {
    await againstOthers(application)
    await byRoutes(application)
    await besideTroubled(application)
  } finally {
    await application.stop()
  }
}

export const suite: Suite = {
  name: 'gateway',
  about:
    'carrying a POST of 1 KB against nginx, HAProxy, Caddy and @fastify/http-proxy; many routes; troubled neighbours',
  run,
}
