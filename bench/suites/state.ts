import { join } from 'node:path'
import { compare, type Measurement, measure, type Side } from '../harness/compare.ts'
import { startEtcd } from '../harness/etcd.ts'
import { rangeOf, ratios, shownRange } from '../harness/figures.ts'
import { drive } from '../harness/load.ts'
import { startStaticNginx } from '../harness/nginx.ts'
import { type Program, startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'

const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)
const readyState = /listening (\d+) keys (\S+) bytes (\d+) rss (-?\d+) body (\S*) end/
const ready = /listening (\d+)/

interface State {
  program: Program
  side: Side
  body: string
}

async function startState(count: number): Promise<State> {
  const started = await startProgram(program('state'), { args: [String(count)], ready: readyState })
  const [, port, keys = '', bytes, rss, body = ''] = started.ready
  const requests = keys.split(',').map((key) => ({ path: `/state/${key}` }))
  const name = `MKT state, ${count} installation${count === 1 ? '' : 's'}`
  if (count > 1) console.log(`\n${name}: ${bytes} bytes each as counted, ${rss} bytes of resident memory each`)
  return { program: started, side: { name, port: Number(port), pid: started.pid, requests }, body }
}

const other = (name: string, started: Program): Side => ({
  name,
  port: Number(started.ready[1]),
  pid: started.pid,
  requests: [{ path: '/state' }],
})

async function againstOthers(): Promise<void> {
  const ours = await startState(1)
  const text = Buffer.from(ours.body, 'base64').toString('utf8')
  const bare = await startProgram(program('bare-http'), { args: [ours.body], ready })
  const database = await startProgram(program('state-from-database'), { args: [ours.body], ready })
  const nginx = await startStaticNginx(text)
  const etcd = await startEtcd(text)
  try {
    await compare('State read against bare node:http', ours.side, other('bare node:http', bare))
    if (nginx !== undefined) {
      const baseline = { ...nginx, requests: [{ path: '/state' }] }
      await compare('State read against nginx serving a file', ours.side, baseline)
    }
    await compare('State read against PostgreSQL each time', ours.side, other('PostgreSQL each time', database))
    if (etcd === undefined) console.log('\netcd is not installed, so it is not compared')
    else {
      const baseline = { name: "etcd's JSON gateway", port: etcd.port, pid: etcd.pid, requests: [etcd.read] }
      await compare("State read against etcd's gateway", ours.side, baseline)
    }
    await atHalfLoad(ours.side, other('bare node:http', bare))
  } finally {
    await Promise.all([ours.program.stop(), bare.stop(), database.stop(), nginx?.stop(), etcd?.stop()])
  }
}

/** Half of what it can do at most, at an even rate; the least a server can do at the same rate beside it. */
async function atHalfLoad(ours: Side, baseline: Side): Promise<void> {
  const { perSecond: most } = await measure(ours, 3, 16)
  const perSecond = Math.floor(most / 2)
  const sides = [ours, baseline].map((side) => ({ ...side, p50: [] as number[], p99: [] as number[] }))
  for (let round = 0; round < 5; round += 1) {
    for (const { port, requests, p50, p99 } of sides) {
      const half = await drive({ host: '127.0.0.1', port, requests, connections: 64, seconds: 3, perSecond })
      p50.push(half.p50)
      p99.push(half.p99)
    }
  }
  console.log(`\nState read at half load (${perSecond} of ${Math.floor(most)} per second, 5 rounds in turn)`)
  for (const { name, p50, p99 } of sides)
    console.log(`  ${name.padEnd(28)} p50 ${shownRange(rangeOf(p50))} ms · p99 ${shownRange(rangeOf(p99))} ms`)
}

/** As many different keys are read with a thousand installations as with a hundred thousand: what differs is what is held. */
async function byInstallations(): Promise<void> {
  const one = await startState(1)
  const thousand = await startState(1_000)
  const many = await startState(100_000)
  try {
    // A process that has just started is slower than one that ran for a while.
    for (const { side } of [one, thousand, many]) await measure(side, 3, 16)
    await compare('State with 1,000 installations against 1', thousand.side, one.side)
    await compare('State with 100,000 installations against 1,000', many.side, thousand.side)
    await compare('State with 100,000 installations against 1', many.side, one.side)
  } finally {
    await Promise.all([one, thousand, many].map((each) => each.program.stop()))
  }
}

/** Two processes share nothing, so that each should cost what one alone costs. */
async function withTwoProcesses(): Promise<void> {
  const [first, second] = [await startState(1_000), await startState(1_000)]
  const alone: Measurement[] = []
  const together: Measurement[] = []
  try {
    for (const { side } of [first, second]) await measure(side, 3, 16)
    for (let round = 0; round < 5; round += 1) {
      alone.push(await measure(first.side, 2, 16))
      const both = await Promise.all([measure(first.side, 2, 8), measure(second.side, 2, 8)])
      const [a, b] = both
      const perSecond = a.perSecond + b.perSecond
      together.push({
        load: a.load,
        perSecond,
        cpuMicros: (a.cpuMicros * a.perSecond + b.cpuMicros * b.perSecond) / perSecond,
      })
    }
  } finally {
    await Promise.all([first.program.stop(), second.program.stop()])
  }
  const of = (list: Measurement[], what: 'cpuMicros' | 'perSecond') => list.map((each) => each[what])
  console.log('\nState read with two processes (5 rounds of 2 s in turn, 16 connections in all)')
  for (const [name, list] of Object.entries({ one: alone, two: together }))
    console.log(
      `  ${name}  ${shownRange(rangeOf(of(list, 'cpuMicros')), 0)} µs CPU per request · ${shownRange(rangeOf(of(list, 'perSecond')), 0)} per second`,
    )
  const cpu = shownRange(ratios(of(together, 'cpuMicros'), of(alone, 'cpuMicros')))
  const speed = shownRange(ratios(of(together, 'perSecond'), of(alone, 'perSecond')))
  console.log(`  two / one  CPU ${cpu} · throughput ${speed} (the generators need cores too)`)
}

async function run(): Promise<void> {
  await againstOthers()
  await byInstallations()
  await withTwoProcesses()
}

export const suite: Suite = {
  name: 'state',
  about:
    "GET /state/<key> against bare node:http, nginx, PostgreSQL and etcd's gateway; 1 to 100,000 installations; two processes",
  run,
}
