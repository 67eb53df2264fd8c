import { join } from 'node:path'
import { compare } from '../harness/compare.ts'
import { freshDataDir, startPlatform } from '../harness/platform.ts'
import { startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'

/** What a request costs beyond Fastify itself: request id, sign-in, access, validation, rate limit, filtered answer. */
async function run(): Promise<void> {
  const folder = freshDataDir()
  const platform = await startPlatform(folder.path, { NODE_ENV: 'development' })
  const { apiUrl, publisher } = platform.bootstrap
  const basic = `Basic ${Buffer.from(`${publisher.clientId}:${publisher.apiKey}`).toString('base64')}`
  const answer = await fetch(`${apiUrl}/api/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: publisher.clientId, apiKey: publisher.apiKey }),
  })
  const { token } = (await answer.json()) as { token: string }
  const body = await (await fetch(`${apiUrl}/api/v1/me`, { headers: { authorization: basic } })).text()
  const bare = await startProgram(join(import.meta.dirname, '../programs/bare-fastify.ts'), {
    args: [body],
    ready: /listening (\d+)/,
  })
  const port = Number(new URL(apiUrl).port)
  const headers = { authorization: `Bearer ${token}` }
  const baseline = { name: 'bare Fastify', port: Number(bare.ready[1]), pid: bare.pid, requests: [{ path: '/me' }] }
  try {
    const health = { name: 'MKT GET /healthz', port, pid: platform.pid, requests: [{ path: '/healthz' }] }
    await compare('Control plane, health', health, baseline)
    const me = { name: 'MKT GET /me', port, pid: platform.pid, requests: [{ path: '/api/v1/me', headers }] }
    await compare('Control plane, a signed-in read', me, baseline)
  } finally {
    await Promise.all([platform.stop(), bare.stop()])
    folder.remove()
  }
}

export const suite: Suite = { name: 'control-plane', about: 'request overhead against bare Fastify', run }
