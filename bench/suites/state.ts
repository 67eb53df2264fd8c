import { join } from 'node:path'
import { compare, type Side } from '../harness/compare.ts'
import { drive } from '../harness/load.ts'
import { startStaticNginx } from '../harness/nginx-static.ts'
import { type Program, startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'

const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)
const readyState = /listening (\d+) keys (\S+) bytes (\d+) rss (-?\d+) body (\S*) end/
const ready = /listening (\d+)/

async function startState(count: number): Promise<{ program: Program; side: Side; body: string }> {
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
  const bare = await startProgram(program('bare-http'), { args: [ours.body], ready })
  const database = await startProgram(program('state-from-database'), { args: [ours.body], ready })
  const nginx = await startStaticNginx(Buffer.from(ours.body, 'base64').toString('utf8'))
  try {
    await compare('State read against bare node:http', ours.side, other('bare node:http', bare))
    if (nginx === undefined) console.log('\nnginx is not installed, so it is not compared')
    else {
      const baseline = { name: 'nginx static file', port: nginx.port, pid: nginx.pid, requests: [{ path: '/state' }] }
      await compare('State read against nginx serving a file', ours.side, baseline)
    }
    await compare('State read against PostgreSQL each time', ours.side, other('PostgreSQL each time', database))
    const half = await drive({
      host: '127.0.0.1',
      port: ours.side.port,
      requests: ours.side.requests,
      connections: 2,
      seconds: 3,
    })
    console.log(`\nState read at half load: p50 ${half.p50.toFixed(2)} ms · p99 ${half.p99.toFixed(2)} ms`)
  } finally {
    await Promise.all([ours.program.stop(), bare.stop(), database.stop(), nginx?.stop()])
  }
}

async function byInstallations(): Promise<void> {
  const one = await startState(1)
  try {
    for (const count of [1_000, 100_000]) {
      const many = await startState(count)
      await compare(`State with ${count} installations`, many.side, one.side, { rounds: 3 })
      await many.program.stop()
    }
  } finally {
    await one.program.stop()
  }
}

async function run(): Promise<void> {
  await againstOthers()
  await byInstallations()
}

export const suite: Suite = {
  name: 'state',
  about: 'GET /state/<key> against bare node:http, nginx and PostgreSQL; 1 to 100,000 installations',
  run,
}
