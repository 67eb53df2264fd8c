import { join } from 'node:path'
import { compare, measure, type Side } from '../harness/compare.ts'
import { startStaticNginx } from '../harness/nginx.ts'
import { type Program, startProgram } from '../harness/program.ts'
import { startNginxProxy } from '../harness/proxies.ts'
import type { Suite } from '../harness/suite.ts'

const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)
const ready = /listening (\d+)/
const readyState = /listening (\d+) keys (\S+) bytes \d+ rss -?\d+ body (\S*) end/
const body = JSON.stringify({ productName: 'personal-auto', updates: 'x'.repeat(960) })
const headers = { 'x-mkt-caller': 'bench', 'content-type': 'application/json' }
const post = (path: string): Side['requests'] => [{ method: 'POST', path, headers, body }]
const side = (name: string, { ready: [, port], pid }: Program, requests: Side['requests']): Side => ({
  name,
  port: Number(port),
  pid,
  requests,
})

/** Short rounds: CPU time per request settles quickly, and these ratios are asked for after every change of the data plane. */
const brief = { rounds: 5, seconds: 1 }

async function duel(title: string, ours: Side, others: readonly Side[]): Promise<void> {
  // A process that has just started is slower than one that ran for a while.
  for (const one of [ours, ...others]) await measure(one, 3, 16)
  for (const other of others) await compare(`${title} against ${other.name}`, ours, other, brief)
}

async function state(): Promise<void> {
  const ours = await startProgram(program('state'), { args: ['1'], ready: readyState })
  const [, , key = '', text = ''] = ours.ready
  const bare = await startProgram(program('bare-http'), { args: [text], ready })
  const nginx = await startStaticNginx(Buffer.from(text, 'base64').toString('utf8'))
  const requests = [{ path: '/state' }]
  try {
    await duel('State read', side('MKT state', ours, [{ path: `/state/${key}` }]), [
      ...(nginx === undefined ? [] : [{ ...nginx, requests }]),
      side('bare node:http', bare, requests),
    ])
  } finally {
    await Promise.all([ours.stop(), bare.stop(), nginx?.stop()])
  }
}

async function gateway(): Promise<void> {
  const application = await startProgram(program('application'), { ready })
  const upstream = String(application.ready[1])
  const ours = await startProgram(program('gateway'), { args: ['1', upstream], ready })
  const bare = await startProgram(program('bare-proxy'), { args: [upstream], ready })
  const nginx = await startNginxProxy(Number(upstream))
  const requests = post('/r0/any')
  const proxy = nginx === undefined ? [] : [{ ...nginx, requests }]
  try {
    const others = [...proxy, side('bare node:http proxy', bare, requests)]
    await duel('Gateway POST 1 KB', side('MKT gateway', ours, requests), others)
    await duel('Gateway, held and checked', side('MKT autofill', ours, post('/r0/autofill')), proxy)
  } finally {
    await Promise.all([ours.stop(), bare.stop(), nginx?.stop(), application.stop()])
  }
}

async function run(): Promise<void> {
  await state()
  await gateway()
}

export const suite: Suite = {
  name: 'front',
  about: 'a short run of state read, gateway and autofill against nginx and bare node:http',
  run,
}
