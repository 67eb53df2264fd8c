import { join } from 'node:path'
import { compare, measure, type Side } from '../harness/compare.ts'
import { startEtcd } from '../harness/etcd.ts'
import { rangeOf, shownRange } from '../harness/figures.ts'
import { drive } from '../harness/load.ts'
import { startStaticNginx } from '../harness/nginx.ts'
import { type Program, startProgram } from '../harness/program.ts'
import { startState } from '../harness/state.ts'
import type { Suite } from '../harness/suite.ts'

const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)
const ready = /listening (\d+)/

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

async function run(): Promise<void> {
  await againstOthers()
}

export const suite: Suite = {
  name: 'state',
  about: "GET /state/<key> against bare node:http, nginx, PostgreSQL and etcd's gateway",
  run,
}
