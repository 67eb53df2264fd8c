import { join } from 'node:path'
import { compare } from '../harness/compare.ts'
import { freshDataDir, startPlatform } from '../harness/platform.ts'
import { startProgram } from '../harness/program.ts'
import type { Suite } from '../harness/suite.ts'

/** Limits count per token: enough of them, and the limiter is part of the cost but refuses nothing. */
async function manyTokens(
  apiUrl: string,
  { clientId, apiKey }: { clientId: string; apiKey: string },
): Promise<string[]> {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, apiKey }),
  }
  const answers = Array.from({ length: 50 }, async () => (await fetch(`${apiUrl}/api/v1/token`, request)).json())
  return ((await Promise.all(answers)) as { token: string }[]).map(({ token }) => token)
}

/** What a request costs beyond Fastify itself: request id, sign-in, access, validation, rate limit, filtered answer. */
async function run(): Promise<void> {
  const folder = freshDataDir()
  const platform = await startPlatform(folder.path, { NODE_ENV: 'development' })
  const { apiUrl, publisher } = platform.bootstrap
  const tokens = await manyTokens(apiUrl, publisher)
  const headers = tokens.map((token) => ({ authorization: `Bearer ${token}` }))
  const body = await (await fetch(`${apiUrl}/api/v1/me`, { headers: headers[0] ?? {} })).text()
  const bare = await startProgram(join(import.meta.dirname, '../programs/bare-fastify.ts'), {
    args: [body],
    ready: /listening (\d+)/,
  })
  const port = Number(new URL(apiUrl).port)
  const baseline = { name: 'bare Fastify', port: Number(bare.ready[1]), pid: bare.pid, requests: [{ path: '/me' }] }
  try {
    const health = { name: 'MKT GET /healthz', port, pid: platform.pid, requests: [{ path: '/healthz' }] }
    await compare('Control plane, health', health, baseline)
    const requests = headers.map((one) => ({ path: '/api/v1/me', headers: one }))
    const me = { name: 'MKT GET /me, with database', port, pid: platform.pid, requests }
    await compare('Control plane, a signed-in read', me, baseline)
  } finally {
    await Promise.all([platform.stop(), bare.stop()])
    folder.remove()
  }
}

export const suite: Suite = { name: 'control-plane', about: 'request overhead against bare Fastify', run }
