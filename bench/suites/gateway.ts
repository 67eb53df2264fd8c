import { createServer } from 'node:net'
import { join } from 'node:path'
import { compare, type Side } from '../harness/compare.ts'
import { drive } from '../harness/load.ts'
import { startNginx } from '../harness/nginx.ts'
import { type Program, startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'

const program = (name: string) => join(import.meta.dirname, `../programs/${name}.ts`)
const ready = /listening (\d+)/
const portOf = (started: Program) => Number(started.ready[1])

const body = JSON.stringify({ productName: 'personal-auto', updates: 'x'.repeat(960) })
const headers = { 'x-mkt-caller': 'bench', 'content-type': 'application/json' }
const post = (path: string) => ({ method: 'POST', path, headers, body })

const side = (name: string, started: Program, path = '/r0/any'): Side => ({
  name,
  port: portOf(started),
  pid: started.pid,
  requests: [post(path)],
})

/** A port that takes connections and never says a word: an application that hangs. */
async function silentPort(): Promise<{ port: number; close(): void }> {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as { port: number }).port, close: () => server.close() }
}

async function againstOthers(application: Program): Promise<void> {
  const upstream = String(portOf(application))
  const gateway = await startProgram(program('gateway'), { args: ['1', upstream], ready })
  const fastify = await startProgram(program('fastify-proxy'), { args: [upstream], ready })
  const nginx = await startNginx(portOf(application))
  try {
    const ours = side('MKT gateway', gateway)
    if (nginx === undefined) console.log('\nnginx is not installed, so it is not compared')
    else {
      const baseline = { name: 'nginx proxy_pass', port: nginx.port, pid: nginx.pid, requests: ours.requests }
      await compare('Gateway POST 1 KB against nginx', ours, baseline)
    }
    await compare('Gateway POST 1 KB against @fastify/http-proxy', ours, side('@fastify/http-proxy', fastify))
    await compare('Gateway, held and checked (autofill)', side('MKT autofill', gateway, '/r0/autofill'), ours)
  } finally {
    await Promise.all([gateway.stop(), fastify.stop(), nginx?.stop()])
  }
}

async function byRoutes(application: Program): Promise<void> {
  const upstream = String(portOf(application))
  const one = await startProgram(program('gateway'), { args: ['1', upstream], ready })
  await drive({ host: '127.0.0.1', port: portOf(one), requests: [post('/r0/any')], connections: 16, seconds: 4 })
  try {
    for (const count of [100, 10_000]) {
      const many = await startProgram(program('gateway'), { args: [String(count), upstream], ready })
      const requests = Array.from({ length: Math.min(count, 80) }, (_, index) =>
        post(`/r${index * Math.floor(count / Math.min(count, 80))}/any`),
      )
      // A fresh process is slower than one that ran for a while: warm it as the other one is.
      await drive({ host: '127.0.0.1', port: portOf(many), requests, connections: 16, seconds: 4 })
      const ours = { name: `MKT gateway, ${count} routes`, port: portOf(many), pid: many.pid, requests }
      await compare(`Gateway with ${count} routes`, ours, side('MKT gateway, 1 route', one), { rounds: 3 })
      await many.stop()
    }
  } finally {
    await one.stop()
  }
}

/** What a slow and a dead application cost a healthy one beside them: its p99 with and without their callers, in turn. */
async function besideTroubled(application: Program): Promise<void> {
  const slow = await startProgram(program('application'), { args: ['3000'], ready })
  const hanging = await silentPort()
  const args = ['1', String(portOf(application)), String(portOf(slow)), String(hanging.port)]
  const gateway = await startProgram(program('gateway'), { args, ready })
  const healthy = { host: '127.0.0.1', port: portOf(gateway), requests: [post('/r0/any')], connections: 8, seconds: 3 }
  const troubled = { ...healthy, requests: [post('/rslow/any'), post('/rdead/any')], connections: 100, seconds: 6 }
  try {
    await drive({ ...healthy, seconds: 1 })
    const alone = await drive(healthy)
    const noise = drive(troubled).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const beside = await drive(healthy)
    console.log('\nA healthy application beside a slow and a dead one (100 callers wait on those)')
    console.log(`  alone   p50 ${alone.p50.toFixed(2)} ms · p99 ${alone.p99.toFixed(2)} ms`)
    console.log(`  beside  p50 ${beside.p50.toFixed(2)} ms · p99 ${beside.p99.toFixed(2)} ms`)
    console.log(`  p99 beside / alone ${(beside.p99 / alone.p99).toFixed(2)}`)
    await Promise.race([noise, new Promise((resolve) => setTimeout(resolve, 8000))])
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
  about: 'carrying a POST of 1 KB against nginx and @fastify/http-proxy',
  run,
}
